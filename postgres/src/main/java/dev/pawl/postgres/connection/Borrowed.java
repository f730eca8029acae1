package dev.pawl.postgres.connection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Does something with a connection of the pool, and tells failures in the words of the ports. */
public final class Borrowed {

  /** Where connections come from. */
  public interface Source {
    Connection borrow() throws SQLException;
  }

  /** Something done with a connection. */
  public interface Deed<T> {
    T done(Connection connection) throws SQLException;
  }

  private final Source source;

  public Borrowed(Source source) {
    this.source = source;
  }

  public <T> T use(Deed<T> deed) {
    try (Connection connection = source.borrow()) {
      return deed.done(connection);
    } catch (SQLException failed) {
      throw Fault.unavailable(failed);
    }
  }

  /** All of it or nothing. */
  public <T> T transact(Deed<T> deed) {
    return use(
        connection -> {
          connection.setAutoCommit(false);
          try {
            T result = deed.done(connection);
            connection.commit();
            return result;
          } catch (SQLException | RuntimeException failed) {
            connection.rollback();
            throw failed;
          } finally {
            connection.setAutoCommit(true);
          }
        });
  }

  /** Runs one statement on its own, and says how many rows it changed. */
  public int update(String sql, Object... values) {
    return use(connection -> update(connection, sql, values));
  }

  public static int update(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement.execute() ? 0 : statement.getUpdateCount();
    }
  }

  /** Runs a statement that changes at most so many rows until it changes fewer. */
  public int updateInBatches(int size, String sql, Object... values) {
    int all = 0;
    int batch = size;
    while (batch == size) {
      batch = update(sql, values);
      all += batch;
    }
    return all;
  }
}
