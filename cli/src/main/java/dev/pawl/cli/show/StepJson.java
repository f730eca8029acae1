package dev.pawl.cli.show;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.StepChange;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;

/** Formats an execution and its steps as JSON. */
public final class StepJson {

  private StepJson() {}

  /** Returns the JSON of one line of the history. */
  public static JsonObject of(StepChange step) {
    JsonObject json =
        JsonObject.of("id", Json.of(step.seq() + "." + step.ordinal()))
            .with("frame", Json.of(step.id().frame().toString()))
            .with("visit", Json.of(step.id().visit()))
            .with("state", Json.of(step.place().state()))
            .with("type", Json.of(step.place().kind().type()))
            .with("attempt", Json.of(step.place().attempt()))
            .with("status", Json.of(step.status().name()))
            .with("input", step.place().input());
    StepChange.Result result = step.result();
    if (result.output().isPresent()) {
      json = json.with("output", result.output().get());
    }
    if (!result.assigned().isEmpty()) {
      json = json.with("assigned", JsonObject.of(result.assigned()));
    }
    return withFailure(json, result.failure()).with("at", Json.of(step.at().toString()));
  }

  /** Returns the JSON of an execution that has ended. */
  public static JsonObject ended(Execution execution, List<JsonObject> steps) {
    JsonObject json = JsonObject.of("status", Json.of(execution.status().name()));
    if (execution.output().isPresent()) {
      json = json.with("output", execution.output().get());
    }
    return withFailure(json, execution.failure()).with("steps", JsonArray.of(steps));
  }

  /** Returns the JSON of an execution that cannot continue by itself. */
  public static JsonObject waiting(String cause, List<JsonObject> steps) {
    return JsonObject.of("status", Json.of("WAITING"))
        .with("cause", Json.of(cause))
        .with("steps", JsonArray.of(steps));
  }

  private static JsonObject withFailure(JsonObject json, Optional<Failure> failure) {
    Optional<String> error = failure.flatMap(Failure::error);
    Optional<String> cause = failure.flatMap(Failure::cause);
    JsonObject named = error.map(name -> json.with("error", Json.of(name))).orElse(json);
    return cause.map(text -> named.with("cause", Json.of(text))).orElse(named);
  }
}
