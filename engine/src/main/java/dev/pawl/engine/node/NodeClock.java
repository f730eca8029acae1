package dev.pawl.engine.node;

import dev.pawl.engine.run.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The store's time, carried forward by a monotonic clock. The machine's wall clock is never asked:
 * it may be wrong, and it may jump.
 */
final class NodeClock implements Timeline {

  private final RuntimeClock clock;
  private volatile Anchor anchor;

  private record Anchor(Instant time, long nanos) {}

  NodeClock(RuntimeClock clock) {
    this.clock = clock;
    this.anchor = new Anchor(Instant.EPOCH, clock.nanos());
  }

  /**
   * The store has said what time it is, at some moment since it was asked. That leaves a span of
   * times that it may be by now; the longer the answer took, the longer it is. What was believed
   * before stays if it is within, and moves to the nearer end if not.
   *
   * @param asked the reading of the monotonic clock when the store was asked
   */
  void set(long asked, Instant storeTime) {
    long read = clock.nanos();
    Instant earliest = storeTime;
    Instant latest = storeTime.plusNanos(read - asked);
    Instant believed = at(read);
    Instant time =
        believed.isBefore(earliest) ? earliest : believed.isAfter(latest) ? latest : believed;
    anchor = new Anchor(time, read);
  }

  /** To the microsecond, which is what a store keeps. */
  @Override
  public Instant now() {
    return at(clock.nanos()).truncatedTo(ChronoUnit.MICROS);
  }

  private Instant at(long read) {
    Anchor from = anchor;
    return from.time().plusNanos(read - from.nanos());
  }

  @Override
  public void await(Instant time) throws InterruptedException {
    clock.sleep(Duration.between(now(), time));
  }
}
