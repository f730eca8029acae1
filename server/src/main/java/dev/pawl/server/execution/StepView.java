package dev.pawl.server.execution;

import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepAttempt;
import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A step as the API shows it, as its newest attempt left it.
 *
 * @param step its name within the execution, for those who act on it
 * @param at when it last changed
 * @param startedAt when it began
 * @param endedAt once it has
 * @param duration how long it took, as PT1.5S
 * @param nextAttemptAt when it is tried again, while it waits for that; this and what follows only
 *     where all steps are shown
 * @param attempts all of its attempts, the oldest first; at most the newest 1,000
 */
record StepView(
    String step,
    String state,
    String type,
    String frame,
    int attempt,
    StepStatus status,
    Instant at,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String duration,
    Json input,
    @Nullable Json output,
    Map<String, Json> assigned,
    @Nullable String error,
    @Nullable String cause,
    @Nullable Instant nextAttemptAt,
    @Nullable List<AttemptView> attempts) {

  /**
   * One attempt of a step.
   *
   * @param number 1 for the first one
   * @param startedAt when its work began; when it was requested if that is not known
   * @param duration how long it took, as PT1.5S
   * @param stackTrace of the exception it failed with, if there was one; at most 8 KB, and only of
   *     the newest 20 attempts
   * @param worker who works on it, or reported its failure
   */
  record AttemptView(
      int number,
      StepStatus status,
      Instant startedAt,
      @Nullable Instant endedAt,
      @Nullable String duration,
      @Nullable String error,
      @Nullable String cause,
      @Nullable String stackTrace,
      @Nullable String worker) {

    static AttemptView of(StepAttempt attempt, Optional<String> holder) {
      Instant ended = attempt.endedAt().orElse(null);
      return new AttemptView(
          attempt.number(),
          attempt.status(),
          attempt.startedAt(),
          ended,
          StepView.duration(attempt.startedAt(), ended),
          attempt.failure().flatMap(Failure::error).orElse(null),
          attempt.failure().flatMap(Failure::cause).orElse(null),
          attempt.details().stackTrace().orElse(null),
          attempt.details().worker().or(() -> holder).orElse(null));
    }
  }

  /** As it is told while it happens. */
  static StepView of(History.Line line) {
    return of(line.step(), line.startedAt(), line.endedAt().orElse(null), null, null);
  }

  static StepView of(
      History.Seen seen, Optional<Instant> nextAttemptAt, List<AttemptView> attempts) {
    return of(
        seen.last(),
        seen.first().at(),
        seen.endedAt().orElse(null),
        nextAttemptAt.orElse(null),
        attempts);
  }

  private static StepView of(
      Step step,
      Instant began,
      @Nullable Instant ended,
      @Nullable Instant nextAttemptAt,
      @Nullable List<AttemptView> attempts) {
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
        duration(began, ended),
        step.place().input(),
        step.result().output().orElse(null),
        step.result().assigned(),
        step.result().failure().flatMap(Failure::error).orElse(null),
        step.result().failure().flatMap(Failure::cause).orElse(null),
        nextAttemptAt,
        attempts);
  }

  private static @Nullable String duration(Instant began, @Nullable Instant ended) {
    return ended == null ? null : Duration.between(began, ended).toString();
  }
}
