package dev.pawl.engine.expression;

import java.time.Instant;

/**
 * The time and the random numbers that an expression sees. Both follow from the fact that is
 * applied, so that evaluation is repeatable.
 */
public interface EvaluationTime {

  /** Returns the time of the fact, which is also that of {@code $now()} and {@code $millis()}. */
  Instant now();

  /** Returns the next number of a sequence that depends only on the execution and the fact. */
  long nextLong();
}
