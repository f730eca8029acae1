package dev.pawl.postgres.membership;

import dev.pawl.engine.store.ExpelledException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Tracks a node's own lease and the database's time. The database decides whether the lease is
 * valid; this class only detects when it must have lapsed.
 */
public final class NodeLease {

  private final Duration duration;
  private final Clock clock = Clock.systemUTC();
  private volatile long renewedAtNanos;
  private volatile Duration clockOffset = Duration.ZERO;
  private volatile boolean lost;

  public NodeLease(Duration duration) {
    this.duration = duration;
    this.renewedAtNanos = System.nanoTime();
  }

  public Duration duration() {
    return duration;
  }

  /**
   * Records a renewal.
   *
   * @param sentNanos the time when the request was sent, by {@link System#nanoTime}
   * @param now the database's time in the answer
   */
  public void recordRenewal(long sentNanos, Instant now) {
    renewedAtNanos = sentNanos;
    clockOffset = Duration.between(clock.instant(), now);
  }

  /** Returns the approximate time of the database. */
  public Instant now() {
    return clock.instant().plus(clockOffset);
  }

  /** Marks the lease as lost for good, and returns the exception to throw. */
  public ExpelledException markLost(String reason) {
    lost = true;
    return new ExpelledException(reason);
  }

  /**
   * Checks that the lease is not known to be lost.
   *
   * @throws ExpelledException if it was lost
   */
  public void check() {
    if (lost) {
      throw new ExpelledException("This node has lost its right to write.");
    }
  }

  /**
   * Checks that the lease may still be valid.
   *
   * @throws ExpelledException if it was lost, or must have lapsed by now
   */
  void checkTime() {
    check();
    if (System.nanoTime() - renewedAtNanos > duration.toNanos()) {
      throw markLost("This node could not renew its lease for " + duration + ".");
    }
  }

  public boolean isLost() {
    return lost;
  }
}
