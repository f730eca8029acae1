package dev.pawl.server.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.failure.FailureAdder;
import dev.pawl.postgres.failure.NewFailures;
import dev.pawl.postgres.schema.Partitions;
import dev.pawl.testkit.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests wait for a bounded time only until failures are in families. */
class FailureCollectorTest {

  private static final String FINISH =
      """
      insert into pawl.finished (tenant, version, started_at, ended_at, id, priority, depth, status,
        flow, error, cause)
      values (1, 1, ?, ?, ?, 2, 0, 'FAILED', 'pay', 'Oops', 'x')
      """;

  @TempDir static Path folder;

  private static PostgresNode pawl;
  private static ConnectionTemplate tables;

  private FailureCollector collector;

  @BeforeAll
  static void start() {
    pawl = PostgresNode.in(folder).start();
    tables = pawl.store().jdbc();
  }

  @AfterAll
  static void stop() {
    pawl.close();
  }

  @BeforeEach
  void fail() {
    tables.update("truncate pawl.finished, pawl.failure, pawl.failure_family");
    tables.update(
        "update pawl.failure_watermark set ended_from = now() - interval '1 day',"
            + " read_at = now() - interval '1 day'");
    Instant now = Instant.now();
    OffsetDateTime time = OffsetDateTime.ofInstant(now, ZoneOffset.UTC);
    UUID id = new UUID(Partitions.first(now).getMostSignificantBits(), Long.MIN_VALUE);
    tables.update(FINISH, time, time, id);
    collector =
        new FailureCollector(
            new NewFailures(tables, Duration.ofSeconds(10)),
            new FailureAdder(tables),
            new FailedStates(pawl.control()));
  }

  private static int number(String sql) {
    return tables.use(
        connection -> Rows.first(connection, sql, row -> row.getInt(1)).orElseThrow());
  }

  @Test
  void shouldAnswerWhileTheBackgroundCollects() {
    CompletableFuture<Void> background =
        tables.transact(
            (Connection open) -> {
              Rows.list(open, "select from pawl.failure_watermark for update", row -> row.getRow());
              CompletableFuture<Void> collecting =
                  CompletableFuture.runAsync(
                      () -> collector.collectInBackground(() -> false), Thread::startVirtualThread);
              Await.until(
                  "the background waits for the lock",
                  () ->
                      number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
                          > 0);

              assertThat(
                      CompletableFuture.supplyAsync(collector::catchUp, Thread::startVirtualThread))
                  .succeedsWithin(Await.DEFAULT_TIMEOUT)
                  .isEqualTo(Instant.EPOCH);
              assertThat(collecting).isNotDone();
              return collecting;
            });

    assertThat(background).succeedsWithin(Await.DEFAULT_TIMEOUT);
    assertThat(number("select count(*) from pawl.failure")).isEqualTo(1);
  }

  @Test
  void shouldLeaveWhatIsNotClassifiedInTimeToTheNextSearch() {
    collector.collectInBackground(() -> true);

    assertThat(number("select count(*) from pawl.failure")).isZero();

    assertThat(collector.catchUp()).isAfter(Instant.now().minus(Duration.ofHours(1)));
    assertThat(number("select count(*) from pawl.failure")).isEqualTo(1);
  }
}
