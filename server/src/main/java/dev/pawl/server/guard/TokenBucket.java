package dev.pawl.server.guard;

import java.time.Duration;

/** A token bucket: a rate per second, and a burst. */
public final class TokenBucket {

  private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  private final double perSecond;
  private final double burst;
  private double left;
  private long since;

  /**
   * @param now the time in nanoseconds, such as {@link System#nanoTime()}
   */
  public TokenBucket(double perSecond, double burst, long now) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.left = burst;
    this.since = now;
  }

  /** Takes a token; returns false if there is none. */
  public synchronized boolean take(long now) {
    if (isEmpty(now)) {
      return false;
    }
    left--;
    return true;
  }

  /** Gives back a token that was taken and not used. */
  public synchronized void giveBack() {
    left = Math.min(burst, left + 1);
  }

  /** Returns true if there is no token. */
  public synchronized boolean isEmpty(long now) {
    left = Math.min(burst, left + (now - since) / NANOS_PER_SECOND * perSecond);
    since = now;
    return left < 1;
  }

  public double perSecond() {
    return perSecond;
  }
}
