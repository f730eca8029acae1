package dev.pawl.sdk;

/**
 * A failure of a call that was never sent, such as one to an address that may not be called. It
 * tells nothing about the {@linkplain Handler#downstream downstream}, so it neither opens nor
 * closes a circuit breaker. For {@code Retry} and {@code Catch} it is a failure like any other.
 */
public final class UnsentCallException extends HandlerException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param error the error name, such as {@code EgressDenied}
   * @param cause why the call was not sent, for people
   */
  public UnsentCallException(String error, String cause) {
    super(error, cause);
  }
}
