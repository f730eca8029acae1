package dev.pawl.worker;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait after trouble: longer each time, and never all workers at once. */
final class Backoff {

  private static final Duration FIRST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(15);

  private Duration next = FIRST;

  void reset() {
    next = FIRST;
  }

  /** Between half of it and all of it. */
  Duration next() {
    long most = next.toMillis();
    Duration twice = next.multipliedBy(2);
    next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
  }
}
