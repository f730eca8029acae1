package dev.pawl.engine.store;

/** Thrown to a node that has lost its right to write. It drops what it has and joins again. */
public final class ExpelledException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ExpelledException(String message) {
    super(message);
  }
}
