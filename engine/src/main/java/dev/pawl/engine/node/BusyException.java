package dev.pawl.engine.node;

/** The node has more work than it can write down; nothing was accepted. Try again later. */
public final class BusyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BusyException(String message) {
    super(message);
  }
}
