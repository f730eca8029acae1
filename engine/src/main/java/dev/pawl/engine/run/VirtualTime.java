package dev.pawl.engine.run;

import java.time.Duration;
import java.time.Instant;

/** A virtual clock, which moves only in {@link #await} and {@link #advance}. */
public final class VirtualTime implements Timeline {

  private Instant now;

  public VirtualTime(Instant start) {
    this.now = start;
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public void await(Instant time) {
    if (time.isAfter(now)) {
      now = time;
    }
  }

  public void advance(Duration by) {
    now = now.plus(by);
  }
}
