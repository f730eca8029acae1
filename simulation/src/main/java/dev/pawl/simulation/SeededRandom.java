package dev.pawl.simulation;

import java.util.List;

/** A random source that depends on the seed only. */
final class SeededRandom {

  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  SeededRandom(long seed) {
    this.state = mix(seed + STEP);
  }

  /** Returns a hash that depends on the arguments only. */
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

  /** Returns a number from {@code first} to {@code last}, both included. */
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
