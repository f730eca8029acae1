package dev.pawl.testkit.simulation;

import java.util.List;

/** Chance that the seed alone decides. */
final class Dice {

  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  Dice(long seed) {
    this.state = mix(seed + STEP);
  }

  /** A number that depends on nothing but the arguments. */
  static long hash(long seed, String text) {
    long hash = mix(seed + STEP);
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return mix(hash);
  }

  int below(int bound) {
    state += STEP;
    return (int) Math.floorMod(mix(state), (long) bound);
  }

  /** From the first to the last, both included. */
  int between(int first, int last) {
    return first + below(last - first + 1);
  }

  boolean percent(int chance) {
    return below(100) < chance;
  }

  <T> T any(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  @SafeVarargs
  final <T> T any(T... choices) {
    return choices[below(choices.length)];
  }

  private static long mix(long value) {
    value = (value ^ (value >>> 32)) * 0xD6E8FEB86659FD93L;
    value = (value ^ (value >>> 32)) * 0xD6E8FEB86659FD93L;
    return value ^ (value >>> 32);
  }
}
