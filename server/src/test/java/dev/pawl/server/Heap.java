package dev.pawl.server;

import java.lang.management.ManagementFactory;

/** Measures used memory, for tests that run alone. */
final class Heap {

  private static final long MIN_SLACK_BYTES = 64L * 1024 * 1024;

  private Heap() {}

  /** Memory used by reachable objects. */
  static long used() {
    var memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** Allowed growth if nothing was retained. */
  static long slack(long before) {
    return Math.max(before / 10, MIN_SLACK_BYTES);
  }
}
