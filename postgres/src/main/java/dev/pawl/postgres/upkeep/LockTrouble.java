package dev.pawl.postgres.upkeep;

import dev.pawl.engine.store.UnavailableException;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Tries again, a few times, what could not get its locks: whoever has them needs them more. */
final class LockTrouble {

  private static final int TRIES = 8;
  private static final long PAUSE_MILLIS = 100;

  /** Not available in time; a deadlock; somebody else has made or dropped it meanwhile. */
  private static final Set<String> STATES = Set.of("55P03", "40P01", "42P07", "42P01");

  private LockTrouble() {}

  static <T> T retry(Supplier<T> deed) {
    for (int tries = 1; ; tries++) {
      try {
        return deed.get();
      } catch (UnavailableException failed) {
        if (tries == TRIES || !isIt(failed) || !pause(tries)) {
          throw failed;
        }
      }
    }
  }

  static boolean isIt(UnavailableException failed) {
    return failed.getCause() instanceof SQLException cause
        && cause.getSQLState() != null
        && STATES.contains(cause.getSQLState());
  }

  private static boolean pause(int tries) {
    try {
      long most = PAUSE_MILLIS << Math.min(tries, 4);
      Thread.sleep(ThreadLocalRandom.current().nextLong(most / 2, most));
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
