package dev.pawl.postgres.connection;

import dev.pawl.engine.store.TenantId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

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

  /** Gives a question its values. */
  public interface Asking {

    /**
     * @param from the index of the first value
     */
    void ask(PreparedStatement statement, int from) throws SQLException;
  }

  /** Takes the answers to a question, one for each of its statements. */
  public interface Hearing<T> {
    T heard(PreparedStatement answers) throws SQLException;
  }

  // As the settings below; in words that take a value.
  private static final String SEEN_BY =
      """
      select set_config('role', 'pawl_app', true), set_config('pawl.tenant', ?, true), %s;
      """
          .formatted(SteadyPlans.ofTransaction());

  private final Source source;
  private final Optional<TenantId> seenBy;

  public Borrowed(Source source) {
    this(source, Optional.empty());
  }

  /** As one tenant sees it; that holds for one transaction, so that everything is done in one. */
  Borrowed(Source source, Optional<TenantId> seenBy) {
    this.source = source;
    this.seenBy = seenBy;
  }

  public <T> T use(Deed<T> deed) {
    return seenBy.isEmpty() ? plainly(deed) : transact(deed);
  }

  /**
   * Asks something in one turn to the server and back: all that is sent together is one
   * transaction.
   *
   * @param question one statement or several, parted by semicolons
   */
  public <T> T ask(String question, Asking asking, Hearing<T> hearing) {
    return plainly(
        connection -> {
          String text = seenBy.isEmpty() ? question : SEEN_BY + question;
          try (PreparedStatement statement = connection.prepareStatement(text)) {
            if (seenBy.isPresent()) {
              statement.setString(1, Integer.toString(seenBy.get().value()));
            }
            asking.ask(statement, seenBy.isPresent() ? 2 : 1);
            statement.execute();
            if (seenBy.isPresent()) {
              statement.getMoreResults();
            }
            return hearing.heard(statement);
          }
        });
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
            if (seenBy.isPresent()) {
              set(connection, seenBy.get());
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

  // Until the transaction ends, whoever has the connection next, a pooler included.
  private static void set(Connection connection, TenantId tenant) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "set local role pawl_app; set local pawl.tenant = '%d'".formatted(tenant.value()));
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
