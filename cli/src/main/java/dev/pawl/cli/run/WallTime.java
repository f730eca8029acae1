package dev.pawl.cli.run;

import dev.pawl.engine.run.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/** Real time: waiting for an instant takes as long as it says. */
public final class WallTime implements Timeline {

  private final InstantSource clock;
  private final BooleanSupplier isWorthWaiting;

  /**
   * Creates a timeline on the given clock.
   *
   * @param isWorthWaiting called before each sleep; returns false to skip timers that are not
   *     needed any more
   */
  public WallTime(InstantSource clock, BooleanSupplier isWorthWaiting) {
    this.clock = clock;
    this.isWorthWaiting = isWorthWaiting;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public void await(Instant time) throws InterruptedException {
    Duration left = Duration.between(now(), time);
    if (!left.isPositive() || !isWorthWaiting.getAsBoolean()) {
      return;
    }
    while (left.isPositive()) {
      Thread.sleep(left);
      left = Duration.between(now(), time);
    }
  }
}
