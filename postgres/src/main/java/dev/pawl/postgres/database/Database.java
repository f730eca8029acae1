package dev.pawl.postgres.database;

import dev.pawl.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * Identifies the PostgreSQL database of a store: either an address, or a data source of the
 * application.
 *
 * @param url the JDBC address without user and password; empty for a data source
 * @param user the database user; if empty, the name of the operating system's user
 * @param password the password; empty if the server needs none or a password file has it
 * @param dataSource the data source that opens all connections instead of the address
 */
public record Database(String url, String user, String password, Optional<DataSource> dataSource) {

  private static final String CONNECT_TIMEOUT_SECONDS = "10";

  public Database(String url, String user, String password) {
    this(url, user, password, Optional.empty());
  }

  /** Returns the database behind a data source, such as the connection pool of an application. */
  public static Database of(DataSource dataSource) {
    return new Database("", "", "", Optional.of(dataSource));
  }

  /** Returns the database of an embedded server. */
  public static Database of(EmbeddedPostgres server) {
    return new Database(server.url(), server.user(), server.password());
  }

  /**
   * Parses {@code jdbc:postgresql://...} or {@code postgresql://user:password@host/name}.
   *
   * @throws IllegalArgumentException if the address has another form
   */
  public static Database at(String url) {
    return DatabaseUrl.parse(url);
  }

  /**
   * Connects and checks version, encoding and writability.
   *
   * @throws DatabaseUnusableException if Pawl cannot use the database; the message says what to do
   */
  public ServerVersion check() {
    return DatabaseCheck.of(this);
  }

  /** Opens a connection in auto-commit mode. */
  public Connection connect() throws SQLException {
    if (dataSource.isPresent()) {
      Connection connection = dataSource.get().getConnection();
      connection.setAutoCommit(true);
      return connection;
    }
    return DriverManager.getConnection(url, properties());
  }

  /** Returns the connection properties of the driver, user and password included. */
  public Properties properties() {
    var properties = new Properties();
    properties.setProperty("ApplicationName", "pawl");
    properties.setProperty("connectTimeout", CONNECT_TIMEOUT_SECONDS);
    properties.setProperty("tcpKeepAlive", "true");
    if (!user.isEmpty()) {
      properties.setProperty("user", user);
    }
    if (!password.isEmpty()) {
      properties.setProperty("password", password);
    }
    return properties;
  }

  /** Returns the address without the password. */
  @Override
  public String toString() {
    if (dataSource.isPresent()) {
      return "of the data source " + dataSource.get().getClass().getName();
    }
    return user.isEmpty() ? url : url + " as " + user;
  }
}
