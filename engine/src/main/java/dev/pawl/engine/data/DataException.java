package dev.pawl.engine.data;

/** Data that does not fit what the state says about it; fails the state under a name. */
public final class DataException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String error;

  public DataException(String error, String message) {
    super(message, null, false, false);
    this.error = error;
  }

  /** The error name that Retry and Catch see. */
  public String error() {
    return error;
  }
}
