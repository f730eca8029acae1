package dev.pawl.chaos.cluster;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;

/** Queries the tables of a cluster for progress and evidence. */
final class ClusterInspection {

  private final DatabaseAddress database;

  ClusterInspection(DatabaseAddress database) {
    this.database = database;
  }

  /** Counters of progress; two equal values in a row mean that nothing happened in between. */
  record Progress(long live, long facts) {}

  Progress progress() throws SQLException {
    return new Progress(
        number("select count(*) from pawl.execution"), number("select count(*) from pawl.journal"));
  }

  /** Returns the names of all nodes with a valid lease. */
  Set<String> members() throws SQLException {
    return texts("select name from pawl.node where lease_until > now()");
  }

  /** Returns the first column of a query. */
  Set<String> texts(String query) throws SQLException {
    Set<String> texts = new HashSet<>();
    try (Connection connection = DirectConnections.open(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  long number(String query) throws SQLException {
    try (Connection connection = DirectConnections.open(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  void execute(String sql) throws SQLException {
    DirectConnections.execute(database, sql);
  }

  /** Returns the rows of a query as text. */
  String table(String query) throws SQLException {
    StringBuilder text = new StringBuilder("-- ").append(query).append('\n');
    try (Connection connection = DirectConnections.open(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      ResultSetMetaData columns = rows.getMetaData();
      while (rows.next()) {
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          String value = rows.getString(i);
          if (value != null) {
            text.append(columns.getColumnLabel(i)).append('=').append(value).append("  ");
          }
        }
        text.append('\n');
      }
    }
    return text.append('\n').toString();
  }
}
