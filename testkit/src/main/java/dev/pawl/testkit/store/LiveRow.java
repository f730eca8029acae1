package dev.pawl.testkit.store;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.ClaimedExecution.Snapshot;
import dev.pawl.engine.store.Disposition.WaitsFor;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.InboxMessage;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The row of an execution that has not ended. */
final class LiveRow {

  static final WaitsFor NOTHING = new WaitsFor(List.of(), false, Optional.empty());

  enum RowState {
    OWNED,
    READY,
    ASLEEP
  }

  final ExecutionMetadata info;
  final long number;

  RowState place = RowState.ASLEEP;
  int owner;

  /** The position in the run queue if the execution is ready; its timer if it is asleep. */
  Optional<Instant> due = Optional.empty();

  WaitsFor waitsFor = NOTHING;
  List<Awaited> awaited = List.of();
  int accepted;
  final Deque<InboxMessage> unread = new ArrayDeque<>();
  Optional<Snapshot> snapshot = Optional.empty();
  boolean hasBegun;

  /** The status with which the execution ends after its compensation. */
  Optional<Status> ending = Optional.empty();

  /** True if the execution was cancelled or timed out before it got a concurrency permit. */
  boolean endsUnstarted;

  LiveRow(ExecutionMetadata info, long number) {
    this.info = info;
    this.number = number;
  }

  boolean isActive() {
    return place == RowState.OWNED && !endsUnstarted;
  }

  int read() {
    return accepted - unread.size();
  }

  Instant whenDue() {
    return due.orElseThrow();
  }

  Status status() {
    return switch (place) {
      case OWNED -> Status.RUNNING;
      case READY, ASLEEP -> {
        if (waitsFor.paused()) {
          yield Status.PAUSED;
        }
        yield ending.isPresent() ? Status.RUNNING : hasBegun ? Status.WAITING : Status.PENDING;
      }
    };
  }

  Executions.WaitState waitState(Instant now) {
    return switch (place) {
      case OWNED ->
          new Executions.WaitState(OptionalInt.of(owner), Optional.empty(), waitsFor, ending);
      case READY ->
          new Executions.WaitState(OptionalInt.empty(), Optional.of(now), waitsFor, ending);
      case ASLEEP -> new Executions.WaitState(OptionalInt.empty(), due, waitsFor, ending);
    };
  }
}
