package dev.pawl.engine.node;

/** Signals that a start was refused because too many commits are queued; try again later. */
public final class BusyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BusyException(String message) {
    super(message);
  }
}
