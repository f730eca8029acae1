package dev.pawl.postgres.connection;

import dev.pawl.engine.store.TenantId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on connections of a source, and translates SQL errors to {@link
 * dev.pawl.engine.store.UnavailableException}.
 */
public final class ConnectionTemplate {

  /** Provides connections; the caller closes each. */
  public interface Source {
    Connection borrow() throws SQLException;
  }

  /** Runs statements on a connection and returns their result. */
  public interface SqlWork<T> {
    T run(Connection connection) throws SQLException;
  }

  /** Binds the parameters of a statement. */
  public interface ParameterBinder {

    /**
     * Binds all parameters.
     *
     * @param from the index of the first parameter
     */
    void bind(PreparedStatement statement, int from) throws SQLException;
  }

  /** Reads the results, one for each statement of the text. */
  public interface RowReader<T> {
    T read(PreparedStatement statement) throws SQLException;
  }

  // The settings of set(), in a form that takes a parameter.
  private static final String SET_TENANT =
      """
      select set_config('role', 'pawl_app', true), set_config('pawl.tenant', ?, true), %s;
      """
          .formatted(PlanSettings.transactionColumns());

  private final Source source;
  private final Optional<TenantId> tenant;

  /** Creates a template without restriction to a tenant. */
  public ConnectionTemplate(Source source) {
    this(source, Optional.empty());
  }

  /**
   * Creates a template restricted to one tenant. The restriction lasts for one transaction, so all
   * work runs in one.
   */
  ConnectionTemplate(Source source, Optional<TenantId> tenant) {
    this.source = source;
    this.tenant = tenant;
  }

  /** Runs work on a connection, in a transaction if the template is restricted to a tenant. */
  public <T> T use(ConnectionTemplate.SqlWork<T> work) {
    return tenant.isEmpty() ? withConnection(work) : transact(work);
  }

  /**
   * Runs statements in a single round trip to the server, as one transaction.
   *
   * @param sql one statement, or several separated by semicolons
   */
  public <T> T ask(
      String sql,
      ConnectionTemplate.ParameterBinder binder,
      ConnectionTemplate.RowReader<T> reader) {
    return withConnection(
        connection -> {
          String text = tenant.isEmpty() ? sql : SET_TENANT + sql;
          try (PreparedStatement statement = connection.prepareStatement(text)) {
            if (tenant.isPresent()) {
              statement.setString(1, Integer.toString(tenant.get().value()));
            }
            binder.bind(statement, tenant.isPresent() ? 2 : 1);
            statement.execute();
            if (tenant.isPresent()) {
              statement.getMoreResults();
            }
            return reader.read(statement);
          }
        });
  }

  private <T> T withConnection(ConnectionTemplate.SqlWork<T> work) {
    try (Connection connection = source.borrow()) {
      return work.run(connection);
    } catch (SQLException failed) {
      throw SqlFault.unavailable(failed);
    }
  }

  /** Runs work in a transaction; rolls back if it fails. */
  public <T> T transact(ConnectionTemplate.SqlWork<T> work) {
    return withConnection(
        connection -> {
          connection.setAutoCommit(false);
          try {
            if (tenant.isPresent()) {
              setTenant(connection, tenant.get());
            }
            T result = work.run(connection);
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

  // Local to the transaction, so that the next user of the connection, or a pooler, is not
  // affected.
  private static void setTenant(Connection connection, TenantId tenant) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "set local role pawl_app; set local pawl.tenant = '%d'".formatted(tenant.value()));
    }
  }

  /** Runs one statement in its own transaction, and returns the number of rows changed. */
  public int update(String sql, @Nullable Object... values) {
    return use(connection -> update(connection, sql, values));
  }

  /** Runs one statement on the connection, and returns the number of rows changed. */
  public static int update(Connection connection, String sql, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement.execute() ? 0 : statement.getUpdateCount();
    }
  }

  /**
   * Repeats a statement that changes at most {@code size} rows until it changes fewer, and returns
   * the total.
   */
  public int updateInBatches(int size, String sql, @Nullable Object... values) {
    int total = 0;
    int batch = size;
    while (batch == size) {
      batch = update(sql, values);
      total += batch;
    }
    return total;
  }
}
