package dev.pawl.postgres.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.Borrowed;
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
 * Finds which facts became durable between two states of the database, for any number of tenants in
 * one look, and tells nothing of them but where they are.
 *
 * <p>A fact is made a while before it is durable, so a look begins a while before the earlier
 * state. Facts that a retry has copied are as old as what they were copied from; they are found by
 * their execution, which is young.
 */
public final class JournalNews {

  private static final System.Logger LOG = System.getLogger(JournalNews.class.getName());

  /** The shortest time that is granted to a fact between being made and being durable. */
  private static final Duration LATE = Duration.ofSeconds(20);

  // Before the state: whoever gets a number between the two began after this.
  private static final String OLDEST_WRITER =
      """
      select least(clock_timestamp(), min(a.xact_start)) from pg_stat_activity a
       where a.datname = current_database() and a.backend_xid is not null
         and a.pid <> pg_backend_pid()
      """;

  private static final String STATE = "select pg_current_snapshot()::text";

  // Only the index on time knows what is young; left to itself, the planner takes that of tenants.
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

  // The age comes first: it is cheap, and true of hardly any row that was told before.
  private static final String DURABLE_SINCE =
      """
         and age(j.xmin) <= age(?::text::xid)
         and not pg_visible_in_snapshot(
               pawl.transaction(j.xmin, ?::pg_snapshot), ?::pg_snapshot)
         and pg_visible_in_snapshot(
               pawl.transaction(j.xmin, ?::pg_snapshot), ?::pg_snapshot)
         and (j.at, j.execution, j.seq) > (?, ?, ?)
       order by j.at, j.execution, j.seq limit ?
      """;

  static final String YOUNG =
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

  // Of today and the days before; those of the days to come are there too, and empty.
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

  private final Borrowed everybody;
  private final Duration late;

  /**
   * @param everybody who sees the facts of all tenants
   * @param lease how long a node may be silent, and then still write
   */
  public JournalNews(Borrowed everybody, Duration lease) {
    this.everybody = everybody;
    Duration twice = lease.multipliedBy(2);
    this.late = twice.compareTo(LATE) > 0 ? twice : LATE;
  }

  /** The state of the database now. */
  public Moment now() {
    return everybody.use(
        connection -> {
          Instant taken =
              Rows.first(connection, OLDEST_WRITER, row -> Rows.time(row, 1).orElseThrow())
                  .orElseThrow();
          String state = Rows.first(connection, STATE, row -> row.getString(1)).orElseThrow();
          return new Moment(state, taken);
        });
  }

  /** Facts made before that were durable, or copied. */
  public Instant oldest(Moment since) {
    return since.taken().minus(late);
  }

  /**
   * What to look for.
   *
   * @param since the earlier state, all of which is known
   * @param until the later state
   * @param after the facts up to here are known too
   * @param limit how many to find at most
   */
  public record Span(Moment since, String until, FactKey.Spot after, int limit) {}

  /** What became durable and was made between those times, in order. */
  public List<FactKey> young(
      Collection<TenantId> tenants, Span span, Instant from, Instant before) {
    return everybody.transact(
        connection -> {
          Borrowed.update(connection, BY_TIME);
          List<Object> values = new ArrayList<>();
          values.add(offset(from));
          values.add(offset(before));
          values.add(array(connection, tenants));
          return keys(connection, YOUNG, values, span);
        });
  }

  /** Copies of facts older than a look would see, in order. */
  public List<FactKey> copied(Collection<TenantId> tenants, Span span) {
    UUID first = Partitions.first(oldest(span.since()));
    return everybody.transact(
        connection -> {
          Borrowed.update(connection, BY_EXECUTION);
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
    return Rows.list(connection, sql, JournalNews::key, values.toArray());
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
   * Brings the index on time up to date, which the database does about once a minute: until then,
   * every look reads all that is new since.
   */
  public void summarize() {
    try {
      everybody.transact(
          connection -> {
            Borrowed.update(connection, "set local lock_timeout = '100ms'");
            for (String index : Rows.list(connection, INDEXES, row -> row.getString(1))) {
              Rows.list(connection, SUMMARIZE, row -> row.getInt(1), index);
            }
            return true;
          });
    } catch (UnavailableException later) {
      LOG.log(Level.DEBUG, "The index on the time of facts is left to the database", later);
    }
  }
}
