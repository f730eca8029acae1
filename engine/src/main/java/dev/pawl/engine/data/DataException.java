package dev.pawl.engine.data;

/**
 * Thrown for data that does not match the definition of a state; fails the state with an error
 * name.
 */
public final class DataException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String error;

  public DataException(String error, String message) {
    super(message, null, false, false);
    this.error = error;
  }

  /** Returns the error name that Retry and Catch see. */
  public String error() {
    return error;
  }
}
