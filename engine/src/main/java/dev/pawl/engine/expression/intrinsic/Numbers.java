package dev.pawl.engine.expression.intrinsic;

import dev.pawl.engine.expression.EvaluationTime;
import dev.pawl.sdk.Json;
import java.util.UUID;

/** Arithmetic functions and random numbers. */
final class Numbers {

  private static final long MAX_INTEGER = (1L << 53) - 1;

  private Numbers() {}

  static Json add(FunctionArguments given) {
    return Json.of(
        given.integer(0, Integer.MIN_VALUE, Integer.MAX_VALUE)
            + given.integer(1, Integer.MIN_VALUE, Integer.MAX_VALUE));
  }

  /**
   * Returns a random number from the start (inclusive) to the end (exclusive); a seed determines
   * it.
   */
  static Json random(FunctionArguments given, EvaluationTime moment) {
    long start = given.integer(0, -MAX_INTEGER, MAX_INTEGER);
    long end = given.integer(1, -MAX_INTEGER, MAX_INTEGER);
    if (start >= end) {
      throw given.failure("the end must be greater than the start");
    }
    long bits =
        given.count() == 3 ? mix(given.integer(2, -MAX_INTEGER, MAX_INTEGER)) : moment.nextLong();
    return Json.of(start + Math.unsignedMultiplyHigh(bits, end - start));
  }

  /**
   * Spreads a seed over 64 bits like SplitMix64. Must never change, because results are persisted.
   */
  private static long mix(long seed) {
    long z = seed + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  static Json uuid(EvaluationTime moment) {
    long high = moment.nextLong() & ~0xF000L | 0x4000L;
    long low = moment.nextLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
    return Json.of(new UUID(high, low).toString());
  }
}
