package dev.pawl.sdk;

/** The failure of a handler under a name that Retry and Catch can match. */
public class HandlerException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String error;

  /**
   * @param error the error name, such as {@code Payment.Declined}
   * @param cause what happened, for people
   */
  public HandlerException(String error, String cause) {
    super(cause);
    this.error = error;
  }

  /** The error name. */
  public String error() {
    return error;
  }
}
