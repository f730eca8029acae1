package dev.pawl.postgres.embedded;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for something that other processes do. */
final class Until {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long PAUSE = Duration.ofMillis(10).toNanos();

  private Until() {}

  static void holds(Callable<Boolean> condition) {
    Instant limit = Instant.now().plus(LIMIT);
    Exception last = new IllegalStateException("it does not hold");
    while (Instant.now().isBefore(limit)) {
      try {
        if (condition.call()) {
          return;
        }
      } catch (Exception failed) {
        last = failed;
      }
      LockSupport.parkNanos(PAUSE);
    }
    throw new AssertionError("not within " + LIMIT, last);
  }

  static void gone(long pid) {
    holds(() -> ProcessHandle.of(pid).filter(Processes::isPostgres).isEmpty());
  }
}
