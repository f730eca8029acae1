package dev.pawl.postgres.query;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads what several flows did lately: executions and failures per hour, and the last execution.
 * Top-level executions only, and no tests. The work per flow and hour is bounded by {@link
 * #MAX_COUNTED}.
 */
public final class FlowActivity {

  /** Number of hours that are counted; the last one is the current hour. */
  public static final int HOURS = 24;

  /** Executions of a flow and an hour are counted up to this number. */
  public static final int MAX_COUNTED = 1_000;

  // Executions that a node holds are few; they are read once, not once per flow and hour.
  private static final String HOURLY =
      """
      with period as (
        select p.n, p.first, p.past
          from unnest(cast(? as text[])::uuid[], cast(? as text[])::uuid[]) with ordinality
               as p (first, past, n)),
      owned as materialized (
        select e.flow, e.id
          from pawl.execution e
         where e.owner is not null and e.tenant = ? and e.flow = any(?)
           and e.parent is null and e.test is null)
      select c.code, p.n, count(*), count(*) filter (where r.status in ('FAILED', 'TIMED_OUT'))
        from unnest(?) as c (code)
       cross join period p
       cross join lateral (
         (select e.status
            from pawl.finished e
           where e.tenant = ? and e.flow = c.code and e.id >= p.first and e.id < p.past
             and e.parent is null and e.test is null
           limit ?)
         union all
         (select null
            from pawl.execution e
           where e.owner is null and e.tenant = ? and e.flow = c.code
             and e.id >= p.first and e.id < p.past and e.parent is null and e.test is null
           limit ?)
         union all
         select null from owned o where o.flow = c.code and o.id >= p.first and o.id < p.past) r
       group by c.code, p.n
      """;

  private static final String LAST =
      """
      with owned as materialized (
        select distinct on (e.flow) e.flow, e.id
          from pawl.execution e
         where e.owner is not null and e.tenant = ? and e.flow = any(?)
           and e.parent is null and e.test is null
         order by e.flow, e.id desc)
      select c.code, r.id, r.status, r.ended_at, r.error
        from unnest(?) as c (code)
       cross join lateral (
         select l.id, l.status, l.ended_at, l.error
           from (
             (select e.id, e.status, e.ended_at, e.error
                from pawl.finished e
               where e.tenant = ? and e.flow = c.code and e.parent is null and e.test is null
               order by e.id desc limit 1)
             union all
             (select e.id, %s, null, null
                from pawl.execution e
               where e.owner is null and e.tenant = ? and e.flow = c.code
                 and e.parent is null and e.test is null
               order by e.id desc limit 1)
             union all
             select o.id, 'RUNNING', null, null from owned o where o.flow = c.code) l
          order by l.id desc limit 1) r
      """
          .formatted(WaitColumns.UNOWNED_STATUS);

  private FlowActivity() {}

  /**
   * Executions of a flow that started in one hour.
   *
   * @param runs number of executions, counted up to {@link #MAX_COUNTED}
   * @param failures number of those that failed or timed out
   */
  public record HourCount(Instant from, int runs, int failures) {}

  /** The execution of a flow that started last. */
  public record LastRun(
      UUID id,
      Status status,
      Instant startedAt,
      Optional<Instant> endedAt,
      Optional<String> error) {

    private static LastRun read(ResultSet row) throws SQLException {
      UUID id = row.getObject(2, UUID.class);
      return new LastRun(
          id,
          Status.valueOf(row.getString(3)),
          Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16),
          Rows.time(row, 4),
          Optional.ofNullable(row.getString(5)));
    }
  }

  /** Returns the counts of the last {@link #HOURS} hours by flow, oldest first. */
  public static Map<String, List<HourCount>> hours(
      Connection connection, TenantId tenant, Collection<String> flows, Instant now)
      throws SQLException {
    Instant first = now.truncatedTo(ChronoUnit.HOURS).minus(HOURS - 1, ChronoUnit.HOURS);
    String[] codes = flows.toArray(String[]::new);
    Map<String, List<HourCount>> found = new HashMap<>();
    for (String code : codes) {
      List<HourCount> hours = new ArrayList<>();
      for (int i = 0; i < HOURS; i++) {
        hours.add(new HourCount(first.plus(i, ChronoUnit.HOURS), 0, 0));
      }
      found.put(code, hours);
    }
    Rows.list(
        connection,
        HOURLY,
        row -> {
          int hour = row.getInt(2) - 1;
          int runs = Math.min(row.getInt(3), MAX_COUNTED);
          int failures = Math.min(row.getInt(4), MAX_COUNTED);
          found.computeIfPresent(
              row.getString(1),
              (flow, hours) -> {
                hours.set(hour, new HourCount(hours.get(hour).from(), runs, failures));
                return hours;
              });
          return hour;
        },
        bounds(first),
        bounds(first.plus(1, ChronoUnit.HOURS)),
        tenant.value(),
        codes,
        codes,
        tenant.value(),
        MAX_COUNTED,
        tenant.value(),
        MAX_COUNTED);
    return found;
  }

  private static String[] bounds(Instant first) {
    String[] ids = new String[HOURS];
    for (int i = 0; i < HOURS; i++) {
      ids[i] = Partitions.first(first.plus(i, ChronoUnit.HOURS)).toString();
    }
    return ids;
  }

  /** Returns the last execution by flow; flows without one are absent. */
  public static Map<String, LastRun> lastRuns(
      Connection connection, TenantId tenant, Collection<String> flows) throws SQLException {
    String[] codes = flows.toArray(String[]::new);
    Map<String, LastRun> found = new HashMap<>();
    Rows.list(
        connection,
        LAST,
        row -> found.put(row.getString(1), LastRun.read(row)),
        tenant.value(),
        codes,
        codes,
        tenant.value(),
        tenant.value());
    return found;
  }
}
