package dev.pawl.postgres.maintenance;

import dev.pawl.engine.store.UnavailableException;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Retries, a few times, operations that could not get their locks. */
final class LockRetry {

  private static final int MAX_ATTEMPTS = 8;
  private static final long BASE_DELAY_MILLIS = 100;

  /**
   * Lock not available, deadlock detected, duplicate table, undefined table; the last two mean that
   * another process created or dropped it meanwhile.
   */
  private static final Set<String> SQL_STATES = Set.of("55P03", "40P01", "42P07", "42P01");

  private LockRetry() {}

  static <T> T retry(Supplier<T> operation) {
    for (int attempt = 1; ; attempt++) {
      try {
        return operation.get();
      } catch (UnavailableException failed) {
        if (attempt == MAX_ATTEMPTS || !isLockFailure(failed) || !pause(attempt)) {
          throw failed;
        }
      }
    }
  }

  static boolean isLockFailure(UnavailableException failed) {
    return failed.getCause() instanceof SQLException cause
        && cause.getSQLState() != null
        && SQL_STATES.contains(cause.getSQLState());
  }

  private static boolean pause(int attempt) {
    try {
      long maxMillis = BASE_DELAY_MILLIS << Math.min(attempt, 4);
      Thread.sleep(ThreadLocalRandom.current().nextLong(maxMillis / 2, maxMillis));
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
