package dev.pawl.postgres.desk;

import dev.pawl.postgres.connection.Fault;
import dev.pawl.postgres.connection.Line;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/** Uses a line, one thread at a time, and tells its failures in the words of the ports. */
public final class Attempt {

  /** Something done with a database. */
  public interface Deed<T> {
    T done() throws SQLException;
  }

  private Attempt() {}

  public static <T> T on(Line line, ReentrantLock turn, Lease lease, Deed<T> deed) {
    lease.check();
    turn.lock();
    try {
      return deed.done();
    } catch (SQLException failed) {
      line.drop();
      lease.checkTime();
      throw Fault.unavailable(failed);
    } finally {
      turn.unlock();
    }
  }
}
