package dev.pawl.engine.expression.jsonata;

import dev.pawl.engine.expression.EvaluationTime;
import java.time.Instant;

/** An evaluation time with a fixed time and a fixed sequence of random numbers. */
final class FixedEvaluationTime implements EvaluationTime {

  private long state = 42;

  @Override
  public Instant now() {
    return Instant.parse("2026-03-01T10:20:30.123Z");
  }

  @Override
  public long nextLong() {
    state = state * 6364136223846793005L + 1442695040888963407L;
    return state ^ state >>> 29;
  }
}
