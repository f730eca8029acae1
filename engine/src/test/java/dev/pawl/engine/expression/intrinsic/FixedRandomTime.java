package dev.pawl.engine.expression.intrinsic;

import dev.pawl.engine.expression.EvaluationTime;
import java.time.Instant;

/** An evaluation time at the epoch with a fixed sequence of random numbers. */
final class FixedRandomTime implements EvaluationTime {

  private long state;

  static FixedRandomTime fixed() {
    return new FixedRandomTime();
  }

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public long nextLong() {
    state += 0x9E3779B97F4A7C15L;
    return state * (state | 1);
  }
}
