package dev.pawl;

import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * One step of an execution: a visit of a state, with all its attempts.
 *
 * @param id identifies the step in {@link Pawl#skip}, {@link Pawl#rewind} and {@link Pawl#decide}
 * @param state the name of the state
 * @param type the type of the state, such as {@code Task}
 * @param attempt the number of the last attempt
 * @param at the time of the last change
 */
public record StepSummary(
    String id,
    String state,
    String type,
    StepStatus status,
    int attempt,
    Instant at,
    Optional<Json> output,
    Optional<ExecutionFailure> failure) {

  /** The status of a step. */
  public enum StepStatus {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    SKIPPED,
    /** Undone by a rewind. */
    ROLLED_BACK,
    COMPENSATED,
    CANCELLED
  }
}
