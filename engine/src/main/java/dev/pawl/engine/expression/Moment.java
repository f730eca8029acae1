package dev.pawl.engine.expression;

import java.time.Instant;

/**
 * The time and the chance an expression sees. Both are derived from the fact being applied, which
 * is what keeps evaluation repeatable.
 */
public interface Moment {

  /** The time of the fact; what {@code $now()} and {@code $millis()} give. */
  Instant now();

  /** The next number of a sequence fixed by the execution and the fact. */
  long nextLong();
}
