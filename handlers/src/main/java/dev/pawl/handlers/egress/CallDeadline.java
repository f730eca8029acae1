package dev.pawl.handlers.egress;

import java.time.Duration;

/** The time by which a call must be over, however many requests it makes. */
public final class CallDeadline {

  private final long endNanos;
  private final Duration total;

  private CallDeadline(long endNanos, Duration total) {
    this.endNanos = endNanos;
    this.total = total;
  }

  /** Returns a deadline that far from now. */
  public static CallDeadline in(Duration total) {
    return new CallDeadline(System.nanoTime() + total.toNanos(), total);
  }

  /** Returns the time that is left, at least zero. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }

  /** Returns true if no time is left. */
  public boolean isOver() {
    return endNanos - System.nanoTime() <= 0;
  }

  /** Returns the time that the whole call may take. */
  public Duration total() {
    return total;
  }
}
