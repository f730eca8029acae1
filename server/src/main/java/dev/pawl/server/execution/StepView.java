package dev.pawl.server.execution;

import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step as the API shows it.
 *
 * @param step its name within the execution, for those who act on it
 * @param at when it last changed
 * @param startedAt when it began; this and what follows only where all steps are shown
 * @param endedAt once it has
 * @param duration how long it took, as PT1.5S
 */
record StepView(
    String step,
    String state,
    String type,
    String frame,
    int attempt,
    StepStatus status,
    Instant at,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String duration,
    Json input,
    @Nullable Json output,
    Map<String, Json> assigned,
    @Nullable String error,
    @Nullable String cause) {

  /** As it is told while it happens. */
  static StepView of(Step step) {
    return of(step, null, null);
  }

  static StepView of(History.Seen seen) {
    return of(seen.last(), seen.first().at(), seen.endedAt().orElse(null));
  }

  private static StepView of(Step step, @Nullable Instant began, @Nullable Instant ended) {
    return new StepView(
        step.id().toString(),
        step.place().state(),
        step.place().type(),
        step.id().frame().toString(),
        step.place().attempt(),
        step.status(),
        step.at(),
        began,
        ended,
        began == null || ended == null ? null : Duration.between(began, ended).toString(),
        step.place().input(),
        step.result().output().orElse(null),
        step.result().assigned(),
        step.result().failure().flatMap(Failure::error).orElse(null),
        step.result().failure().flatMap(Failure::cause).orElse(null));
  }
}
