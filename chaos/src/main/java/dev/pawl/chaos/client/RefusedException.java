package dev.pawl.chaos.client;

/** A request was not accepted, and has no effect. */
public final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }
}
