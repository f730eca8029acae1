package dev.pawl.postgres.failure;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds failed executions that belong to no family yet, of all tenants. The end of an execution
 * writes nothing for families: rows of {@code pawl.finished} are added in the order of ends, and a
 * block range index finds those of the last seconds.
 */
public final class NewFailures {

  /** The largest number of executions of one batch. */
  public static final int MAX_BATCH = 500;

  /** The minimum time allowed between the end of an execution and the start of its transaction. */
  private static final Duration MIN_COMMIT_DELAY = Duration.ofSeconds(20);

  // The oldest writer is read before the rows: what it commits later is found by the next search.
  private static final String MARK =
      """
      select w.ended_from,
             (select least(clock_timestamp(), min(a.xact_start)) from pg_stat_activity a
               where a.datname = current_database() and a.backend_xid is not null
                 and a.pid <> pg_backend_pid())
        from pawl.failure_watermark w
      """;

  private static final String AGE =
      "select clock_timestamp() - w.read_at < make_interval(secs => ?) from pawl.failure_watermark"
          + " w";

  private static final String PLAN =
      """
      set local plan_cache_mode = force_custom_plan; set local enable_seqscan = off;
      set local max_parallel_workers_per_gather = 0\
      """;

  static final String SEARCH =
      """
      select f.tenant, f.id, f.flow, f.version, f.ended_at, f.error, f.cause
        from pawl.finished f
       where f.ended_at >= ? and f.status in ('FAILED', 'TIMED_OUT') and f.status <> 'SUCCEEDED'
         and f.parent is null and f.test is null
         and not exists (select from pawl.failure m
                          where m.tenant = f.tenant and m.execution = f.id)
       order by f.ended_at, f.id limit ?
      """;

  // A lost mark only repeats a search.
  private static final String NO_SYNC = "set local synchronous_commit = off";

  private static final String CAUGHT_UP =
      """
      update pawl.failure_watermark
         set ended_from = greatest(ended_from, ?), read_at = clock_timestamp()
      """;

  private final ConnectionTemplate allTenants;
  private final Duration commitDelay;

  /**
   * Creates the search.
   *
   * @param allTenants has access to the rows of all tenants
   * @param lease the time for which a node may be silent and still write afterwards
   */
  public NewFailures(ConnectionTemplate allTenants, Duration lease) {
    this.allTenants = allTenants;
    Duration doubled = lease.multipliedBy(2);
    this.commitDelay = doubled.compareTo(MIN_COMMIT_DELAY) > 0 ? doubled : MIN_COMMIT_DELAY;
  }

  /**
   * Failures that were found, in the order of their ends.
   *
   * @param endedFrom once they are added, no failure that ended before this time is missing, except
   *     those of transactions that were open
   * @param isLast false if there may be more
   */
  public record Batch(List<FailedExecution> failures, Instant endedFrom, boolean isLast) {}

  private record Mark(Instant endedFrom, Instant oldestWriter) {

    static Mark read(ResultSet row) throws SQLException {
      return new Mark(Rows.time(row, 1).orElseThrow(), Rows.time(row, 2).orElseThrow());
    }
  }

  /** Returns true if any node has caught up within the given time. */
  public boolean isFresh(Duration age) {
    return allTenants
        .use(
            connection ->
                Rows.first(
                    connection, AGE, row -> row.getBoolean(1), (double) age.toMillis() / 1_000))
        .orElse(false);
  }

  /** Returns the next failures. */
  public Batch next() {
    return allTenants.transact(
        connection -> {
          Mark mark = Rows.first(connection, MARK, Mark::read).orElseThrow();
          ConnectionTemplate.update(connection, PLAN);
          Instant from = mark.endedFrom().minus(commitDelay);
          List<FailedExecution> found =
              Rows.list(connection, SEARCH, NewFailures::failure, offset(from), MAX_BATCH);
          boolean isLast = found.size() < MAX_BATCH;
          Instant until = mark.oldestWriter();
          if (!isLast && found.getLast().endedAt().isBefore(until)) {
            until = found.getLast().endedAt();
          }
          return new Batch(found, until, isLast);
        });
  }

  /** Notes that the failures of a batch were added. */
  public void caughtUp(Batch batch) {
    allTenants.transact(
        connection -> {
          ConnectionTemplate.update(connection, NO_SYNC);
          return ConnectionTemplate.update(connection, CAUGHT_UP, offset(batch.endedFrom()));
        });
  }

  private static FailedExecution failure(ResultSet row) throws SQLException {
    return new FailedExecution(
        new TenantId(row.getInt(1)),
        row.getObject(2, UUID.class),
        row.getString(3),
        row.getInt(4),
        Rows.time(row, 5).orElseThrow(),
        Optional.ofNullable(row.getString(6)).orElse(""),
        Optional.ofNullable(row.getString(7)).orElse(""));
  }

  private static OffsetDateTime offset(Instant at) {
    return OffsetDateTime.ofInstant(at, ZoneOffset.UTC);
  }
}
