package dev.pawl.postgres.connection;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections for the pool and remembers whether the last attempt failed. The pool reports
 * only that it has no connection, whether the database is slow or unreachable.
 */
final class ObservedDataSource implements DataSource {

  private final String url;
  private final Properties properties;
  private volatile boolean isFailing;

  ObservedDataSource(String url, Properties properties) {
    this.url = url;
    this.properties = properties;
  }

  /** Returns true if the last attempt to connect failed. */
  boolean isFailing() {
    return isFailing;
  }

  @Override
  public Connection getConnection() throws SQLException {
    try {
      Connection connection = DriverManager.getConnection(url, properties);
      isFailing = false;
      return connection;
    } catch (SQLException failed) {
      isFailing = true;
      throw failed;
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    // The driver has its own logging.
  }

  /** Ignored: the connection properties contain the timeout. */
  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("this is no wrapper of " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
