package dev.pawl.postgres.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A table to see what lasts. */
record TestTable(String url, String user, String password) {

  static TestTable in(EmbeddedPostgres server) {
    return new TestTable(server.url(), server.user(), server.password());
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  void add() throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS kept (it int)");
      statement.execute("INSERT INTO kept VALUES (42)");
    }
  }

  int count() throws SQLException {
    return Integer.parseInt(ask("SELECT count(*) FROM kept"));
  }

  String ask(String sql) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
