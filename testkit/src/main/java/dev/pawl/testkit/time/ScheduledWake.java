package dev.pawl.testkit.time;

import org.jspecify.annotations.Nullable;

/** A wake-up that is due when the clock reaches a time. */
abstract sealed class ScheduledWake implements Comparable<ScheduledWake> {

  /** The due time of waits that do not end by time. */
  static final long NEVER = Long.MAX_VALUE;

  final long due;
  private final long number;

  private ScheduledWake(long due, long number) {
    this.due = due;
    this.number = number;
  }

  /** Orders wake-ups by due time, then by creation. */
  @Override
  public int compareTo(ScheduledWake other) {
    return due == other.due ? Long.compare(number, other.number) : Long.compare(due, other.due);
  }

  /** A waiting thread. */
  static final class BlockedThread extends ScheduledWake {

    final Thread thread = Thread.currentThread();
    final @Nullable Worker worker;
    volatile boolean isOver;

    /**
     * Creates a wait of the current thread.
     *
     * @param worker null for the thread that advances the clock
     */
    BlockedThread(long due, long number, @Nullable Worker worker) {
      super(due, number);
      this.worker = worker;
    }
  }

  /** An alarm that runs an action. */
  static final class ScheduledAction extends ScheduledWake {

    final Runnable ring;

    ScheduledAction(long due, long number, Runnable ring) {
      super(due, number);
      this.ring = ring;
    }
  }
}
