package dev.pawl.postgres.query;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * Counts the ended executions of a flow in a period, and samples them. Top-level executions only,
 * and no tests. At most {@link #MAX_COUNTED} executions are read, the newest ones.
 */
public final class FlowRunStats {

  /** Executions are counted up to this number. */
  public static final int MAX_COUNTED = 20_000;

  private static final String TOTALS =
      """
      select e.version, count(*), count(*) filter (where e.status in ('FAILED', 'TIMED_OUT')),
             percentile_disc(0.5) within group (order by e.took),
             percentile_disc(0.95) within group (order by e.took), min(e.started_at)
        from (select f.version, f.status, f.started_at,
                     (extract(epoch from f.ended_at - f.started_at) * 1000)::bigint as took
                from pawl.finished f
               where f.tenant = ? and f.flow = ? and f.id >= ?
                 and f.parent is null and f.test is null
               order by f.id desc limit ?) e
       group by grouping sets ((), (e.version))
       order by e.version desc nulls first
      """;

  // Executions with long histories are left out: reading one of them costs as much as all others.
  private static final String SAMPLE =
      """
      select s.id
        from (select f.id
                from pawl.finished f
               where f.tenant = ? and f.flow = ? and f.version = ? and f.id >= ?
                 and f.parent is null and f.test is null and f.retried_from is null
                 and (f.status in ('FAILED', 'TIMED_OUT')) = ?
               order by f.id desc limit ?) s
       where (select max(j.seq) from pawl.journal j
               where j.tenant = ? and j.execution = s.id) <= ?
      """;

  private FlowRunStats() {}

  /**
   * Counts of ended executions.
   *
   * @param version empty for all versions together
   * @param failures number of executions that failed or timed out
   * @param oldest start of the oldest execution that was counted
   */
  public record RunCount(
      OptionalInt version,
      int runs,
      int failures,
      Duration median,
      Duration p95,
      Optional<Instant> oldest) {

    private static RunCount read(ResultSet row) throws SQLException {
      return new RunCount(
          Rows.number(row, 1),
          row.getInt(2),
          row.getInt(3),
          Duration.ofMillis(row.getLong(4)),
          Duration.ofMillis(row.getLong(5)),
          Rows.time(row, 6));
    }
  }

  /**
   * Which executions to sample.
   *
   * @param failed true for those that failed or timed out, false for the others
   * @param maxFacts executions with more facts are left out
   */
  public record SampleRequest(
      String flow, int version, Instant since, boolean failed, int limit, int maxFacts) {}

  /** Returns the counts of all versions together, and then those of each version, newest first. */
  public static List<RunCount> totals(
      Connection connection, TenantId tenant, String flow, Instant since) throws SQLException {
    return Rows.list(
        connection,
        TOTALS,
        RunCount::read,
        tenant.value(),
        flow,
        Partitions.first(since),
        MAX_COUNTED);
  }

  /** Returns the ids of the newest executions of a version. */
  public static List<UUID> sample(Connection connection, TenantId tenant, SampleRequest request)
      throws SQLException {
    return new ArrayList<>(
        Rows.list(
            connection,
            SAMPLE,
            row -> row.getObject(1, UUID.class),
            tenant.value(),
            request.flow(),
            request.version(),
            Partitions.first(request.since()),
            request.failed(),
            request.limit(),
            tenant.value(),
            request.maxFacts()));
  }
}
