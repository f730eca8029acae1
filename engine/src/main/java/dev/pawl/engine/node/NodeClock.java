package dev.pawl.engine.node;

import dev.pawl.engine.run.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * The store's time, carried forward by this machine's monotonic clock. The machine's wall clock is
 * never asked: it may be wrong, and it may jump.
 */
final class NodeClock implements Timeline {

  /** What clocks that run unequally drift apart between two answers of the store is less. */
  private static final Duration DRIFT = Duration.ofMillis(1);

  /** An answer is hardly ever late by so much: rather, the store's own clock was set back. */
  private static final Duration STEP = Duration.ofSeconds(2);

  private final LongSupplier nanos;
  private volatile Anchor anchor;

  private record Anchor(Instant time, long nanos) {}

  NodeClock() {
    this(System::nanoTime);
  }

  NodeClock(LongSupplier nanos) {
    this.nanos = nanos;
    this.anchor = new Anchor(Instant.EPOCH, nanos.getAsLong());
  }

  /**
   * The store has just said that it is that time, or was while its answer was on the way: so this
   * clock may be late by that. An answer that took longer than those before it does not set the
   * clock back; only drift is taken back, bit by bit.
   */
  void set(Instant storeTime) {
    long read = nanos.getAsLong();
    Instant believed = at(read);
    Duration ahead = Duration.between(storeTime, believed);
    boolean isSlowAnswer = ahead.compareTo(DRIFT) > 0 && ahead.compareTo(STEP) < 0;
    anchor = new Anchor(isSlowAnswer ? believed.minus(DRIFT) : storeTime, read);
  }

  /** To the microsecond, which is what a store keeps. */
  @Override
  public Instant now() {
    return at(nanos.getAsLong()).truncatedTo(ChronoUnit.MICROS);
  }

  private Instant at(long read) {
    Anchor from = anchor;
    return from.time().plusNanos(read - from.nanos());
  }

  @Override
  public void await(Instant time) throws InterruptedException {
    Thread.sleep(Duration.between(now(), time));
  }
}
