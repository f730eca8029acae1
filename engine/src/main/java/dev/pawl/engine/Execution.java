package dev.pawl.engine;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of an execution: the fold of its facts.
 *
 * @param seq number of the last applied fact
 * @param events events that no state has waited for yet, oldest first
 * @param ending the ending; present after the end, and before it during the compensation and the
 *     end task
 * @param endTask frame of the task that runs once the ending is decided; empty before
 */
public record Execution(
    Origin origin,
    long seq,
    Status status,
    Optional<Frame> root,
    CompensationLog saga,
    List<Fact.EventArrived> events,
    Optional<Ending> ending,
    Optional<Frame> endTask) {

  /** The maximum number of events that are kept before a state waits for them. */
  public static final int MAX_EVENTS = 1_000;

  /**
   * The origin of an execution: what it was started with.
   *
   * @param semantics version of the meaning of its facts; never changes
   * @param chance execution whose id seeds the random numbers: itself, or the one it continues
   * @param deadline time at which the execution times out
   */
  public record Origin(
      ExecutionId id,
      int semantics,
      ExecutionId chance,
      String flow,
      String name,
      Json input,
      Instant startedAt,
      Optional<Instant> deadline) {}

  /** The ending of an execution; final once its compensation is done. */
  public record Ending(Status status, Optional<Json> output, Optional<Failure> failure) {}

  /** Returns an execution without facts. */
  public static Execution unborn(ExecutionId id) {
    return new Execution(
        new Origin(
            id, Interpreter.SEMANTICS, id, "", "", JsonNull.NULL, Instant.EPOCH, Optional.empty()),
        0,
        Status.PENDING,
        Optional.empty(),
        CompensationLog.EMPTY,
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  public ExecutionId id() {
    return origin.id();
  }

  public boolean isPaused() {
    return status == Status.PAUSED;
  }

  /** Returns the compensation frame while a compensation is in progress. */
  public Optional<Frame> undoing() {
    return saga.isUndoing() ? saga.frame() : Optional.empty();
  }

  /** Returns the frame of the end task while that is in progress. */
  public Optional<Frame> openEndTask() {
    return endTask.filter(frame -> !frame.isEnded());
  }

  /** Returns the output; empty unless the execution succeeded. */
  public Optional<Json> output() {
    return status == Status.SUCCEEDED ? ending.flatMap(Ending::output) : Optional.empty();
  }

  /** Returns the failure; empty if the execution succeeded or has not ended. */
  public Optional<Failure> failure() {
    return ending.flatMap(Ending::failure);
  }
}
