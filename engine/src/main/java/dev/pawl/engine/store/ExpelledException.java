package dev.pawl.engine.store;

/** Signals that a node has lost its lease; it drops what it has in memory and joins again. */
public final class ExpelledException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ExpelledException(String message) {
    super(message);
  }
}
