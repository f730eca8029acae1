package dev.pawl.engine.expression.intrinsic;

import dev.pawl.engine.expression.Moment;
import dev.pawl.sdk.Json;
import java.util.UUID;

/** Arithmetic and chance. */
final class Numbers {

  private static final long MAX_INTEGER = (1L << 53) - 1;

  private Numbers() {}

  static Json add(Given given) {
    return Json.of(
        given.integer(0, Integer.MIN_VALUE, Integer.MAX_VALUE)
            + given.integer(1, Integer.MIN_VALUE, Integer.MAX_VALUE));
  }

  /** From the start to before the end; with a seed always the same. */
  static Json random(Given given, Moment moment) {
    long start = given.integer(0, -MAX_INTEGER, MAX_INTEGER);
    long end = given.integer(1, -MAX_INTEGER, MAX_INTEGER);
    if (start >= end) {
      throw given.failure("the end must be greater than the start");
    }
    long bits =
        given.count() == 3 ? mix(given.integer(2, -MAX_INTEGER, MAX_INTEGER)) : moment.nextLong();
    return Json.of(start + Math.unsignedMultiplyHigh(bits, end - start));
  }

  /** Spreads a seed over 64 bits, as SplitMix64 does. Never to be changed: results are kept. */
  private static long mix(long seed) {
    long z = seed + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  static Json uuid(Moment moment) {
    long high = moment.nextLong() & ~0xF000L | 0x4000L;
    long low = moment.nextLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
    return Json.of(new UUID(high, low).toString());
  }
}
