package dev.pawl.testkit.time;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A thread or task that stops the clock while it is busy. Guarded by the lock of the clock. */
final class Worker {

  /** The kind of a worker, which determines how its idleness is detected. */
  enum WorkerKind {
    /** A thread of a node: it waits only on the clock, so that its waits are known exactly. */
    THREAD,
    /** A task of a node, which never waits. */
    TASK,
    /** A handler or a thread of the test, which may wait for anything. */
    FOREIGN
  }

  private static final int STACK_FRAMES = 12;

  final WorkerKind kind;
  final long number;
  volatile @Nullable Thread thread;

  /**
   * True if it waits on the clock. The waking thread resets it at once, before this worker runs.
   */
  boolean waits;

  /** True if it has not waited since it began, or since it was woken because its time had come. */
  boolean owes = true;

  /** The time since which it has been seen busy; 0 if it was idle. */
  long busySince;

  /**
   * Creates a worker.
   *
   * @param number the sequence number of the worker in its clock
   */
  Worker(WorkerKind kind, long number) {
    this.kind = kind;
    this.number = number;
  }

  boolean isAtWork() {
    if (waits) {
      return false;
    }
    Thread known = thread;
    if (kind != WorkerKind.FOREIGN || known == null) {
      return true;
    }
    return switch (known.getState()) {
      // A wait with a timeout ends by itself in real time, so it counts as busy.
      case NEW, RUNNABLE, BLOCKED, TIMED_WAITING -> true;
      case WAITING, TERMINATED -> false;
    };
  }

  boolean isGone() {
    Thread known = thread;
    return known != null && known.getState() == Thread.State.TERMINATED;
  }

  @Override
  public String toString() {
    Thread known = thread;
    return known == null
        ? "a thread that has not begun"
        : "%s %d %s%s"
            .formatted(
                known.getName(),
                known.threadId(),
                known.getState(),
                Arrays.stream(known.getStackTrace())
                    .limit(STACK_FRAMES)
                    .map(frame -> "\n    at " + frame)
                    .collect(Collectors.joining()));
  }
}
