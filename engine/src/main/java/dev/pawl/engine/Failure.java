package dev.pawl.engine;

import dev.pawl.model.ErrorName;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.Optional;

/** An error name and a cause for people; either may be missing. */
public record Failure(Optional<String> error, Optional<String> cause) {

  private static final String NO_ANSWER = "no answer within ";
  private static final String NO_HEARTBEAT = "no heartbeat within ";

  public static Failure of(String error, String cause) {
    return new Failure(Optional.of(error), Optional.of(cause));
  }

  /**
   * Returns the failure of a task that exceeded one of its time limits.
   *
   * @param error {@code States.Timeout} or {@code States.HeartbeatTimeout}
   */
  public static Failure timedOut(String error, Duration limit) {
    String what = error.equals(ErrorName.TIMEOUT) ? NO_ANSWER : NO_HEARTBEAT;
    return of(error, what + limit.toSeconds() + " seconds");
  }

  /** Returns true if a Retry or Catch with that name applies. */
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

  /**
   * Returns the failure as flows see it: a missed heartbeat, which can be caught by its own name,
   * becomes a time-out.
   */
  public Failure asSeenByFlow() {
    return error.filter(ErrorName.HEARTBEAT_TIMEOUT::equals).isPresent()
        ? new Failure(Optional.of(ErrorName.TIMEOUT), cause)
        : this;
  }

  /** Returns an object with the parts that are present. */
  public JsonObject toJson() {
    JsonObject object =
        asSeenByFlow()
            .error()
            .map(name -> JsonObject.of("Error", Json.of(name)))
            .orElse(JsonObject.EMPTY);
    return cause.map(text -> object.with("Cause", Json.of(text))).orElse(object);
  }

  /**
   * Returns the error output for a catcher. As on AWS it always has both members: a missing part is
   * null, and the cause of a task's timeout is empty.
   */
  public JsonObject errorOutput() {
    return JsonObject.of("Error", text(asSeenByFlow().error()))
        .with("Cause", isTaskTimeout() ? Json.of("") : text(cause));
  }

  private static Json text(Optional<String> part) {
    return part.<Json>map(Json::of).orElse(JsonNull.NULL);
  }

  /**
   * Returns true for a time-out of the engine, whose text differs from causes of handlers and child
   * flows.
   */
  private boolean isTaskTimeout() {
    return asSeenByFlow().error().filter(ErrorName.TIMEOUT::equals).isPresent()
        && cause.filter(c -> c.startsWith(NO_ANSWER) || c.startsWith(NO_HEARTBEAT)).isPresent();
  }
}
