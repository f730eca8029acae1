package dev.pawl.postgres.feed;

import dev.pawl.engine.Status;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.journal.UnreadableFactException;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.query.WaitColumns;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** Reads facts by their keys. */
public final class TenantFacts {

  private static final System.Logger LOG = System.getLogger(TenantFacts.class.getName());

  /** The fetch size; facts can be large, so only this many are in memory at a time. */
  private static final int FETCH_SIZE = 100;

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
          .formatted(WaitColumns.STATUS);

  private final TenantDatabase tenanted;

  public TenantFacts(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** Passes the facts that still exist to the reader, in the order of the keys. */
  public void read(TenantId tenant, List<FactKey> keys, Consumer<JournalFact> reader) {
    if (keys.isEmpty()) {
      return;
    }
    tenanted
        .of(tenant)
        .transact(
            connection -> {
              ConnectionTemplate.update(connection, BY_KEY);
              read(connection, tenant, keys, reader);
              return true;
            });
  }

  private static void read(
      Connection connection, TenantId tenant, List<FactKey> keys, Consumer<JournalFact> reader)
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
      statement.setFetchSize(FETCH_SIZE);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          try {
            reader.accept(readFact(tenant, row));
          } catch (UnreadableFactException newer) {
            LOG.log(Level.WARNING, "A fact that only a later release can read is skipped", newer);
          }
        }
      }
    }
  }

  private static JournalFact readFact(TenantId tenant, ResultSet row) throws SQLException {
    return new JournalFact(
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
