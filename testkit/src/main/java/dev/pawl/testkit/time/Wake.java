package dev.pawl.testkit.time;

import org.jspecify.annotations.Nullable;

/** Something that happens when the clock has been turned so far. */
abstract sealed class Wake implements Comparable<Wake> {

  /** Of those who wait for something else than time. */
  static final long NEVER = Long.MAX_VALUE;

  final long due;
  private final long number;

  private Wake(long due, long number) {
    this.due = due;
    this.number = number;
  }

  /** In the order of time; among those of one moment, in the order in which they began. */
  @Override
  public int compareTo(Wake other) {
    return due == other.due ? Long.compare(number, other.number) : Long.compare(due, other.due);
  }

  /** A thread that waits. */
  static final class Wait extends Wake {

    final Thread thread = Thread.currentThread();
    final @Nullable Worker worker;
    volatile boolean isOver;

    /**
     * @param worker empty for the thread that turns the clock
     */
    Wait(long due, long number, @Nullable Worker worker) {
      super(due, number);
      this.worker = worker;
    }
  }

  /** An alarm that is set. */
  static final class Alarm extends Wake {

    final Runnable ring;

    Alarm(long due, long number, Runnable ring) {
      super(due, number);
      this.ring = ring;
    }
  }
}
