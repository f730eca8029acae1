package dev.pawl.chaos.client;

import java.util.Optional;

/**
 * Something a client asked for, and what it was told.
 *
 * @param run which run it belongs to
 * @param execution whom it was for; for a start, whom the answer named
 * @param key what makes a second request the same request
 * @param sent when it was sent, in nanoseconds of the client's clock
 * @param answered when the answer came, or was given up
 * @param why what was told with an answer that was not what was hoped for
 */
public record Request(
    Kind kind,
    String run,
    Optional<String> execution,
    Optional<String> key,
    long sent,
    long answered,
    Answer answer,
    String why) {

  public enum Kind {
    START,
    EVENT,
    CANCEL,
    CALLBACK
  }

  /** What a client knows of a request. */
  public enum Answer {
    /** It was accepted: it must have its effect, whatever dies. */
    OK,
    /** It was not accepted: it must have no effect. */
    REFUSED,
    /** Nobody knows. */
    UNKNOWN
  }

  public boolean is(Kind wanted, Answer told) {
    return kind == wanted && answer == told;
  }
}
