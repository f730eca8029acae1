package dev.pawl.testkit.time;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Somebody for whom the time is not turned while he is at work. Guarded by the clock's lock. */
final class Worker {

  /** Of these it is known in different ways when they are at work. */
  enum Kind {
    /**
     * A thread of a node: it waits by the clock alone, so that it is known exactly when it does.
     */
    THREAD,
    /** A piece of a node's work, which waits for nothing. */
    TASK,
    /** A handler, or a thread of the test: it may wait for anything. */
    FOREIGN
  }

  private static final int FRAMES = 12;

  final Kind kind;
  final long number;
  volatile @Nullable Thread thread;

  /** Whether it waits by the clock; whoever wakes it says so at once, long before it runs. */
  boolean waits;

  /** Whether it has not waited since it began, or since its time has come. */
  boolean owes = true;

  /** Since when it has been seen at work; 0 if it was not. */
  long busySince;

  /**
   * @param number those of a clock are numbered as they begin
   */
  Worker(Kind kind, long number) {
    this.kind = kind;
    this.number = number;
  }

  boolean isAtWork() {
    if (waits) {
      return false;
    }
    Thread known = thread;
    if (kind != Kind.FOREIGN || known == null) {
      return true;
    }
    return switch (known.getState()) {
      // What waits for a time of the machine comes back by itself: it is as if it worked.
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
                    .limit(FRAMES)
                    .map(frame -> "\n    at " + frame)
                    .collect(Collectors.joining()));
  }
}
