package dev.pawl.engine;

import dev.pawl.model.ErrorName;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/** An error by its name, and what happened, for people. Either may be missing. */
public record Failure(Optional<String> error, Optional<String> cause) {

  public static Failure of(String error, String cause) {
    return new Failure(Optional.of(error), Optional.of(cause));
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

  /** What a state that catches this gets to see. */
  public JsonObject toJson() {
    JsonObject object =
        told().error().map(name -> JsonObject.of("Error", Json.of(name))).orElse(JsonObject.EMPTY);
    return cause.map(text -> object.with("Cause", Json.of(text))).orElse(object);
  }
}
