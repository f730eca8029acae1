package dev.pawl.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.failure.FailureAdder.ClassifiedFailure;
import dev.pawl.postgres.failure.FailureFamilies.FamilyFilter;
import dev.pawl.postgres.failure.FailureFamilies.MatchingFamily;
import dev.pawl.postgres.schema.Partitions;
import dev.pawl.testkit.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures are found once, however late they commit, and counted in their families. */
class FailureFamiliesTest {

  private static final TenantId TENANT = TenantId.DEFAULT;
  private static final FamilyFilter ALL =
      new FamilyFilter(
          Instant.now().minus(Duration.ofDays(30)).truncatedTo(ChronoUnit.HOURS),
          Optional.empty(),
          OptionalInt.empty(),
          "");

  private static final String FINISH =
      """
      insert into pawl.finished (tenant, version, started_at, ended_at, id, priority, depth, status,
        flow, error, cause, parent, test)
      values (?, 1, ?, ?, ?, 2, 0, ?, 'pay', 'Oops', ?, ?::uuid, ?)
      """;

  private static final String FINISH_MANY =
      """
      insert into pawl.finished (tenant, version, started_at, ended_at, id, priority, depth, status,
        flow, error, cause)
      select 1, 1, x.at, x.at,
             (lpad(to_hex((extract(epoch from x.at) * 1000)::bigint), 12, '0') || '70008000'
               || lpad(to_hex(x.i), 12, '0'))::uuid,
             2, 0, case when x.i % ? = 0 then 'FAILED' else 'SUCCEEDED' end, 'pay', 'Oops', 'x'
        from (select i, now() - make_interval(secs => ? * (? - i)) as at
                from generate_series(1, ?) i) x
      """;

  private static final Duration LEASE = Duration.ofSeconds(10);

  /** A node may commit an end for this long after it: two leases. */
  private static final Duration COMMIT_DELAY = LEASE.multipliedBy(2);

  @TempDir static Path folder;

  private static PostgresNode pawl;
  private static ConnectionTemplate tables;
  private static NewFailures search;
  private static FailureAdder adder;

  @BeforeAll
  static void start() {
    pawl = PostgresNode.in(folder).start();
    tables = pawl.store().jdbc();
    search = new NewFailures(tables, LEASE);
    adder = new FailureAdder(tables);
  }

  @AfterAll
  static void stop() {
    pawl.close();
  }

  @BeforeEach
  void clear() {
    tables.update(
        "truncate pawl.finished, pawl.failure, pawl.failure_family, pawl.failure_count,"
            + " pawl.failure_change");
    tables.update("update pawl.failure_watermark set ended_from = now() - interval '1 day'");
  }

  private static UUID id(Instant startedAt) {
    return new UUID(
        Partitions.first(startedAt).getMostSignificantBits(), UUID.randomUUID().hashCode());
  }

  private static UUID finish(Instant at, String status, String cause) {
    return finish(tables, at, status, cause, null, null);
  }

  private static UUID finish(
      ConnectionTemplate on, Instant at, String status, String cause, String parent, String test) {
    UUID id = id(at);
    OffsetDateTime time = OffsetDateTime.ofInstant(at, ZoneOffset.UTC);
    on.update(FINISH, TENANT.value(), time, time, id, status, cause, parent, test);
    return id;
  }

  /** Adds what is found to families by their causes, and returns their number. */
  private static int collect() {
    NewFailures.Batch batch = search.next();
    adder.add(
        batch.failures().stream()
            .map(
                one ->
                    new ClassifiedFailure(
                        one, new FamilyKey(one.flow(), "A", one.error(), one.cause())))
            .toList());
    search.caughtUp(batch);
    return batch.failures().size();
  }

  private static Map<String, FailureFamily> families() {
    return tables.use(
        connection ->
            FailureFamilies.find(
                connection,
                TENANT,
                FailureFamilies.matching(connection, TENANT, ALL).stream()
                    .map(MatchingFamily::id)
                    .toList()));
  }

  private static FailureFamily family() {
    return families().values().iterator().next();
  }

  private static long count(String id) {
    return tables.use(
        connection ->
            FailureFamilies.matching(connection, TENANT, ALL).stream()
                .filter(one -> one.id().equals(id))
                .mapToLong(MatchingFamily::count)
                .sum());
  }

  private static int rows(String table) {
    return tables.use(
        connection ->
            Rows.first(connection, "select count(*) from pawl." + table, row -> row.getInt(1))
                .orElseThrow());
  }

  @Test
  void shouldFindFailedTopLevelExecutionsOnly() {
    Instant now = Instant.now();
    UUID failed = finish(now, "FAILED", "x");
    UUID timedOut = finish(now, "TIMED_OUT", "x");
    finish(now, "SUCCEEDED", "x");
    finish(now, "CANCELLED", "x");
    finish(tables, now, "FAILED", "x", UUID.randomUUID().toString(), null);
    finish(tables, now, "FAILED", "x", null, "{}");

    assertThat(search.next().failures())
        .extracting(FailedExecution::id)
        .containsExactlyInAnyOrder(failed, timedOut);
  }

  @Test
  void shouldAddEachFailureOnce() {
    Instant now = Instant.now();
    finish(now, "FAILED", "x");
    NewFailures.Batch twice = search.next();

    assertThat(collect()).isEqualTo(1);
    assertThat(
            adder.add(
                twice.failures().stream()
                    .map(
                        one ->
                            new ClassifiedFailure(
                                one, new FamilyKey(one.flow(), "A", one.error(), one.cause())))
                    .toList()))
        .isEmpty();
    assertThat(collect()).isZero();

    assertThat(count(family().id())).isEqualTo(1);
  }

  /** Gives a transaction a number, as every write does, and returns its start. */
  private static Instant startWriting(Connection open) throws SQLException {
    Instant start =
        Rows.first(
                open,
                "select a.xact_start, pg_current_xact_id() from pg_stat_activity a"
                    + " where a.pid = pg_backend_pid()",
                row -> Rows.time(row, 1).orElseThrow())
            .orElseThrow();
    Await.until(
        "the clock of the database has moved on",
        () -> databaseTime().isAfter(start.plusMillis(100)));
    return start;
  }

  private static Instant databaseTime() {
    return tables.use(
        connection ->
            Rows.first(
                    connection, "select clock_timestamp()", row -> Rows.time(row, 1).orElseThrow())
                .orElseThrow());
  }

  @Test
  void shouldFindWhatCommitsLate() {
    tables.transact(
        (Connection open) -> {
          Instant start = startWriting(open);
          finish(Instant.now(), "FAILED", "early");
          assertThat(collect()).isEqualTo(1);
          // Only just allowed: without the open transaction the next search begins after it.
          Instant ended = start.minus(COMMIT_DELAY).plusMillis(50);
          OffsetDateTime time = OffsetDateTime.ofInstant(ended, ZoneOffset.UTC);
          return ConnectionTemplate.update(
              open, FINISH, TENANT.value(), time, time, id(start), "FAILED", "late", null, null);
        });

    assertThat(collect()).isEqualTo(1);
    assertThat(families().values())
        .extracting(one -> one.key().message())
        .containsExactlyInAnyOrder("early", "late");
  }

  @Test
  void shouldNotSearchBeyondTheOldestOpenTransaction() {
    Instant start =
        tables.transact(
            (Connection open) -> {
              Instant begin = startWriting(open);
              Await.until(
                  "no older transaction is open", () -> !search.next().endedFrom().isBefore(begin));
              assertThat(search.next().endedFrom()).isEqualTo(begin);
              return begin;
            });

    Await.until("the search moves on", () -> search.next().endedFrom().isAfter(start));
  }

  @Test
  void shouldReadManyInBatches() {
    int many = NewFailures.MAX_BATCH * 2 + 7;
    tables.update(FINISH_MANY, 1, 0.001, many, many);
    List<Integer> sizes = new ArrayList<>();
    int size;
    do {
      size = collect();
      sizes.add(size);
    } while (size == NewFailures.MAX_BATCH);

    assertThat(sizes).containsExactly(NewFailures.MAX_BATCH, NewFailures.MAX_BATCH, 7);
    assertThat(count(family().id())).isEqualTo(many);
  }

  @Test
  void shouldFindRecentEndsByTheirTimes() {
    int many = 50_000;
    tables.update(FINISH_MANY, 10, 1.0, many, many);
    tables.update("vacuum analyze pawl.finished");

    List<String> plan =
        tables.transact(
            connection -> {
              ConnectionTemplate.update(connection, NewFailures.PLAN);
              return Rows.list(
                  connection,
                  "explain " + NewFailures.SEARCH,
                  row -> row.getString(1),
                  OffsetDateTime.now(ZoneOffset.UTC).minusSeconds(30),
                  NewFailures.MAX_BATCH);
            });

    assertThat(plan)
        .anyMatch(line -> line.contains("ended_at_idx"))
        .noneMatch(line -> line.contains("status_id_idx"));
  }

  @Test
  void shouldKeepFirstAndLastInAnyOrder() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    UUID middle = finish(now.minusSeconds(5), "FAILED", "x");
    collect();
    UUID first = finish(now.minusSeconds(9), "FAILED", "x");
    UUID last = finish(now, "FAILED", "x");
    collect();

    FailureFamily family = family();
    assertThat(family.first().execution()).isEqualTo(first);
    assertThat(family.first().at()).isEqualTo(now.minusSeconds(9));
    assertThat(family.last().execution()).isEqualTo(last).isNotEqualTo(middle);
  }

  @Test
  void shouldReopenOnlyWhatFailsAfterTheResolution() {
    Instant now = Instant.now();
    finish(now.minusSeconds(9), "FAILED", "x");
    collect();
    String id = family().id();
    tables.transact(
        connection -> {
          FailureCareStore.change(connection, TENANT, id, "RESOLVED", "clerk-1", "");
          return true;
        });
    finish(now.minusSeconds(5), "FAILED", "x");
    collect();

    assertThat(family().status()).isEqualTo("RESOLVED");

    finish(Instant.now().plusSeconds(1), "FAILED", "x");
    collect();

    assertThat(family().status()).isEqualTo("REOPENED");
    assertThat(family().statusBy()).isEmpty();
    assertThat(family().resolvedBy()).contains("clerk-1");
  }

  @Test
  void shouldBoundTheFamiliesOfAFlow() {
    Instant now = Instant.now();
    List<ClassifiedFailure> many =
        IntStream.range(0, FailureAdder.MAX_FAMILIES_PER_FLOW + 20)
            .mapToObj(
                i ->
                    new ClassifiedFailure(
                        new FailedExecution(TENANT, id(now), "pay", 1, now, "Oops", "x" + i),
                        new FamilyKey("pay", "A", "Oops", "x" + i)))
            .toList();

    adder.add(many);

    List<MatchingFamily> found =
        tables.use(connection -> FailureFamilies.matching(connection, TENANT, ALL));
    assertThat(found).hasSize(FailureAdder.MAX_FAMILIES_PER_FLOW + 1);
    assertThat(count(FamilyKey.ofOthers("pay").id())).isEqualTo(20);
  }

  @Test
  void shouldCountWhatNoExecutionRetries() {
    Instant now = Instant.now();
    UUID retried = finish(now, "FAILED", "x");
    finish(now, "FAILED", "x");
    collect();
    String family = family().id();
    UUID retry = finish(now, "SUCCEEDED", "");
    tables.update("update pawl.finished set retried_from = ? where id = ?", retried, retry);

    Map<String, Integer> found =
        tables.use(
            connection ->
                FailureFamilies.retryable(
                    connection, TENANT, List.of(family), ALL.from(), OptionalInt.empty()));

    assertThat(found).isEqualTo(Map.of(family, 1));
  }

  /** Returns the plan of a statement on tables of which none is read as a whole. */
  private static List<String> plan(String sql, Supplier<Object[]> values) {
    return tables.transact(
        connection -> {
          ConnectionTemplate.update(
              connection, "set local enable_seqscan = off; set local enable_bitmapscan = off");
          return Rows.list(connection, "explain " + sql, row -> row.getString(1), values.get());
        });
  }

  @Test
  void shouldFindRetriesAmongLaterExecutions() {
    int tenant = TENANT.value();
    OffsetDateTime from = OffsetDateTime.now(ZoneOffset.UTC).minusDays(1);

    List<String> plan =
        plan(
            FailureSamples.FAILED,
            () -> new Object[] {tenant, tenant, tenant, tenant, "x", from, 200, tenant});

    assertThat(plan)
        .filteredOn(line -> line.contains("Index Cond") && line.contains("id > f.id"))
        .isNotEmpty();
  }

  @Test
  void shouldCountMembersOfAPeriodByTheIndex() {
    int tenant = TENANT.value();
    UUID first = id(Instant.now());

    List<String> plan =
        plan(
            FailureFamilies.RETRYABLE.formatted("", 1_000),
            () ->
                new Object[] {
                  tenant,
                  first,
                  tenant,
                  first,
                  tenant,
                  OffsetDateTime.now(ZoneOffset.UTC).minusDays(1),
                  new String[] {"x"}
                });

    assertThat(plan)
        .filteredOn(line -> line.contains("Index Cond") && line.contains("ended_at >="))
        .isNotEmpty();
  }

  @Test
  void shouldSampleTheNewestFailures() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    UUID older = finish(now.minusSeconds(5), "FAILED", "x");
    UUID newer = finish(now, "FAILED", "x");
    collect();
    String family = family().id();

    List<FailureSamples.SampledExecution> sample =
        tables.use(
            connection -> FailureSamples.failed(connection, TENANT, family, now.minusSeconds(60)));

    assertThat(sample)
        .extracting(FailureSamples.SampledExecution::id)
        .containsExactly(newer, older);
  }

  @Test
  void shouldDropMembersWithTheirDay() throws Exception {
    Instant old = Instant.now().minus(Duration.ofDays(20));
    tables.use(
        connection -> {
          Partitions.ensure(connection, old);
          return true;
        });
    finish(old, "FAILED", "x");
    tables.update("update pawl.failure_watermark set ended_from = now() - interval '30 days'");
    collect();

    int dropped =
        tables.transact(
            connection -> Partitions.drop(connection, LocalDate.ofInstant(old, ZoneOffset.UTC)));

    assertThat(dropped).isEqualTo(1);
    assertThat(rows("failure")).isZero();
    assertThat(family().cause()).contains("x");
  }

  @Test
  void shouldDeleteOldCountsAndFamilies() {
    Instant old = Instant.now().minus(Duration.ofDays(FailureUpkeep.FAMILY_DAYS + 1L));
    adder.add(
        List.of(
            new ClassifiedFailure(
                new FailedExecution(TENANT, id(Instant.now()), "pay", 1, old, "Oops", "x"),
                new FamilyKey("pay", "A", "Oops", "x"))));

    new FailureUpkeep(tables).deleteOld();

    for (String table : List.of("failure_family", "failure_count", "failure_change")) {
      assertThat(rows(table)).as(table).isZero();
    }
  }

  @Test
  void shouldHaveStableIds() {
    assertThat(new FamilyKey("pay", "A", "Oops", "x").id()).isEqualTo("9c36f20d720ec085");
    assertThat(new FamilyKey("pay", "AO", "ops", "x").id())
        .isNotEqualTo(new FamilyKey("pay", "A", "Oops", "x").id());
    assertThat(FamilyKey.isId(FamilyKey.ofOthers("pay").id())).isTrue();
  }
}
