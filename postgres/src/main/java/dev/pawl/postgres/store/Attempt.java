package dev.pawl.postgres.store;

import dev.pawl.engine.store.UnavailableException;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/** Uses a line, one thread at a time, and tells its failures in the words of the ports. */
final class Attempt {

  /** Something done with a database. */
  interface Deed<T> {
    T done() throws SQLException;
  }

  private Attempt() {}

  static <T> T on(Line line, ReentrantLock turn, Lease lease, Deed<T> deed) {
    lease.check();
    turn.lock();
    try {
      return deed.done();
    } catch (SQLException failed) {
      line.drop();
      lease.checkTime();
      throw unavailable(failed);
    } finally {
      turn.unlock();
    }
  }

  static UnavailableException unavailable(SQLException failed) {
    return new UnavailableException(
        "The database cannot do it now: " + failed.getMessage(), failed);
  }
}
