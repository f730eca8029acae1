package dev.pawl.postgres.membership;

import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.connection.SqlFault;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/** Runs work on a dedicated connection, one thread at a time, and translates its failures. */
public final class ExclusiveUse {

  /** Runs statements and returns their result. */
  public interface Operation<T> {
    T run() throws SQLException;
  }

  private ExclusiveUse() {}

  /**
   * Runs the work under the lock; drops the connection if it fails.
   *
   * @throws dev.pawl.engine.store.ExpelledException if the lease is lost or must have lapsed
   * @throws dev.pawl.engine.store.UnavailableException if the database does not answer
   */
  public static <T> T on(
      DedicatedConnection connection, ReentrantLock lock, NodeLease lease, Operation<T> work) {
    lease.check();
    lock.lock();
    try {
      return work.run();
    } catch (SQLException failed) {
      connection.drop();
      lease.checkTime();
      throw SqlFault.unavailable(failed);
    } finally {
      lock.unlock();
    }
  }
}
