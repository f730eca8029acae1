package dev.pawl.postgres.upkeep;

import dev.pawl.postgres.connection.Borrowed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/** Rows of executions that are gone, deleted key range by key range. */
final class Orphans {

  private static final int BATCH = 5_000;

  // The executions first: a limit on rows could part those of one execution.
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

  private record Reached(int deleted, boolean end, int tenant, UUID execution) {

    static final Reached BEGINNING = new Reached(0, false, Integer.MIN_VALUE, new UUID(0, 0));

    Reached atEnd() {
      return new Reached(0, true, tenant, execution);
    }
  }

  private final Borrowed borrowed;
  private final String delete;

  private Orphans(Borrowed borrowed, String table) {
    this.borrowed = borrowed;
    this.delete = DELETE.formatted(table, BATCH);
  }

  /** Snapshots that came too late. */
  static Orphans ofSnapshots(Borrowed borrowed) {
    return new Orphans(borrowed, "snapshot");
  }

  /** Letters to nobody. */
  static Orphans ofInbox(Borrowed borrowed) {
    return new Orphans(borrowed, "inbox");
  }

  int delete() {
    int deleted = 0;
    Reached reached = Reached.BEGINNING;
    while (!reached.end) {
      Reached from = reached;
      reached = borrowed.use(connection -> deleteAfter(connection, from));
      deleted += reached.deleted;
    }
    return deleted;
  }

  private Reached deleteAfter(Connection connection, Reached from) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(delete)) {
      statement.setInt(1, from.tenant);
      statement.setObject(2, from.execution);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? new Reached(
                rows.getInt(1),
                rows.getInt(2) < BATCH,
                rows.getInt(3),
                rows.getObject(4, UUID.class))
            : from.atEnd();
      }
    }
  }
}
