package dev.pawl.bench.compare;

import dev.pawl.peers.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Fills a Pawl database with copies of its one finished execution, faster than running them. Parked
 * executions are copies as well and wake after a year, so none wakes during a measurement.
 */
final class DatabaseFiller {

  private DatabaseFiller() {}

  static void fill(Database database, long parked, long journalRows) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          create temp table sample as
          select * from pawl.journal where execution = (select id from pawl.finished)\
          """);
      long facts = count(statement, "sample");
      long finished = Math.max(0, journalRows - parked) / facts;
      statement.execute(
          "create temp table finished_id as select uuidv7() as id from generate_series(1, %d)"
              .formatted(finished));
      statement.execute(
          "create temp table parked_id as select uuidv7() as id from generate_series(1, %d)"
              .formatted(parked));
      copy(statement, "journal", "execution", "sample", "finished_id");
      statement.execute("delete from sample where seq > (select min(seq) from sample)");
      copy(statement, "journal", "execution", "sample", "parked_id");
      statement.execute("create temp table one as select * from pawl.finished");
      statement.execute(
          """
          insert into pawl.execution (tenant, version, id, priority, queue, depth, flow, wake_at)
          select tenant, version, parked_id.id, priority, 100, depth, flow, now() + interval '1 year'
          from one, parked_id\
          """);
      copy(statement, "finished", "id", "one", "finished_id");
      statement.execute("vacuum analyze pawl.execution, pawl.journal, pawl.finished");
    } catch (SQLException e) {
      throw new IllegalStateException("cannot fill " + database.url(), e);
    }
  }

  /** Inserts every row of the sample once for every new id. */
  private static void copy(Statement statement, String table, String key, String sample, String ids)
      throws SQLException {
    List<String> columns = columns(statement, table);
    String values =
        columns.stream()
            .map(column -> column.equals(key) ? ids + ".id" : sample + "." + column)
            .collect(Collectors.joining(", "));
    statement.execute(
        "insert into pawl.%s (%s) select %s from %s, %s"
            .formatted(table, String.join(", ", columns), values, sample, ids));
  }

  private static List<String> columns(Statement statement, String table) throws SQLException {
    List<String> columns = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            """
            select column_name from information_schema.columns
            where table_schema = 'pawl' and table_name = '%s'\
            """
                .formatted(table))) {
      while (rows.next()) {
        columns.add(rows.getString(1));
      }
    }
    return columns;
  }

  private static long count(Statement statement, String table) throws SQLException {
    try (ResultSet row = statement.executeQuery("select count(*) from " + table)) {
      row.next();
      return row.getLong(1);
    }
  }
}
