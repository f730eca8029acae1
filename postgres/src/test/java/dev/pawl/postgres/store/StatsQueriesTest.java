package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.schema.Partitions;
import dev.pawl.postgres.stats.ExecutionStats;
import dev.pawl.postgres.stats.ExecutionStatsQuery;
import dev.pawl.postgres.stats.StatsPeriod;
import dev.pawl.postgres.stats.WorkStats.UnservedResource;
import dev.pawl.postgres.stats.WorkStatsQuery;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statistics of earlier periods, and of tasks that no worker serves. */
class StatsQueriesTest {

  private static final Duration WEEK = Duration.ofDays(7);

  // Executions of flow "a" that took the given seconds, one a second; every second one failed.
  private static final String FINISHED =
      """
      insert into pawl.finished (tenant, version, started_at, ended_at, id, priority, depth, status, flow)
      select 1, 1, s.at, s.at + make_interval(secs => %3$d),
             (lpad(to_hex((extract(epoch from s.at) * 1000)::bigint), 12, '0') || '7000'
               || lpad(to_hex((x'8000'::bigint << 48) + s.i), 16, '0'))::uuid,
             2, 0, case when s.i %% 2 = 0 then 'FAILED' else 'SUCCEEDED' end, 'a'
        from (select i, '%1$s'::timestamptz + make_interval(secs => i) as at
                from generate_series(1, %2$d) i) s
      """;

  // Executions of flow "a" of a tenant that start in equal distances; every second one failed.
  private static final String FINISHED_WITHIN =
      """
      insert into pawl.finished (tenant, version, started_at, ended_at, id, priority, depth, status, flow)
      select %1$d, 1, s.at, s.at,
             (lpad(to_hex((extract(epoch from s.at) * 1000)::bigint), 12, '0') || '7000'
               || lpad(to_hex((x'8000'::bigint << 48) + s.i), 16, '0'))::uuid,
             2, 0, case when s.i %% 2 = 0 then 'FAILED' else 'SUCCEEDED' end, 'a'
        from (select i, '%2$s'::timestamptz + make_interval(secs => %3$d * (i - 1)::float8 / %4$d) as at
                from generate_series(1, %4$d) i) s
      """;

  // Live executions of flow "b" of a tenant that start at the same time.
  private static final String LIVE =
      """
      insert into pawl.execution (tenant, version, id, priority, queue, depth, flow)
      select %1$d, 1,
             (lpad(to_hex((extract(epoch from '%2$s'::timestamptz) * 1000)::bigint), 12, '0') || '7000'
               || lpad(to_hex((x'8000'::bigint << 48) + i), 16, '0'))::uuid,
             2, 100, 0, 'b'
        from generate_series(1, %3$d) i
      """;

  private static final String OFFER =
      """
      insert into pawl.offer (tenant, attempt, offered_at, execution, priority, step, resource, flow, input)
      select 1, 1, now() - make_interval(mins => %2$d), '00000000-0000-7000-8000-%3$012d'::uuid, 2, '/@1', '%1$s',
             'letters', ''
      """;

  @TempDir static Path folder;
  private static TestServer server;
  private static StatsPeriod hour;

  @BeforeAll
  static void fill() throws SQLException {
    server = TestServer.start(folder);
    Instant now = server.today();
    try (Connection connection = server.connect()) {
      Partitions.ensure(connection, now.minus(Duration.ofDays(9)), now);
    }
    hour = StatsPeriod.endingAt(now, Duration.ofMinutes(1), 60);
    server.run(FINISHED.formatted(hour.begin(10), 6, 2));
    server.run(FINISHED.formatted(hour.begin(-10), 4, 3));
    server.run(FINISHED.formatted(hour.earlier(WEEK).begin(10), 8, 5));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static ConnectionTemplate jdbc() {
    return new ConnectionTemplate(server::connect);
  }

  @Test
  void shouldReadTheSamePeriodOfAnotherWeek() {
    ExecutionStatsQuery query = new ExecutionStatsQuery(TenantDatabase.unguarded(jdbc()));

    ExecutionStats now = query.read(TenantId.DEFAULT, hour, Optional.empty());
    ExecutionStats.Totals weekBefore =
        query.readTotal(TenantId.DEFAULT, hour.earlier(WEEK), Optional.empty());

    assertThat(now.total().starts()).isEqualTo(6);
    assertThat(now.before().starts()).isEqualTo(4);
    assertThat(weekBefore.starts()).isEqualTo(8);
    assertThat(weekBefore.failed()).isEqualTo(4);
    assertThat(weekBefore.durations().orElseThrow().p95()).isEqualTo(5.0);
    assertThat(query.readTotal(TenantId.DEFAULT, hour.earlier(WEEK), Optional.of("b")).starts())
        .isZero();
  }

  @Test
  void shouldCountAllStartsOfABurst() throws SQLException {
    int tenant = 2;
    server.run(FINISHED_WITHIN.formatted(tenant, hour.begin(20), 1, 1_300));
    server.run(LIVE.formatted(tenant, hour.begin(20), 700));
    ExecutionStatsQuery query = new ExecutionStatsQuery(TenantDatabase.unguarded(jdbc()));

    ExecutionStats stats = query.read(new TenantId(tenant), hour, Optional.empty());

    assertThat(stats.isEstimated()).isTrue();
    assertThat(stats.buckets().get(20).starts()).isEqualTo(2_000);
    assertThat(stats.buckets().get(20).failed()).isEqualTo(650);
    assertThat(stats.buckets().get(20).ends()).isEqualTo(1_300);
    assertThat(stats.total().starts()).isEqualTo(2_000);
    assertThat(stats.flows())
        .extracting(one -> one.flow() + " " + one.total().starts())
        .containsExactly("a 1300", "b 700");
    assertThat(query.readTotal(new TenantId(tenant), hour, Optional.of("b")).starts())
        .isEqualTo(700);
  }

  @Test
  void shouldProjectOnlyTheElapsedPartOfABucket() throws SQLException {
    int tenant = 3;
    int runs = ExecutionStatsQuery.MAX_COUNTED_PER_BUCKET + 1_000;
    Instant from = Instant.now().minus(Duration.ofHours(1));
    server.run(FINISHED_WITHIN.formatted(tenant, from, 3_600, runs));
    StatsPeriod period = new StatsPeriod(from, Duration.ofHours(2), 1);

    ExecutionStats.Totals total =
        new ExecutionStatsQuery(TenantDatabase.unguarded(jdbc()))
            .readTotal(new TenantId(tenant), period, Optional.empty());

    assertThat(total.starts()).isBetween(runs - 100L, runs * 3L / 2);
  }

  @Test
  void shouldCountTasksThatNoWorkerServesAndHowTheyGrew() throws SQLException {
    server.run(OFFER.formatted("pdf:render", 120, 1));
    server.run(OFFER.formatted("pdf:render", 61, 2));
    server.run(OFFER.formatted("pdf:render", 0, 3));
    server.run(OFFER.formatted("mail:send", 10, 4));
    server.run(
        "insert into pawl.worker (tenant, seen_at, name, resource) values (1, now(), 'w',"
            + " 'mail:send')");

    List<UnservedResource> unserved =
        new WorkStatsQuery(TenantDatabase.unguarded(jdbc()), jdbc())
            .read(TenantId.DEFAULT)
            .unserved();

    assertThat(unserved).extracting(UnservedResource::resource).containsExactly("pdf:render");
    UnservedResource pdf = unserved.getFirst();
    assertThat(pdf.tasks()).isEqualTo(3);
    assertThat(pdf.flow()).isEqualTo("letters");
    assertThat(pdf.execution().value()).hasToString("00000000-0000-7000-8000-000000000001");
    assertThat(pdf.growth()).containsExactly(1L, 1L, 1L, 1L, 1L, 2L, 2L, 2L, 2L, 2L, 2L, 3L);
  }
}
