package dev.pawl.server;

import java.lang.management.ManagementFactory;

/** How much memory is used, for tests that run alone. */
final class Heap {

  private static final long LITTLE = 64L * 1024 * 1024;

  private Heap() {}

  /** By what cannot be thrown away. */
  static long used() {
    var memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** How much more may be used later, if nothing was kept. */
  static long slack(long before) {
    return Math.max(before / 10, LITTLE);
  }
}
