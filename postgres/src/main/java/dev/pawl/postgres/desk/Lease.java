package dev.pawl.postgres.desk;

import dev.pawl.engine.store.ExpelledException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * What a node knows of its own lease: whether it may still hold, and the store's time. The store
 * judges it; this only says when nobody need ask any more.
 */
public final class Lease {

  private final Duration duration;
  private final Clock clock = Clock.systemUTC();
  private volatile long renewed;
  private volatile Duration ahead = Duration.ZERO;
  private volatile boolean lost;

  public Lease(Duration duration) {
    this.duration = duration;
    this.renewed = System.nanoTime();
  }

  public Duration duration() {
    return duration;
  }

  /**
   * @param asked when the question was sent, on the clock of {@link System#nanoTime}
   * @param now the store's time of the answer
   */
  public void renewed(long asked, Instant now) {
    renewed = asked;
    ahead = Duration.between(clock.instant(), now);
  }

  /** About the store's time. */
  public Instant now() {
    return clock.instant().plus(ahead);
  }

  /** Ends it for good. */
  public ExpelledException lose(String why) {
    lost = true;
    return new ExpelledException(why);
  }

  /**
   * @throws ExpelledException if it was lost
   */
  public void check() {
    if (lost) {
      throw new ExpelledException("This node has lost its right to write.");
    }
  }

  /**
   * @throws ExpelledException if it was lost, or must have lapsed by now
   */
  void checkTime() {
    check();
    if (System.nanoTime() - renewed > duration.toNanos()) {
      throw lose("This node could not renew its lease for " + duration + ".");
    }
  }

  public boolean isLost() {
    return lost;
  }
}
