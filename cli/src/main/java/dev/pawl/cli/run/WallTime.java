package dev.pawl.cli.run;

import dev.pawl.engine.run.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/** The time on the wall; waiting for it takes that long. */
public final class WallTime implements Timeline {

  private final InstantSource clock;
  private final BooleanSupplier isWorthWaiting;

  /**
   * @param isWorthWaiting asked before each sleep: timers that nobody needs any more are not waited
   *     for
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
