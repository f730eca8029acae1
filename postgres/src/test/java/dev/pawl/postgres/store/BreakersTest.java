package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.Breakers.DownstreamFailure;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two nodes decide on one row, by the clock of the database. Time passes by changing the row. */
@ExtendWith(TestDatabases.Migrated.class)
class BreakersTest {

  private static final DownstreamFailure FAILURE = new DownstreamFailure("Http5xx", "answered 503");
  private static final Breaker.Key KEY = new Breaker.Key(TenantId.DEFAULT, "a,b\\c.example:443");
  private static final Breaker.Key THEIRS = new Breaker.Key(new TenantId(2), KEY.downstream());

  private final Database database;
  private PostgresStore one;
  private PostgresStore other;

  BreakersTest(Database database) {
    this.database = database;
  }

  @BeforeEach
  void open() {
    one = PostgresStore.open(database);
    other = PostgresStore.open(database);
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  /** Moves all times of the breakers back. */
  private void pass(Duration time) throws SQLException {
    TestDatabases.execute(
        database,
        """
        update pawl.breaker b
           set opened_at = opened_at - %1$s, probe_at = probe_at - %1$s,
               released_at = released_at - %1$s, woken_at = woken_at - %1$s,
               refused_at = refused_at - %1$s
        """
            .formatted("interval '%d ms'".formatted(time.toMillis())));
  }

  private void park(int count, String waitsFor) throws SQLException {
    TestDatabases.execute(
        database,
        """
        insert into pawl.execution (tenant, id, version, priority, queue, depth, flow, waits_for)
        select 1, gen_random_uuid(), 1, 2, 100, 0, 'f', '%s' from generate_series(1, %d)
        """
            .formatted(waitsFor, count));
  }

  private int asleep() {
    return one.jdbc()
        .use(
            connection ->
                Rows.first(
                        connection,
                        "select count(*) from pawl.execution e where e.queue = 100",
                        row -> row.getInt(1))
                    .orElseThrow());
  }

  /** Returns how many of many concurrent attempts of both nodes succeed. */
  private long winners(int attempts, Predicate<Breakers> attempt) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (int i = 0; i < attempts; i++) {
        Breakers node = (i % 2 == 0 ? one : other).breakers();
        calls.add(() -> attempt.test(node));
      }
      long won = 0;
      for (Future<Boolean> call : threads.invokeAll(calls)) {
        won += call.get() ? 1 : 0;
      }
      return won;
    }
  }

  @Test
  void shouldShareAnOpenBreakerAndKeepItsFirstFailure() {
    one.breakers().open(KEY, FAILURE);
    other.breakers().open(KEY, new DownstreamFailure("HttpConnect", "later"));

    Breaker found = other.breakers().find(KEY).orElseThrow();

    assertThat(found.error()).isEqualTo("Http5xx");
    assertThat(found.cause()).isEqualTo("answered 503");
    assertThat(found.releasedAt()).isEmpty();
    assertThat(Duration.between(found.openedAt(), found.probeAt()))
        .isEqualTo(Breaker.MIN_PROBE_PAUSE);
    assertThat(other.breakers().list()).containsExactly(found);
    assertThat(other.breakers().find(THEIRS)).isEmpty();
  }

  @Test
  void shouldShowATenantItsOwnBreakersOnly() {
    TenantDatabase tenanted = one.tenanted(warning -> {});
    one.breakers().open(KEY, FAILURE);
    one.breakers().open(THEIRS, FAILURE);

    Breakers guarded = one.breakers(tenanted);

    assertThat(guarded.list(TenantId.DEFAULT)).extracting(Breaker::key).containsExactly(KEY);
    assertThat(guarded.list(new TenantId(2))).extracting(Breaker::key).containsExactly(THEIRS);
    assertThat(guarded.release(THEIRS)).isTrue();
    assertThat(guarded.find(KEY).orElseThrow().isReleasing()).isFalse();
  }

  @Test
  void shouldGiveEachProbeToOneCallOfAllNodes() throws Exception {
    one.breakers().open(KEY, FAILURE);
    assertThat(winners(10, breakers -> breakers.takeProbe(KEY))).isZero();

    for (long pause : new long[] {5, 10, 20, 40, 60, 60}) {
      pass(Duration.ofSeconds(pause).minusSeconds(1));
      assertThat(winners(10, breakers -> breakers.takeProbe(KEY))).isZero();
      pass(Duration.ofSeconds(1));
      assertThat(winners(20, breakers -> breakers.takeProbe(KEY))).isOne();
    }

    one.breakers().probeFailed(KEY, new DownstreamFailure("HttpTimeout", "x".repeat(1_000)));
    assertThat(other.breakers().find(KEY).orElseThrow().error()).isEqualTo("HttpTimeout");
    assertThat(other.breakers().find(KEY).orElseThrow().cause())
        .hasSize(Breaker.MAX_CAUSE_CHARACTERS + 3);
  }

  @Test
  void shouldLetThroughWhatTheRateAllowsToAllNodesTogether() throws Exception {
    one.breakers().open(KEY, FAILURE);
    assertThat(one.breakers().takeReleased(KEY)).isFalse();
    assertThat(other.breakers().release(KEY)).isTrue();
    assertThat(one.breakers().release(KEY)).isFalse();

    pass(Duration.ofSeconds(2));
    long taken = winners(60, breakers -> breakers.takeReleased(KEY));

    // 30 in two seconds, and what a slow test lets pass of the third.
    assertThat(taken).isBetween(30L, 60L);
    Breaker now = one.breakers().find(KEY).orElseThrow();
    assertThat(taken)
        .isLessThanOrEqualTo(
            Breaker.allowance(
                Duration.between(now.releasedAt().orElseThrow(), one.join("clock").renew())));
    assertThat(one.breakers().takeReleased(THEIRS)).isTrue();
  }

  @Test
  void shouldWakeOneForAProbeAndManyInTheRelease() throws Exception {
    park(50, "breaker:a\\,b\\\\c.example:443,event:go");
    park(5, "breaker:other:80");
    one.breakers().open(KEY, FAILURE);
    assertThat(one.breakers().wake(KEY)).isZero();

    pass(Duration.ofSeconds(5));
    assertThat(one.breakers().wake(KEY)).isOne();
    assertThat(other.breakers().wake(KEY)).isZero();
    assertThat(asleep()).isEqualTo(54);

    one.breakers().release(KEY);
    pass(Duration.ofSeconds(1));
    assertThat(one.breakers().wake(KEY)).isBetween(10, 40);
    assertThat(other.breakers().find(KEY)).isPresent();
    pass(Duration.ofSeconds(5));
    other.breakers().wake(KEY);

    assertThat(asleep()).isEqualTo(5);
    assertThat(other.breakers().find(KEY)).isEmpty();
  }

  @Test
  void shouldWakeWhatWaitsForAClosedBreaker() throws Exception {
    park(2, "breaker:a\\,b\\\\c.example:443");
    park(3, "breaker:other:80");
    park(1, "event:go");
    one.breakers().open(KEY, FAILURE);

    assertThat(other.breakers().wakeOrphaned()).isEqualTo(3);
    assertThat(other.breakers().wakeOrphaned()).isZero();
    assertThat(asleep()).isEqualTo(3);
  }

  @Test
  void shouldWakeWhatWaitsForAClosedBreakerAndForAnOpenOne() throws Exception {
    park(1, "breaker:a\\,b\\\\c.example:443,breaker:other:80");
    park(1, "breaker:a\\,b\\\\c.example:443,event:go");
    one.breakers().open(KEY, FAILURE);

    assertThat(other.breakers().wakeOrphaned()).isOne();
    assertThat(asleep()).isOne();
  }

  @Test
  void shouldNotTakeTheNameOfAnEventForABreaker() throws Exception {
    park(1, "event:breaker:shop:443");
    park(1, "event:shop\\,breaker:shop:443");

    assertThat(one.breakers().wakeOrphaned()).isZero();
  }

  @Test
  void shouldOpenAgainDuringTheRelease() throws Exception {
    one.breakers().open(KEY, FAILURE);
    one.breakers().release(KEY);
    pass(Duration.ofSeconds(1));

    other.breakers().open(KEY, new DownstreamFailure("HttpConnect", "again"));

    Breaker found = one.breakers().find(KEY).orElseThrow();
    assertThat(found.releasedAt()).isEmpty();
    assertThat(found.error()).isEqualTo("HttpConnect");
  }
}
