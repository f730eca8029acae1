package dev.pawl.engine;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One run of a version: the fold of its facts.
 *
 * @param seq the last fact that was applied
 * @param events what arrived before a state waited for it, oldest first
 * @param ending present once the execution has ended, and while it compensates before that
 */
public record Execution(
    Origin origin,
    long seq,
    Status status,
    Optional<Frame> root,
    Saga saga,
    List<Fact.EventArrived> events,
    Optional<Ending> ending) {

  /** How many events are kept for states that do not wait for them yet. */
  public static final int MAX_EVENTS = 1_000;

  /**
   * What an execution was started with.
   *
   * @param semantics the meaning of its facts; stays the same all its life
   * @param chance the execution whose chance it has: its own, or that of the one it continues
   * @param deadline when it times out
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

  /** How an execution ended, or will end when its compensation is through. */
  public record Ending(Status status, Optional<Json> output, Optional<Failure> failure) {}

  /** An execution to which nothing has happened. */
  public static Execution unborn(ExecutionId id) {
    return new Execution(
        new Origin(
            id, Interpreter.SEMANTICS, id, "", "", JsonNull.NULL, Instant.EPOCH, Optional.empty()),
        0,
        Status.PENDING,
        Optional.empty(),
        Saga.EMPTY,
        List.of(),
        Optional.empty());
  }

  public ExecutionId id() {
    return origin.id();
  }

  public boolean isPaused() {
    return status == Status.PAUSED;
  }

  /** The frame in which what was done is undone, while that is so. */
  public Optional<Frame> undoing() {
    return saga.isUndoing() ? saga.frame() : Optional.empty();
  }

  /** The output of an execution that succeeded. */
  public Optional<Json> output() {
    return status == Status.SUCCEEDED ? ending.flatMap(Ending::output) : Optional.empty();
  }

  /** The failure of an execution that did not. */
  public Optional<Failure> failure() {
    return ending.flatMap(Ending::failure);
  }
}
