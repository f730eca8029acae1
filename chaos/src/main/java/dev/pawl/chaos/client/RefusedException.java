package dev.pawl.chaos.client;

/** Thrown if a request was not accepted and therefore has no effect. */
public final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }
}
