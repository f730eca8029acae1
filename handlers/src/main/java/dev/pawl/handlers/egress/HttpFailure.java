package dev.pawl.handlers.egress;

/**
 * A request without a usable answer. The message is safe to show to authors of flows: it does not
 * distinguish a closed port from a filtered one.
 */
public final class HttpFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final String message;

  /** What went wrong. */
  public enum Reason {
    /** The policy does not allow the target; nothing was sent to it. */
    DENIED,
    /** There was no connection, or it broke. */
    CONNECT,
    /** The answer was not complete in time. */
    TIMEOUT,
    /** The answer, or one of its headers, is larger than allowed. */
    TOO_LARGE,
    /** The answer redirects too often, or to something that may not be called. */
    REDIRECT
  }

  private final Reason reason;

  /** Creates a failure. */
  public HttpFailure(Reason reason, String message) {
    super(message);
    this.message = message;
    this.reason = reason;
  }

  /** Returns what went wrong. */
  public Reason reason() {
    return reason;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
