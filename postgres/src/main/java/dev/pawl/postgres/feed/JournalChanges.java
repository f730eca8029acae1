package dev.pawl.postgres.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.schema.Partitions;
import java.lang.System.Logger.Level;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Finds the facts that became durable between two states of the database, for any number of tenants
 * at once; returns only their keys.
 *
 * <p>A fact is created some time before it is durable, so a search starts some time before the
 * earlier state. Facts that a retry copied keep their old time; they are found by their execution,
 * which is new.
 */
public final class JournalChanges {

  private static final System.Logger LOG = System.getLogger(JournalChanges.class.getName());

  /** The minimum time allowed between the creation of a fact and its commit. */
  private static final Duration MIN_COMMIT_DELAY = Duration.ofSeconds(20);

  // Read before the snapshot: a transaction that gets its id between the two started after this
  // time.
  private static final String OLDEST_WRITER =
      """
      select least(clock_timestamp(), min(a.xact_start)) from pg_stat_activity a
       where a.datname = current_database() and a.backend_xid is not null
         and a.pid <> pg_backend_pid()
      """;

  private static final String STATE = "select pg_current_snapshot()::text";

  // Only the BRIN index on time finds recent facts; the planner would choose the tenant index.
  static final String BY_TIME =
      """
      set local plan_cache_mode = force_custom_plan; set local enable_seqscan = off;
      set local enable_indexscan = off; set local enable_indexonlyscan = off;
      set local max_parallel_workers_per_gather = 0\
      """;

  private static final String BY_EXECUTION =
      """
      set local plan_cache_mode = force_custom_plan; set local enable_seqscan = off;
      set local enable_hashjoin = off; set local enable_mergejoin = off;
      set local max_parallel_workers_per_gather = 0\
      """;

  // The age comes first: it is cheap, and excludes nearly all rows that were delivered before.
  private static final String DURABLE_SINCE =
      """
         and age(j.xmin) <= age(?::text::xid)
         and not pg_visible_in_snapshot(
               pawl.full_transaction_id(j.xmin, ?::pg_snapshot), ?::pg_snapshot)
         and pg_visible_in_snapshot(
               pawl.full_transaction_id(j.xmin, ?::pg_snapshot), ?::pg_snapshot)
         and (j.at, j.execution, j.seq) > (?, ?, ?)
       order by j.at, j.execution, j.seq limit ?
      """;

  static final String RECENT =
      """
      select j.tenant, j.at, j.execution, j.seq
        from pawl.journal j
       where j.at >= ? and j.at < ? and j.tenant + 0 = any(?)
      """
          + DURABLE_SINCE;

  static final String COPIED =
      """
      select j.tenant, j.at, j.execution, j.seq
        from (select e.tenant, e.id from pawl.execution e
               where e.tenant = any(?) and e.id >= ? and e.retried_from is not null
              union all
              select f.tenant, f.id from pawl.finished f
               where f.tenant = any(?) and f.id >= ? and f.retried_from is not null) r
        join pawl.journal j on j.tenant = r.tenant and j.execution = r.id
       where j.execution >= ? and j.at < ?
      """
          + DURABLE_SINCE;

  // Partitions of today and the days before; those of later days exist, but are empty.
  private static final String INDEXES =
      """
      select i.inhrelid::regclass::text
        from pg_inherits i
        join pg_index x on x.indexrelid = i.inhrelid
        join pg_class t on t.oid = x.indrelid
       where i.inhparent = 'pawl.journal_at'::regclass
         and right(t.relname, 8) <= to_char(now() at time zone 'UTC', 'YYYYMMDD')
       order by t.relname desc limit 3
      """;

  private static final String SUMMARIZE = "select brin_summarize_new_values(?::text::regclass)";

  private final ConnectionTemplate allTenants;
  private final Duration commitDelay;

  /**
   * Creates the search.
   *
   * @param allTenants has access to the facts of all tenants
   * @param lease the time for which a node may be silent and still write afterwards
   */
  public JournalChanges(ConnectionTemplate allTenants, Duration lease) {
    this.allTenants = allTenants;
    Duration doubled = lease.multipliedBy(2);
    this.commitDelay = doubled.compareTo(MIN_COMMIT_DELAY) > 0 ? doubled : MIN_COMMIT_DELAY;
  }

  /** Returns the current state of the database. */
  public DbSnapshot now() {
    return allTenants.use(
        connection -> {
          Instant taken =
              Rows.first(connection, OLDEST_WRITER, row -> Rows.time(row, 1).orElseThrow())
                  .orElseThrow();
          String state = Rows.first(connection, STATE, row -> row.getString(1)).orElseThrow();
          return new DbSnapshot(state, taken);
        });
  }

  /**
   * Returns the time before which all facts were durable in the given state, except copied ones.
   */
  public Instant oldest(DbSnapshot since) {
    return since.taken().minus(commitDelay);
  }

  /**
   * Describes a search.
   *
   * @param since the earlier state, whose facts are known
   * @param until the later state
   * @param after the position up to which facts are known too
   * @param limit the maximum number of facts to find
   */
  public record Span(DbSnapshot since, String until, FactKey.Spot after, int limit) {}

  /**
   * Returns the facts that became durable in the span and were created in the given time range, in
   * order.
   */
  public List<FactKey> recent(
      Collection<TenantId> tenants, Span span, Instant from, Instant before) {
    return allTenants.transact(
        connection -> {
          ConnectionTemplate.update(connection, BY_TIME);
          List<Object> values = new ArrayList<>();
          values.add(offset(from));
          values.add(offset(before));
          values.add(array(connection, tenants));
          return keys(connection, RECENT, values, span);
        });
  }

  /**
   * Returns copied facts that became durable in the span and are older than {@link #oldest}, in
   * order.
   */
  public List<FactKey> copied(Collection<TenantId> tenants, Span span) {
    UUID first = Partitions.first(oldest(span.since()));
    return allTenants.transact(
        connection -> {
          ConnectionTemplate.update(connection, BY_EXECUTION);
          Array all = array(connection, tenants);
          List<Object> values = new ArrayList<>(List.of(all, first, all, first, first));
          values.add(offset(oldest(span.since())));
          return keys(connection, COPIED, values, span);
        });
  }

  private static List<FactKey> keys(
      Connection connection, String sql, List<Object> values, Span span) throws SQLException {
    values.add(span.since().oldestOpen());
    values.addAll(List.of(span.until(), span.since().state(), span.until(), span.until()));
    values.add(offset(span.after().at()));
    values.addAll(List.of(span.after().execution(), span.after().seq(), span.limit()));
    return Rows.list(connection, sql, JournalChanges::key, values.toArray());
  }

  private static FactKey key(ResultSet row) throws SQLException {
    return new FactKey(
        new TenantId(row.getInt(1)),
        new FactKey.Spot(
            Rows.time(row, 2).orElseThrow(), row.getObject(3, UUID.class), row.getInt(4)));
  }

  private static Array array(Connection connection, Collection<TenantId> tenants)
      throws SQLException {
    return connection.createArrayOf("int4", tenants.stream().map(TenantId::value).toArray());
  }

  private static OffsetDateTime offset(Instant at) {
    return OffsetDateTime.ofInstant(at, ZoneOffset.UTC);
  }

  /**
   * Summarizes new ranges of the index on time. PostgreSQL does so about once a minute; until then
   * every search reads all new rows.
   */
  public void summarize() {
    try {
      allTenants.transact(
          connection -> {
            ConnectionTemplate.update(connection, "set local lock_timeout = '100ms'");
            for (String index : Rows.list(connection, INDEXES, row -> row.getString(1))) {
              Rows.list(connection, SUMMARIZE, row -> row.getInt(1), index);
            }
            return true;
          });
    } catch (UnavailableException later) {
      LOG.log(
          Level.DEBUG,
          "The index on the time of facts was not summarized; PostgreSQL will do it",
          later);
    }
  }
}
