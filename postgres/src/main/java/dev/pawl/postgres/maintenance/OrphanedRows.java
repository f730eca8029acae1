package dev.pawl.postgres.maintenance;

import dev.pawl.postgres.connection.ConnectionTemplate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/** Deletes rows of executions that no longer exist, in key ranges. */
final class OrphanedRows {

  private static final int EXECUTIONS_PER_STATEMENT = 5_000;

  // Limited by executions, because a limit on rows could split those of one execution.
  private static final String DELETE =
      """
      with c as materialized (
        select distinct o.tenant, o.execution from pawl.%1$s o
         where (o.tenant, o.execution) > (?, ?)
         order by o.tenant, o.execution limit %2$d)
      , d as (
        delete from pawl.%1$s o using c
         where o.tenant = c.tenant and o.execution = c.execution
           and not exists (select from pawl.execution e
                            where e.tenant = c.tenant and e.id = c.execution)
        returning 1)
      select (select count(*) from d), (select count(*) from c), c.tenant, c.execution
        from c order by c.tenant desc, c.execution desc limit 1
      """;

  private record Cursor(int deleted, boolean end, int tenant, UUID execution) {

    static final Cursor START = new Cursor(0, false, Integer.MIN_VALUE, new UUID(0, 0));

    Cursor atEnd() {
      return new Cursor(0, true, tenant, execution);
    }
  }

  private final ConnectionTemplate jdbc;
  private final String delete;

  private OrphanedRows(ConnectionTemplate jdbc, String table) {
    this.jdbc = jdbc;
    this.delete = DELETE.formatted(table, EXECUTIONS_PER_STATEMENT);
  }

  /** Returns the deletion of snapshots that were written after their execution ended. */
  static OrphanedRows ofSnapshots(ConnectionTemplate jdbc) {
    return new OrphanedRows(jdbc, "snapshot");
  }

  /** Returns the deletion of messages without a receiver. */
  static OrphanedRows ofInbox(ConnectionTemplate jdbc) {
    return new OrphanedRows(jdbc, "inbox");
  }

  int delete() {
    int deleted = 0;
    Cursor reached = Cursor.START;
    while (!reached.end) {
      Cursor from = reached;
      reached = jdbc.use(connection -> deleteAfter(connection, from));
      deleted += reached.deleted;
    }
    return deleted;
  }

  private Cursor deleteAfter(Connection connection, Cursor from) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(delete)) {
      statement.setInt(1, from.tenant);
      statement.setObject(2, from.execution);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? new Cursor(
                rows.getInt(1),
                rows.getInt(2) < EXECUTIONS_PER_STATEMENT,
                rows.getInt(3),
                rows.getObject(4, UUID.class))
            : from.atEnd();
      }
    }
  }
}
