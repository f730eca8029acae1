package dev.pawl.server.history;

import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.StepAttempt;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.Json;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A step as the API shows it, in the state of its latest attempt. */
public record StepView(
    @Schema(
            description = "Id of the step within the execution, for actions on it.",
            example = "/@3")
        String step,
    @Schema(description = "Name of the state.", example = "Charge") String state,
    @Schema(description = "Type of the state.", example = "Task") String type,
    @Schema(description = "Id of the frame; a single slash is the root.", example = "/")
        String frame,
    @Schema(description = "Number of the latest attempt; 1 is the first.", example = "1")
        int attempt,
    @Schema(description = "Status of the step.") StepStatus status,
    @Schema(description = "Time of its latest change.") Instant at,
    @Schema(description = "Time at which the step began.") Instant startedAt,
    @Schema(description = "Time at which the step ended; absent while it runs.")
        @Nullable Instant endedAt,
    @Schema(description = "Time it took, as an ISO 8601 duration.", example = "PT1.5S")
        @Nullable String duration,
    @Schema(description = "Input of the step.", example = "{\"order\": 4711}") Json input,
    @Schema(
            description = "Output of the step, once it has succeeded.",
            example = "{\"paid\": true}")
        @Nullable Json output,
    @Schema(description = "Variables that the step assigned.", example = "{\"total\": 12.5}")
        Map<String, Json> assigned,
    @Schema(description = "Name of the error that the step failed with.", example = "OutOfStock")
        @Nullable String error,
    @Schema(
            description = "Message of the error, for people.",
            example = "article 4711 has no stock left")
        @Nullable String cause,
    @Schema(
            description =
                "Time of the next attempt, while the step waits for it; only in the list of steps.")
        @Nullable Instant nextAttemptAt,
    @Schema(
            description =
                "Attempts of the step, oldest first, at most the latest 1,000; only in the list of"
                    + " steps.")
        @Nullable List<AttemptView> attempts) {

  /** One attempt of a step. */
  record AttemptView(
      @Schema(description = "Number of the attempt; 1 is the first.", example = "1") int number,
      @Schema(description = "Status of the attempt.") StepStatus status,
      @Schema(description = "Time at which its work began, or was requested if that is not known.")
          Instant startedAt,
      @Schema(description = "Time at which it ended; absent while it runs.")
          @Nullable Instant endedAt,
      @Schema(description = "Time it took, as an ISO 8601 duration.", example = "PT1.5S")
          @Nullable String duration,
      @Schema(
              description = "Name of the error that the attempt failed with.",
              example = "OutOfStock")
          @Nullable String error,
      @Schema(
              description = "Message of the error, for people.",
              example = "article 4711 has no stock left")
          @Nullable String cause,
      @Schema(
              description =
                  "Stack trace of the failure, at most 8 KB, of the latest 20 attempts only.",
              example =
                  "java.lang.IllegalStateException: no stock\n"
                      + "\tat shop.Reserve.handle(Reserve.java:21)")
          @Nullable String stackTrace,
      @Schema(
              description = "Name of the worker that works on it or reported its failure.",
              example = "mailer-1")
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

  /** Creates the view of a step for the event stream, without its attempts. */
  public static StepView of(History.StepEntry line) {
    return of(line.step(), line.startedAt(), line.endedAt().orElse(null), null, null);
  }

  static StepView of(
      History.VisitedStep seen, Optional<Instant> nextAttemptAt, List<AttemptView> attempts) {
    return of(
        seen.last(),
        seen.first().at(),
        seen.endedAt().orElse(null),
        nextAttemptAt.orElse(null),
        attempts);
  }

  private static StepView of(
      StepChange step,
      Instant began,
      @Nullable Instant ended,
      @Nullable Instant nextAttemptAt,
      @Nullable List<AttemptView> attempts) {
    return new StepView(
        step.id().toString(),
        step.place().state(),
        step.place().kind().type(),
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
