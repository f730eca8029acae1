package dev.pawl.engine.run;

import java.time.Duration;
import java.time.Instant;

/** Time that moves only when it is waited for, or turned by hand. */
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
