package dev.pawl.client.worker;

import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.StackTraces;
import java.util.Optional;

/**
 * The outcome of a task in the form in which it is sent.
 *
 * @param isRefusal true if it only reports that the actual outcome was refused
 */
record TaskOutcome(AssignedTask task, JsonObject item, boolean isRefusal) {

  private static final int MAX_CAUSE_CHARACTERS = 10_000;

  static TaskOutcome success(AssignedTask task, Json output) {
    JsonObject item = JsonObject.of("token", Json.of(task.token())).with("output", output);
    return new TaskOutcome(task, task.withEffects(item), false);
  }

  static TaskOutcome failure(AssignedTask task, Throwable failed) {
    String error =
        failed instanceof HandlerException named
            ? named.error()
            : failed.getClass().getSimpleName();
    String cause = String.valueOf(failed.getMessage());
    return new TaskOutcome(task, failure(task, error, cause, StackTraces.of(failed)), false);
  }

  static TaskOutcome refused(AssignedTask task, String problem) {
    String cause = "the server refused the outcome: " + problem;
    return new TaskOutcome(
        task, failure(task, "Worker.OutcomeRefused", cause, Optional.empty()), true);
  }

  private static JsonObject failure(
      AssignedTask task, String error, String cause, Optional<String> stackTrace) {
    JsonObject.Builder item =
        JsonObject.builder()
            .put("token", Json.of(task.token()))
            .put("error", Json.of(error))
            .put(
                "cause",
                Json.of(cause.substring(0, Math.min(cause.length(), MAX_CAUSE_CHARACTERS))));
    stackTrace.ifPresent(trace -> item.put("stackTrace", Json.of(trace)));
    return task.withEffects(item.build());
  }

  long bytes() {
    return item.size();
  }
}
