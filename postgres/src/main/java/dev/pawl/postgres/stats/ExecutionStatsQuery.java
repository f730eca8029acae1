package dev.pawl.postgres.stats;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.schema.Partitions;
import dev.pawl.postgres.stats.ExecutionStats.Bucket;
import dev.pawl.postgres.stats.ExecutionStats.Durations;
import dev.pawl.postgres.stats.ExecutionStats.FlowTotals;
import dev.pawl.postgres.stats.ExecutionStats.Totals;
import dev.pawl.postgres.stats.ExecutionStats.VersionTotals;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads statistics of top-level executions that are not tests. Ids are in the order of starts, so
 * each bucket is a range of an index. Of a bucket, at most {@value #MAX_ROWS_PER_BUCKET} ended and
 * as many live executions are read; if there are more, durations and shares are those of the ones
 * read. The others are counted, up to {@value #MAX_COUNTED_PER_BUCKET}; beyond that, their number
 * is projected from the time in which so many started.
 */
public final class ExecutionStatsQuery {

  /** Maximum number of ended and, in addition, of live executions that are read of a bucket. */
  public static final int MAX_ROWS_PER_BUCKET = 500;

  /** Maximum number of ended and, in addition, of live executions that are counted of a bucket. */
  public static final int MAX_COUNTED_PER_BUCKET = 50_000;

  private static final int MAX_FLOWS = 100;

  // %1$s is a condition on the flow, or empty; %2$d and %3$d are the maximum numbers of rows that
  // are
  // read and counted of a bucket. The first twelve digits of an id are the milliseconds of its
  // start.
  private static final String READ =
      """
      with slice as (
        select s.n, s.first, s.last, ?::timestamptz + s.n * make_interval(secs => ?) as begin
          from unnest(string_to_array(?, ',')::int[], string_to_array(?, ',')::uuid[],
                      string_to_array(?, ',')::uuid[]) as s (n, first, last)
      ), finished as materialized (
        select s.n, f.flow, f.version, f.status in ('FAILED', 'TIMED_OUT') as failed, f.started_at, f.ended_at
          from slice s cross join lateral (
            select f.flow, f.version, f.status, f.started_at, f.ended_at
              from pawl.finished f
             where f.tenant = ? and f.id >= s.first and f.id < s.last
               and f.parent is null and f.test is null%1$s
             order by f.id limit %2$d) f
      ), live_sample as materialized (
        select s.n, e.flow, e.version
          from slice s cross join lateral (
            select e.flow, e.version
              from pawl.execution e
             where e.tenant = ? and e.id >= s.first and e.id < s.last
               and e.parent is null and e.test is null%1$s
             order by e.id limit %2$d) e
      ), crowded as materialized (
        select s.*, false as live from slice s where (select count(*) from finished f where f.n = s.n) >= %2$d
        union all
        select s.*, true from slice s where (select count(*) from live_sample l where l.n = s.n) >= %2$d
      ), counted as materialized (
        select s.n, s.live, s.begin, c.runs, c.last_id
          from crowded s cross join lateral (
            select count(*) as runs, max(i.id::text) as last_id
              from (select f.id from pawl.finished f
                     where f.tenant = ? and f.id >= s.first and f.id < s.last
                       and f.parent is null and f.test is null%1$s
                     order by f.id limit %3$d) i) c
         where not s.live
        union all
        select s.n, s.live, s.begin, c.runs, c.last_id
          from crowded s cross join lateral (
            select count(*) as runs, max(i.id::text) as last_id
              from (select e.id from pawl.execution e
                     where e.tenant = ? and e.id >= s.first and e.id < s.last
                       and e.parent is null and e.test is null%1$s
                     order by e.id limit %3$d) i) c
         where s.live
      ), scale as (
        select c.n, c.live,
               (case when c.runs < %3$d then c.runs
                     else c.runs * greatest(1, least(?, extract(epoch from clock_timestamp() - c.begin))
                       / greatest(0.001, ('x' || replace(left(c.last_id, 13), '-', ''))::bit(48)::bigint / 1000.0
                           - extract(epoch from c.begin))) end / %2$d.0)::float8 as weight
          from counted c
      ), live as materialized (
        select l.n, l.flow, l.version, coalesce(c.weight, 1) as weight
          from live_sample l left join scale c on c.n = l.n and c.live
      ), ended as materialized (
        select f.n, f.n < 0 as before, f.flow, f.version, f.failed, coalesce(c.weight, 1) as weight,
               greatest(0, extract(epoch from f.ended_at - f.started_at))::float8 as seconds,
               floor(extract(epoch from f.ended_at - ?::timestamptz) / ?)::int as end_n
          from finished f left join scale c on c.n = f.n and not c.live
      )
      select 'bucket', d.n, null::text, null::int, false, sum(d.weight), coalesce(sum(d.weight) filter (where d.failed), 0),
             percentile_disc(array[0.5, 0.95, 0.99]) within group (order by d.seconds), bool_or(d.weight > 1)
        from ended d where not d.before group by d.n
      union all
      select 'total', null::int, null::text, null::int, d.before, sum(d.weight), coalesce(sum(d.weight) filter (where d.failed), 0),
             percentile_disc(array[0.5, 0.95, 0.99]) within group (order by d.seconds), bool_or(d.weight > 1)
        from ended d group by d.before
      union all
      select 'flow', null::int, d.flow, null::int, d.before, sum(d.weight), coalesce(sum(d.weight) filter (where d.failed), 0),
             percentile_disc(array[0.5, 0.95, 0.99]) within group (order by d.seconds), false
        from ended d group by d.flow, d.before
      union all
      (select 'version', null::int, d.flow, d.version, false, sum(d.weight), coalesce(sum(d.weight) filter (where d.failed), 0),
             null::float8[], false
        from ended d where not d.before group by d.flow, d.version having bool_or(d.failed)
        order by 7 desc limit 100)
      union all
      select 'end', d.end_n, null::text, null::int, false, sum(d.weight), 0, null::float8[], false
        from ended d where d.end_n between 0 and ? group by d.end_n
      union all
      select 'live', l.n, null::text, null::int, l.n < 0, sum(l.weight), 0, null::float8[], bool_or(l.weight > 1)
        from live l group by l.n
      union all
      select 'live-flow', null::int, l.flow, null::int, l.n < 0, sum(l.weight), 0, null::float8[], false
        from live l group by l.flow, l.n < 0
      union all
      select 'live-version', null::int, l.flow, l.version, false, sum(l.weight), 0, null::float8[], false
        from live l where l.n >= 0 group by l.flow, l.version
      """;

  private final TenantDatabase tenanted;

  public ExecutionStatsQuery(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  private record StatsRow(
      String kind,
      int number,
      String flow,
      int version,
      boolean before,
      double count,
      double failed,
      Optional<Durations> durations,
      boolean isEstimated) {

    static StatsRow read(ResultSet row) throws SQLException {
      return new StatsRow(
          row.getString(1),
          row.getInt(2),
          Optional.ofNullable(row.getString(3)).orElse(""),
          row.getInt(4),
          row.getBoolean(5),
          row.getDouble(6),
          row.getDouble(7),
          durations(row),
          row.getBoolean(9));
    }

    private static Optional<Durations> durations(ResultSet row) throws SQLException {
      java.sql.Array array = row.getArray(8);
      if (array == null) {
        return Optional.empty();
      }
      Double[] values = (Double[]) array.getArray();
      return Optional.of(new Durations(values[0], values[1], values[2]));
    }
  }

  /**
   * Reads the statistics of a period.
   *
   * @param flow the only flow to regard; empty for all
   */
  public ExecutionStats read(TenantId tenant, StatsPeriod period, Optional<String> flow) {
    return read(tenant, period, flow, -period.buckets());
  }

  /**
   * Reads the numbers of all executions that started in a period, and nothing of the period before
   * it.
   *
   * @param flow the only flow to regard; empty for all
   */
  public Totals readTotal(TenantId tenant, StatsPeriod period, Optional<String> flow) {
    return read(tenant, period, flow, 0).total();
  }

  private ExecutionStats read(
      TenantId tenant, StatsPeriod period, Optional<String> flow, int firstBucket) {
    List<Integer> numbers = IntStream.range(firstBucket, period.buckets()).boxed().toList();
    double seconds = period.step().toMillis() / 1_000.0;
    String from = period.from().toString();
    List<Object> values = new ArrayList<>(List.of(from, seconds));
    values.add(numbers.stream().map(String::valueOf).collect(Collectors.joining(",")));
    values.add(firstIds(period, numbers, 0));
    values.add(firstIds(period, numbers, 1));
    for (int branch = 0; branch < 4; branch++) {
      values.add(tenant.value());
      flow.ifPresent(values::add);
    }
    values.addAll(List.of(seconds, from, seconds, period.buckets() - 1));
    String condition = flow.isPresent() ? " and flow = ?" : "";
    String sql = READ.formatted(condition, MAX_ROWS_PER_BUCKET, MAX_COUNTED_PER_BUCKET);
    return assemble(
        period,
        tenanted
            .of(tenant)
            .use(connection -> Rows.list(connection, sql, StatsRow::read, values.toArray())));
  }

  private static String firstIds(StatsPeriod period, List<Integer> numbers, int offset) {
    return numbers.stream()
        .map(number -> Partitions.first(period.begin(number + offset)).toString())
        .collect(Collectors.joining(","));
  }

  private static ExecutionStats assemble(StatsPeriod period, List<StatsRow> rows) {
    Map<String, List<StatsRow>> byKind =
        rows.stream().collect(Collectors.groupingBy(StatsRow::kind));
    return new ExecutionStats(
        buckets(period, byKind),
        total(byKind, false),
        total(byKind, true),
        flows(byKind),
        versions(byKind),
        rows.stream().anyMatch(StatsRow::isEstimated));
  }

  private static List<StatsRow> of(Map<String, List<StatsRow>> rows, String kind) {
    return rows.getOrDefault(kind, List.of());
  }

  private static List<Bucket> buckets(StatsPeriod period, Map<String, List<StatsRow>> rows) {
    Map<Integer, StatsRow> ended = byNumber(of(rows, "bucket"));
    Map<Integer, StatsRow> live = byNumber(of(rows, "live"));
    Map<Integer, StatsRow> ends = byNumber(of(rows, "end"));
    return IntStream.range(0, period.buckets())
        .mapToObj(
            number -> {
              Optional<StatsRow> done = Optional.ofNullable(ended.get(number));
              Instant at = period.begin(number);
              return new Bucket(
                  at,
                  count(done) + count(Optional.ofNullable(live.get(number))),
                  done.map(row -> Math.round(row.failed())).orElse(0L),
                  count(Optional.ofNullable(ends.get(number))),
                  done.flatMap(StatsRow::durations));
            })
        .toList();
  }

  private static Map<Integer, StatsRow> byNumber(List<StatsRow> rows) {
    return rows.stream().collect(Collectors.toMap(StatsRow::number, row -> row));
  }

  private static long count(Optional<StatsRow> row) {
    return row.map(one -> Math.round(one.count())).orElse(0L);
  }

  private static Totals total(Map<String, List<StatsRow>> rows, boolean before) {
    double live =
        of(rows, "live").stream()
            .filter(row -> row.before() == before)
            .mapToDouble(StatsRow::count)
            .sum();
    return of(rows, "total").stream()
        .filter(row -> row.before() == before)
        .findFirst()
        .map(row -> totals(row, live))
        .orElse(new Totals(Math.round(live), 0, Optional.empty()));
  }

  private static Totals totals(StatsRow row, double live) {
    return new Totals(Math.round(row.count() + live), Math.round(row.failed()), row.durations());
  }

  private static List<FlowTotals> flows(Map<String, List<StatsRow>> rows) {
    Map<String, Double> live = new HashMap<>();
    of(rows, "live-flow").stream()
        .filter(row -> !row.before())
        .forEach(row -> live.put(row.flow(), row.count()));
    Map<String, Totals> now = new HashMap<>();
    Map<String, Totals> before = new HashMap<>();
    for (StatsRow row : of(rows, "flow")) {
      (row.before() ? before : now)
          .put(row.flow(), totals(row, row.before() ? 0 : live.getOrDefault(row.flow(), 0.0)));
    }
    live.forEach(
        (flow, count) -> now.putIfAbsent(flow, new Totals(Math.round(count), 0, Optional.empty())));
    return now.keySet().stream()
        .map(
            flow ->
                new FlowTotals(
                    flow,
                    now.getOrDefault(flow, Totals.NONE),
                    before.getOrDefault(flow, Totals.NONE)))
        .sorted(
            Comparator.comparingLong((FlowTotals one) -> -one.total().starts())
                .thenComparing(FlowTotals::flow))
        .limit(MAX_FLOWS)
        .toList();
  }

  private record VersionKey(String flow, int version) {}

  private static List<VersionTotals> versions(Map<String, List<StatsRow>> rows) {
    Map<VersionKey, Double> live = new HashMap<>();
    of(rows, "live-version")
        .forEach(row -> live.put(new VersionKey(row.flow(), row.version()), row.count()));
    return of(rows, "version").stream()
        .map(
            row ->
                new VersionTotals(
                    row.flow(),
                    row.version(),
                    totals(row, live.getOrDefault(new VersionKey(row.flow(), row.version()), 0.0))))
        .toList();
  }
}
