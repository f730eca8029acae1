package dev.pawl.postgres.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Does something with a connection of the pool, and tells failures in the words of the ports. */
final class Borrowed {

  /** Where connections come from. */
  interface Source {
    Connection borrow() throws SQLException;
  }

  /** Something done with a connection. */
  interface Deed<T> {
    T done(Connection connection) throws SQLException;
  }

  private final Source source;

  Borrowed(Source source) {
    this.source = source;
  }

  <T> T use(Deed<T> deed) {
    try (Connection connection = source.borrow()) {
      return deed.done(connection);
    } catch (SQLException failed) {
      throw Attempt.unavailable(failed);
    }
  }

  /** All of it or nothing. */
  <T> T transact(Deed<T> deed) {
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
  int update(String sql, Object... values) {
    return use(connection -> update(connection, sql, values));
  }

  static int update(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement.execute() ? 0 : statement.getUpdateCount();
    }
  }

  /** Runs a statement that changes at most so many rows until it changes fewer. */
  int updateInBatches(int size, String sql, Object... values) {
    int all = 0;
    int batch = size;
    while (batch == size) {
      batch = update(sql, values);
      all += batch;
    }
    return all;
  }
}
