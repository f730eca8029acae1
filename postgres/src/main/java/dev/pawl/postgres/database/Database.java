package dev.pawl.postgres.database;

import dev.pawl.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * The PostgreSQL database that Pawl lives in.
 *
 * @param url its address for JDBC, without user and password
 * @param user empty for the name of the operating system's user
 * @param password empty if the server asks for none, or if a password file has it
 */
public record Database(String url, String user, String password) {

  private static final String SECONDS_TO_CONNECT = "10";

  public static Database of(EmbeddedPostgres server) {
    return new Database(server.url(), server.user(), server.password());
  }

  /** Takes {@code jdbc:postgresql://...} and {@code postgresql://user:password@host/name}. */
  public static Database at(String url) {
    return DatabaseUrl.parse(url);
  }

  /** Connects and looks whether Pawl can work there; if not, says what to do about it. */
  public ServerVersion check() {
    return DatabaseCheck.of(this);
  }

  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url, properties());
  }

  /** What the driver wants to know besides the address. */
  public Properties properties() {
    var properties = new Properties();
    properties.setProperty("ApplicationName", "pawl");
    properties.setProperty("connectTimeout", SECONDS_TO_CONNECT);
    properties.setProperty("tcpKeepAlive", "true");
    if (!user.isEmpty()) {
      properties.setProperty("user", user);
    }
    if (!password.isEmpty()) {
      properties.setProperty("password", password);
    }
    return properties;
  }

  /** Fit for logs: the password stays out of it. */
  @Override
  public String toString() {
    return user.isEmpty() ? url : url + " as " + user;
  }
}
