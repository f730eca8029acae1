package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.MaintenanceRows.fact;
import static dev.pawl.postgres.store.MaintenanceRows.key;
import static dev.pawl.postgres.store.MaintenanceRows.message;
import static dev.pawl.postgres.store.MaintenanceRows.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.maintenance.PostgresMaintenance;
import dev.pawl.postgres.schema.Partitions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Room is made for the days to come, and what is of long ago is forgotten. */
class MaintenanceOfDaysTest {

  @TempDir static Path folder;
  private static TestServer server;
  private static PostgresMaintenance maintenance;
  private static MaintenanceRows rows;

  @BeforeAll
  static void start() throws SQLException {
    server = TestServer.start(folder);
    maintenance = new PostgresMaintenance(server::connect, Duration.ZERO);
    rows = new MaintenanceRows(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void empty() throws SQLException {
    rows.clear();
  }

  @Test
  void shouldCreateFuturePartitionsOnConcurrentRequests() throws Exception {
    ExecutorService nodes = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> asked = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        asked.add(nodes.submit(maintenance::preparePartitions));
      }
      for (Future<?> one : asked) {
        one.get(60, TimeUnit.SECONDS);
      }
    } finally {
      nodes.shutdownNow();
    }

    LocalDate today = LocalDate.ofInstant(server.today(), ZoneOffset.UTC);
    assertThat(days()).contains(today.minusDays(1), today, today.plusDays(1), today.plusDays(3));
    rows.finished(rows.id(server.today().plus(Duration.ofDays(3))));
  }

  @Test
  void shouldCreatePartitionsDuringWrites() throws Exception {
    Instant later = server.today().plus(Duration.ofDays(9));
    try (Connection writer = server.connect();
        Statement statement = writer.createStatement();
        Connection connection = server.connect()) {
      writer.setAutoCommit(false);
      statement.execute(fact(rows.id(server.today())));

      Partitions.ensure(connection, later);

      statement.execute(fact(rows.id(server.today())));
      writer.rollback();
    }

    rows.finished(rows.id(later));
  }

  @Test
  void shouldUseASmallStatisticsTarget() throws Exception {
    rows.aged(5);

    try (Connection connection = server.connect()) {
      assertThat(
              Rows.list(
                  connection,
                  """
                  select distinct a.attstattarget from pg_inherits i
                    join pg_attribute a on a.attrelid = i.inhrelid and a.attnum > 0
                   where i.inhparent in ('pawl.journal'::regclass, 'pawl.finished'::regclass)
                  """,
                  row -> row.getInt(1)))
          .containsExactly(20);
    }
  }

  @Test
  void shouldDropDaysWithoutLiveExecutions() throws Exception {
    UUID old = rows.aged(60);
    UUID older = rows.aged(70);
    rows.finished(old);
    server.run(fact(old));
    rows.finished(older);
    server.run(fact(older));
    rows.live(1, "id, queue", "'" + rows.aged(70) + "', 100");
    UUID young = rows.id(server.today());
    rows.finished(young);

    int forgotten = maintenance.deleteFinished(Duration.ofDays(30));

    assertThat(forgotten).isEqualTo(1);
    assertThat(rows.count("finished")).isEqualTo(2);
    assertThat(rows.count("journal")).isEqualTo(1);
    server.run("delete from pawl.execution");
    assertThat(maintenance.deleteFinished(Duration.ofDays(30))).isEqualTo(1);
    assertThat(server.number("select count(*) from pawl.finished where id = '" + young + "'"))
        .isEqualTo(1);
  }

  @Test
  void shouldDropAPartitionOnceItsReadersAreDone() throws Exception {
    UUID old = rows.aged(80);
    rows.finished(old);
    try (Connection reader = server.connect();
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("select count(*) from pawl.finished");
      ExecutorService thread = Executors.newSingleThreadExecutor();
      try {
        Future<Integer> forgetting =
            thread.submit(() -> maintenance.deleteFinished(Duration.ofDays(30)));
        awaitLockOf(forgetting);

        // It never stands in the way of others for long.
        rows.finished(rows.id(server.today()));
        reader.rollback();

        assertThat(forgetting.get(60, TimeUnit.SECONDS)).isEqualTo(1);
      } finally {
        thread.shutdownNow();
      }
    }
  }

  private static void awaitLockOf(Future<?> forgetting) throws SQLException {
    String waits = "select count(*) from pg_locks, pg_sleep(0.01) where not granted";
    while (server.number(waits) == 0 && !forgetting.isDone()) {
      // The server naps.
    }
  }

  @Test
  void shouldDeleteOldKeysExceptOfLiveExecutions() throws Exception {
    UUID living = rows.live(1, "queue", "100");
    server.run(
        """
        insert into pawl.idempotency_key (tenant, scope, key, execution, at)
        select 1, 'start:order', 'key ' || i, gen_random_uuid(), now() - interval '40 days'
          from generate_series(1, 12000) i
        """);
    server.run(key("living", living, "40 days"));
    server.run(key("young", UUID.randomUUID(), "20 days"));

    maintenance.deleteFinished(Duration.ofDays(30));

    assertThat(rows.count("idempotency_key")).isEqualTo(2);
  }

  @Test
  void shouldDeleteGeneratedKeysOfMessages() throws Exception {
    server.run(
        """
        insert into pawl.idempotency_key (tenant, scope, key, execution, at)
        select 1, '~', n::text, gen_random_uuid(), now() - make_interval(mins => n)
          from generate_series(1, 6000) n
        """);

    maintenance.audit();

    assertThat(server.number("select count(*) from pawl.idempotency_key")).isBetween(59, 60);
  }

  @Test
  void shouldDeleteOrphanedSnapshotsAndMessages() throws Exception {
    UUID living = rows.live(1, "queue, messages, paused", "100, 1, true");
    server.run(
        """
        insert into pawl.snapshot (tenant, execution, seq, at, format, bytes)
        select 1, gen_random_uuid(), 1, now(), 1, '' from generate_series(1, 11000)
        """);
    server.run(
        """
        insert into pawl.inbox (tenant, execution, number, at, body)
        select 1, gen_random_uuid(), 1, now(), '' from generate_series(1, 11000)
        """);
    server.run(snapshot(living));
    server.run(message(living, 1));

    maintenance.deleteFinished(Duration.ofDays(30));

    assertThat(rows.count("snapshot")).isEqualTo(1);
    assertThat(rows.count("inbox")).isEqualTo(1);
  }

  private static List<LocalDate> days() throws SQLException {
    try (Connection connection = server.connect()) {
      return Partitions.days(connection);
    }
  }
}
