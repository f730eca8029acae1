package dev.pawl.server.guard;

import java.time.Duration;

/** So many a second on average, and so many at once. */
public final class Bucket {

  private static final double NANOS = Duration.ofSeconds(1).toNanos();

  private final double perSecond;
  private final double most;
  private double left;
  private long since;

  /**
   * @param now the time in nanoseconds, of any beginning
   */
  public Bucket(double perSecond, double most, long now) {
    this.perSecond = perSecond;
    this.most = most;
    this.left = most;
    this.since = now;
  }

  /** Whether there was one to take. */
  public synchronized boolean take(long now) {
    if (isEmpty(now)) {
      return false;
    }
    left--;
    return true;
  }

  /** Whether there is none to take. */
  public synchronized boolean isEmpty(long now) {
    left = Math.min(most, left + (now - since) / NANOS * perSecond);
    since = now;
    return left < 1;
  }

  public double perSecond() {
    return perSecond;
  }
}
