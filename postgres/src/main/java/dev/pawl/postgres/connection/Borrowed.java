package dev.pawl.postgres.connection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

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
  private final String settings;

  public Borrowed(Source source) {
    this(source, "");
  }

  /** With settings that hold for each transaction, so that everything is done in one. */
  Borrowed(Source source, String settings) {
    this.source = source;
    this.settings = settings;
  }

  public <T> T use(Deed<T> deed) {
    return settings.isEmpty() ? plainly(deed) : transact(deed);
  }

  private <T> T plainly(Deed<T> deed) {
    try (Connection connection = source.borrow()) {
      return deed.done(connection);
    } catch (SQLException failed) {
      throw Fault.unavailable(failed);
    }
  }

  /** All of it or nothing. */
  public <T> T transact(Deed<T> deed) {
    return plainly(
        connection -> {
          connection.setAutoCommit(false);
          try {
            if (!settings.isEmpty()) {
              set(connection);
            }
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

  private void set(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(settings);
    }
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
