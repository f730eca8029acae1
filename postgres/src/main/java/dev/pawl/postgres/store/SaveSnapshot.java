package dev.pawl.postgres.store;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.membership.WriterContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Saves the snapshot of an execution in place of an older one. */
final class SaveSnapshot {

  // Accepts an execution that has just parked too: most snapshots are taken at that time.
  private static final String SAVE =
      """
      with e as materialized (
        select e.tenant, e.id, e.owner from pawl.execution e
         where e.tenant = ? and e.id = ? and (e.owner = ? or e.owner is null and e.queue = 100))
      , s as (
        insert into pawl.snapshot (tenant, execution, seq, at, format, bytes)
        select e.tenant, e.id, ?, ?, ?, ? from e
        on conflict (tenant, execution) do update
           set seq = excluded.seq, at = excluded.at,
               format = excluded.format, bytes = excluded.bytes
         where snapshot.seq < excluded.seq)
      select from e where e.owner is not null
      """;

  private SaveSnapshot() {}

  /** Saves a snapshot, unless the execution belongs to another node or has ended. */
  static void save(
      Connections connections,
      WriterContext context,
      ExecutionKey key,
      ClaimedExecution.Snapshot snapshot) {
    try (Connection connection = connections.borrow();
        PreparedStatement statement = connection.prepareStatement(SAVE)) {
      statement.setInt(1, key.tenant().value());
      statement.setObject(2, key.id().value());
      statement.setInt(3, context.node());
      statement.setInt(4, Math.toIntExact(snapshot.seq()));
      statement.setObject(5, OffsetDateTime.ofInstant(snapshot.at(), ZoneOffset.UTC));
      statement.setInt(6, snapshot.format());
      statement.setBytes(7, snapshot.bytes());
      context.held().snapshots().add(key);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          context.held().snapshots().remove(key);
        }
      }
    } catch (SQLException failed) {
      throw SqlFault.unavailable(failed);
    }
  }
}
