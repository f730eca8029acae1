package dev.pawl.sdk;

/** A failure with an error name that Retry and Catch can match. */
public class HandlerException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String error;

  /**
   * Creates a failure.
   *
   * @param error the error name, such as {@code Payment.Declined}
   * @param cause what happened, for people
   */
  public HandlerException(String error, String cause) {
    super(cause);
    this.error = error;
  }

  /** Returns the error name. */
  public String error() {
    return error;
  }
}
