package dev.pawl.postgres.feed;

import dev.pawl.engine.Status;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.journal.UnreadableFactException;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.postgres.query.Standings;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** Reads facts of which it is known where they are. */
public final class TenantFacts {

  private static final System.Logger LOG = System.getLogger(TenantFacts.class.getName());

  /** Facts can be large: no more of them are in memory at the same time. */
  private static final int AT_ONCE = 100;

  private static final String BY_KEY =
      """
      set local enable_seqscan = off; set local enable_hashjoin = off;
      set local enable_mergejoin = off; set local max_parallel_workers_per_gather = 0\
      """;

  private static final String FACTS =
      """
      select j.at, j.execution, j.seq, j.fact, coalesce(e.flow, f.flow),
             coalesce(e.version, f.version), coalesce(f.status, %s),
             e.test is not null or f.test is not null
        from unnest(?::uuid[], ?::int[]) with ordinality k (execution, seq, place)
        join pawl.journal j
          on j.tenant = ? and j.execution = k.execution and j.seq = k.seq
        left join pawl.execution e on e.tenant = ? and e.id = k.execution
        left join pawl.finished f on f.tenant = ? and f.id = k.execution
       where e.id is not null or f.id is not null
       order by k.place
      """
          .formatted(Standings.STATUS);

  private final Tenanted tenanted;

  public TenantFacts(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  /** Hands over those that are still there, in the order of the keys. */
  public void read(TenantId tenant, List<FactKey> keys, Consumer<Happened> reader) {
    if (keys.isEmpty()) {
      return;
    }
    tenanted
        .of(tenant)
        .transact(
            connection -> {
              Borrowed.update(connection, BY_KEY);
              read(connection, tenant, keys, reader);
              return true;
            });
  }

  private static void read(
      Connection connection, TenantId tenant, List<FactKey> keys, Consumer<Happened> reader)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FACTS)) {
      statement.setArray(
          1,
          connection.createArrayOf(
              "uuid", keys.stream().map(key -> key.spot().execution()).toArray()));
      statement.setArray(
          2,
          connection.createArrayOf("int4", keys.stream().map(key -> key.spot().seq()).toArray()));
      statement.setInt(3, tenant.value());
      statement.setInt(4, tenant.value());
      statement.setInt(5, tenant.value());
      statement.setFetchSize(AT_ONCE);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          try {
            reader.accept(happened(tenant, row));
          } catch (UnreadableFactException newer) {
            LOG.log(Level.WARNING, "A fact that only a later release can read is not told", newer);
          }
        }
      }
    }
  }

  private static Happened happened(TenantId tenant, ResultSet row) throws SQLException {
    return new Happened(
        new FactKey(
            tenant,
            new FactKey.Spot(
                Rows.time(row, 1).orElseThrow(), row.getObject(2, UUID.class), row.getInt(3))),
        FactBytes.read(row.getBytes(4)),
        new VersionKey(tenant, row.getString(5), row.getInt(6)),
        Status.valueOf(row.getString(7)),
        row.getBoolean(8));
  }
}
