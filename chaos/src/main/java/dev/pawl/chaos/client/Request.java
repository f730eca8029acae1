package dev.pawl.chaos.client;

import java.util.Optional;

/**
 * A request of a client and its outcome.
 *
 * @param run the name of the run that it belongs to
 * @param execution the id of the execution; for a start, the id in the response
 * @param key the idempotency key
 * @param sent when it was sent, in nanoseconds of the client's clock
 * @param answered when the response came, or the client stopped waiting
 * @param why the details of a refusal or an error
 */
public record Request(
    RequestKind kind,
    String run,
    Optional<String> execution,
    Optional<String> key,
    long sent,
    long answered,
    RequestResult answer,
    String why) {

  public enum RequestKind {
    START,
    EVENT,
    CANCEL,
    CALLBACK
  }

  /** The outcome of a request as far as the client knows it. */
  public enum RequestResult {
    /** The request was accepted and must take effect, whichever process dies. */
    OK,
    /** The request was not accepted and must have no effect. */
    REFUSED,
    /** The outcome is unknown. */
    UNKNOWN
  }

  public boolean is(RequestKind wanted, RequestResult expected) {
    return kind == wanted && answer == expected;
  }
}
