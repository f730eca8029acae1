package dev.pawl.engine;

import dev.pawl.model.ErrorName;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.Optional;

/** An error by its name, and what happened, for people. Either may be missing. */
public record Failure(Optional<String> error, Optional<String> cause) {

  private static final String NO_ANSWER = "no answer within ";
  private static final String NO_HEARTBEAT = "no heartbeat within ";

  public static Failure of(String error, String cause) {
    return new Failure(Optional.of(error), Optional.of(cause));
  }

  /**
   * The failure of a task that exceeded one of its time limits.
   *
   * @param error {@code States.Timeout} or {@code States.HeartbeatTimeout}
   */
  public static Failure timedOut(String error, Duration limit) {
    String what = error.equals(ErrorName.TIMEOUT) ? NO_ANSWER : NO_HEARTBEAT;
    return of(error, what + limit.toSeconds() + " seconds");
  }

  /** Whether a Retry or Catch that lists that name is meant. */
  public boolean matches(String name) {
    String actual = error.orElse("");
    if (actual.equals(ErrorName.RUNTIME)) {
      return false;
    }
    boolean timeout =
        actual.equals(ErrorName.TIMEOUT) || actual.equals(ErrorName.HEARTBEAT_TIMEOUT);
    return switch (name) {
      case ErrorName.ALL -> !actual.equals(ErrorName.DATA_LIMIT);
      case ErrorName.TASK_FAILED -> !timeout && !actual.equals(ErrorName.DATA_LIMIT);
      case ErrorName.TIMEOUT -> timeout;
      default -> actual.equals(name);
    };
  }

  /** As the language tells it: a missed heartbeat can be caught by name but is a time-out. */
  public Failure told() {
    return error.filter(ErrorName.HEARTBEAT_TIMEOUT::equals).isPresent()
        ? new Failure(Optional.of(ErrorName.TIMEOUT), cause)
        : this;
  }

  /** The parts that are present, as members of an object. */
  public JsonObject toJson() {
    JsonObject object =
        told().error().map(name -> JsonObject.of("Error", Json.of(name))).orElse(JsonObject.EMPTY);
    return cause.map(text -> object.with("Cause", Json.of(text))).orElse(object);
  }

  /**
   * The error output that a catcher passes on. As on AWS it always has both members: a part that is
   * missing is null, and the cause of a task's time-out is empty.
   */
  public JsonObject errorOutput() {
    return JsonObject.of("Error", text(told().error()))
        .with("Cause", isTaskTimeout() ? Json.of("") : text(cause));
  }

  private static Json text(Optional<String> part) {
    return part.<Json>map(Json::of).orElse(JsonNull.NULL);
  }

  /** The text tells the engine's own time-outs from causes that a handler or a child flow gave. */
  private boolean isTaskTimeout() {
    return told().error().filter(ErrorName.TIMEOUT::equals).isPresent()
        && cause.filter(c -> c.startsWith(NO_ANSWER) || c.startsWith(NO_HEARTBEAT)).isPresent();
  }
}
