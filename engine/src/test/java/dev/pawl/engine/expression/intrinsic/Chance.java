package dev.pawl.engine.expression.intrinsic;

import dev.pawl.engine.expression.EvaluationTime;
import java.time.Instant;

/** A moment whose random numbers are known beforehand. */
final class Chance implements EvaluationTime {

  private long state;

  static Chance fixed() {
    return new Chance();
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
