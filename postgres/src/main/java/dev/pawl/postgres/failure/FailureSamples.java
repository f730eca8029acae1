package dev.pawl.postgres.failure;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads samples of failed executions and of those that succeeded, with their first facts. */
public final class FailureSamples {

  /** The number of executions of each sample. */
  public static final int MAX_SAMPLED = 200;

  /** The number of executions among which those that succeeded are counted and sampled. */
  public static final int MAX_CONSIDERED = 20_000;

  /** First facts of more bytes are not read; their executions count with their labels only. */
  private static final int MAX_FACT_BYTES = 65_536;

  // The first fact is the start, also of a retry, which begins with copied facts.
  private static final String COLUMNS =
      """
      s.id, s.version, s.ended_at, s.business_key, s.labels::text, s.cause,
             (select case when octet_length(j.fact) <= %d then j.fact end from pawl.journal j
               where j.tenant = ? and j.execution = s.id and j.seq = 1)\
      """
          .formatted(MAX_FACT_BYTES);

  // A retry starts later, so its id is greater: the index on retries is read from there on.
  static final String FAILED =
      """
      select %s,
             exists (select from pawl.finished r where r.tenant = ? and r.retried_from = s.id
                        and r.retried_from is not null and r.id > s.id)
          or exists (select from pawl.execution r where r.tenant = ? and r.retried_from = s.id
                        and r.retried_from is not null and r.id > s.id)
        from (select f.id, f.version, f.ended_at, f.business_key, f.labels, f.cause
                from (select m.execution from pawl.failure m
                       where m.tenant = ? and m.family = ? and m.ended_at >= ?
                       order by m.ended_at desc limit ?) m
                join pawl.finished f on f.tenant = ? and f.id = m.execution) s
       order by s.ended_at desc, s.id desc
      """
          .formatted(COLUMNS);

  private static final String GOOD_COUNTS =
      """
      select g.version, count(*)
        from (select f.version, f.status from pawl.finished f
               where f.tenant = ? and f.flow = ? and f.id >= ?
                 and f.parent is null and f.test is null
               order by f.id desc limit %d) g
       where g.status = 'SUCCEEDED'
       group by g.version
      """
          .formatted(MAX_CONSIDERED);

  private static final String GOOD =
      """
      select %s, false
        from (select g.id, g.version, g.ended_at, g.business_key, g.labels, null::text as cause
                from (select f.id, f.version, f.ended_at, f.business_key, f.labels, f.status
                        from pawl.finished f
                       where f.tenant = ? and f.flow = ? and f.id >= ?
                         and f.parent is null and f.test is null
                       order by f.id desc limit %d) g
               where g.status = 'SUCCEEDED' and g.version = any(?)
               order by g.id desc limit ?) s
      """
          .formatted(COLUMNS, MAX_CONSIDERED);

  private FailureSamples() {}

  /**
   * A sampled execution.
   *
   * @param labels a JSON object; empty if it has none
   * @param firstFact null if it is too large or was deleted
   * @param retried true if another execution retries it; not read of those that succeeded
   */
  public record SampledExecution(
      UUID id,
      int version,
      Instant endedAt,
      Optional<String> businessKey,
      Optional<String> labels,
      Optional<String> cause,
      byte @Nullable [] firstFact,
      boolean retried) {

    private static SampledExecution read(ResultSet row) throws SQLException {
      return new SampledExecution(
          row.getObject(1, UUID.class),
          row.getInt(2),
          Rows.time(row, 3).orElseThrow(),
          Optional.ofNullable(row.getString(4)),
          Optional.ofNullable(row.getString(5)),
          Optional.ofNullable(row.getString(6)),
          row.getBytes(7),
          row.getBoolean(8));
    }
  }

  /** The number of executions of a version that succeeded. */
  public record GoodCount(int version, int runs) {}

  /** Returns the executions of a family that failed since a time, newest first. */
  public static List<SampledExecution> failed(
      Connection connection, TenantId tenant, String family, Instant from) throws SQLException {
    int number = tenant.value();
    return Rows.list(
        connection,
        FAILED,
        SampledExecution::read,
        number,
        number,
        number,
        number,
        family,
        OffsetDateTime.ofInstant(from, ZoneOffset.UTC),
        MAX_SAMPLED,
        number);
  }

  /** Returns how many executions of a flow that started since a time succeeded, by version. */
  public static List<GoodCount> goodCounts(
      Connection connection, TenantId tenant, String flow, Instant from) throws SQLException {
    return Rows.list(
        connection,
        GOOD_COUNTS,
        row -> new GoodCount(row.getInt(1), row.getInt(2)),
        tenant.value(),
        flow,
        Partitions.first(from));
  }

  /** Returns executions of some versions of a flow that succeeded, newest first. */
  public static List<SampledExecution> good(
      Connection connection,
      TenantId tenant,
      String flow,
      Collection<Integer> versions,
      Instant from)
      throws SQLException {
    return Rows.list(
        connection,
        GOOD,
        SampledExecution::read,
        tenant.value(),
        tenant.value(),
        flow,
        Partitions.first(from),
        connection.createArrayOf("int4", versions.toArray()),
        MAX_SAMPLED);
  }
}
