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

  /** The store said that it was that time, somewhere between asking (in nanos) and now. */
  void set(Instant storeTime, long askedAt) {
    long answeredAt = System.nanoTime();
    anchor = new Anchor(storeTime, askedAt + (answeredAt - askedAt) / 2);
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
