package dev.pawl.postgres.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Identifies the database of Pawl on the embedded server. */
record EmbeddedDatabase(int port, String password) {

  static final String USER = "pawl";

  private static final String NAME = "pawl";
  private static final String MAINTENANCE_DATABASE = "postgres";
  private static final String SOCKET_TIMEOUT_SECONDS = "60";
  private static final String FIND = "SELECT 1 FROM pg_database WHERE datname = '" + NAME + "'";
  private static final String CREATE = "CREATE DATABASE " + NAME;

  String url() {
    return url(NAME);
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
  }

  private Connection connect() throws SQLException {
    var properties = new Properties();
    properties.setProperty("user", USER);
    properties.setProperty("password", password);
    properties.setProperty("socketTimeout", SOCKET_TIMEOUT_SECONDS);
    return DriverManager.getConnection(url(MAINTENANCE_DATABASE), properties);
  }

  void createIfMissing() {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(FIND)) {
      if (!found.next()) {
        statement.execute(CREATE);
      }
    } catch (SQLException failed) {
      throw new EmbeddedPostgresException(
          "the embedded PostgreSQL runs, but cannot be used: " + failed.getMessage(), failed);
    }
  }

  @Override
  public String toString() {
    return url();
  }
}
