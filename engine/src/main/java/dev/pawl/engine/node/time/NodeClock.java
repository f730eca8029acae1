package dev.pawl.engine.node.time;

import dev.pawl.engine.run.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The store's time, extrapolated by the node's monotonic clock. The wall clock of the machine is
 * never read, because it may be wrong and may jump.
 */
public final class NodeClock implements Timeline {

  private final RuntimeClock clock;
  private volatile Anchor anchor;

  private record Anchor(Instant time, long nanos) {}

  /** Creates a clock at the epoch; {@link #synchronize} sets it to the store's time. */
  public NodeClock(RuntimeClock clock) {
    this.clock = clock;
    this.anchor = new Anchor(Instant.EPOCH, clock.nanos());
  }

  /**
   * Synchronizes with the store's time. The store read its clock at some moment between the request
   * and now, so the current time lies in an interval as long as the request took. The present
   * estimate is kept if it lies within the interval and moves to the nearer end if not.
   *
   * @param requestedAt the monotonic clock when the request was sent, in nanoseconds
   */
  public void synchronize(long requestedAt, Instant storeTime) {
    long receivedAt = clock.nanos();
    Instant earliest = storeTime;
    Instant latest = storeTime.plusNanos(receivedAt - requestedAt);
    Instant estimate = at(receivedAt);
    Instant time =
        estimate.isBefore(earliest) ? earliest : estimate.isAfter(latest) ? latest : estimate;
    anchor = new Anchor(time, receivedAt);
  }

  /** Returns the store's time, truncated to microseconds as stores keep it. */
  @Override
  public Instant now() {
    return at(clock.nanos()).truncatedTo(ChronoUnit.MICROS);
  }

  private Instant at(long nanos) {
    Anchor from = anchor;
    return from.time().plusNanos(nanos - from.nanos());
  }

  @Override
  public void await(Instant time) throws InterruptedException {
    clock.sleep(Duration.between(now(), time));
  }
}
