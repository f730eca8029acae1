package dev.pawl.engine.node;

import dev.pawl.engine.run.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The store's time, carried forward by this machine's monotonic clock. The machine's wall clock is
 * never asked: it may be wrong, and it may jump.
 */
final class NodeClock implements Timeline {

  private volatile Anchor anchor = new Anchor(Instant.EPOCH, System.nanoTime());

  private record Anchor(Instant time, long nanos) {}

  /**
   * The store has just said that it is that time, or was while its answer was on the way: so this
   * clock may be late by that, and is never early.
   */
  void set(Instant storeTime) {
    anchor = new Anchor(storeTime, System.nanoTime());
  }

  /** To the microsecond, which is what a store keeps. */
  @Override
  public Instant now() {
    Anchor from = anchor;
    return from.time().plusNanos(System.nanoTime() - from.nanos()).truncatedTo(ChronoUnit.MICROS);
  }

  @Override
  public void await(Instant time) throws InterruptedException {
    Thread.sleep(Duration.between(now(), time));
  }
}
