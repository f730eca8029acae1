package dev.pawl.server.execution;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step as the API shows it.
 *
 * @param step its name within the execution, for those who act on it
 * @param at when it last changed
 */
record StepView(
    String step,
    String state,
    String type,
    String frame,
    int attempt,
    StepStatus status,
    Instant at,
    Json input,
    @Nullable Json output,
    Map<String, Json> assigned,
    @Nullable String error,
    @Nullable String cause) {

  static StepView of(Step step) {
    return new StepView(
        step.id().toString(),
        step.place().state(),
        step.place().type(),
        step.id().frame().toString(),
        step.place().attempt(),
        step.status(),
        step.at(),
        step.place().input(),
        step.result().output().orElse(null),
        step.result().assigned(),
        step.result().failure().flatMap(Failure::error).orElse(null),
        step.result().failure().flatMap(Failure::cause).orElse(null));
  }
}
