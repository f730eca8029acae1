package dev.pawl.sdk;

/**
 * A failure of the system that a handler calls, rather than of the call: no connection, no answer
 * in time, an error of the server, or too many requests. Only these failures open the circuit
 * breaker of the {@linkplain Handler#downstream downstream}. For {@code Retry} and {@code Catch} it
 * is a failure like any other.
 */
public final class DownstreamException extends HandlerException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param error the error name, such as {@code Payment.Unreachable}
   * @param cause what happened, for people
   */
  public DownstreamException(String error, String cause) {
    super(error, cause);
  }
}
