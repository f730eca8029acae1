package dev.pawl.postgres.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Fact;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.schema.Partitions;
import dev.pawl.testkit.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What became durable is found, however old it says to be, without reading what is long known. */
class JournalChangesTest {

  private static final TenantId TENANT = TenantId.DEFAULT;
  private static final Duration LEASE = Duration.ofSeconds(10);

  private static final String FACT =
      "insert into pawl.journal (tenant, execution, seq, at, fact) values (1, ?, ?, ?, ?)";

  private static final String BORN =
      """
      insert into pawl.execution (tenant, id, version, priority, queue, depth, flow, retried_from)
      values (1, ?, 1, 2, 100, 0, 'flow', ?)
      """;

  private static final String OLD_FACTS =
      """
      insert into pawl.journal (tenant, execution, seq, at, fact)
      select 1, ?, i, now() - interval '1 hour' + i * interval '10 ms', '\\x01'::bytea
        from generate_series(1, 100000) i
      """;

  @TempDir static Path folder;

  private static PostgresNode pawl;
  private static ConnectionTemplate tables;
  private static JournalChanges changes;

  @BeforeAll
  static void start() {
    pawl = PostgresNode.in(folder).start();
    tables = pawl.store().jdbc();
    changes = new JournalChanges(tables, LEASE);
  }

  @AfterAll
  static void stop() {
    pawl.close();
  }

  private static UUID born(Instant at) {
    return new UUID(Partitions.first(at).getMostSignificantBits(), UUID.randomUUID().hashCode());
  }

  private static void add(UUID execution, int seq, Instant at) {
    tables.update(
        FACT,
        execution,
        seq,
        OffsetDateTime.ofInstant(at, ZoneOffset.UTC),
        FactBytes.write(new Fact.Resumed()));
  }

  private static List<FactKey> found(DbSnapshot since, DbSnapshot until) {
    JournalChanges.Span span =
        new JournalChanges.Span(since, until.state(), FactKey.Spot.FIRST, 1_000);
    List<FactKey> found = new ArrayList<>(changes.copied(List.of(TENANT), span));
    found.addAll(
        changes.recent(
            List.of(TENANT), span, changes.oldest(since), until.taken().plus(Duration.ofDays(1))));
    return found;
  }

  @Test
  void shouldFindFactsThatBecameDurableBetweenTwoSnapshots() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    UUID execution = born(now);
    tables.update(BORN, execution, null);
    add(execution, 1, now);
    DbSnapshot since = changes.now();
    add(execution, 2, now.plusSeconds(1));
    DbSnapshot until = changes.now();
    add(execution, 3, now);

    List<FactKey> found = found(since, until);

    assertThat(found)
        .containsExactly(new FactKey(TENANT, new FactKey.Spot(now.plusSeconds(1), execution, 2)));
    List<JournalFact> read = new ArrayList<>();
    new TenantFacts(TenantDatabase.unguarded(tables)).read(TENANT, found, read::add);
    assertThat(read).extracting(JournalFact::fact).containsExactly(new Fact.Resumed());
    assertThat(read).extracting(one -> one.version().flow()).containsExactly("flow");
  }

  @Test
  void shouldFindOldFactsCopiedByARetry() {
    Instant longAgo = Instant.now().minus(Duration.ofDays(3));
    DbSnapshot since = changes.now();
    UUID retried = born(Instant.now());
    tables.update(BORN, retried, born(longAgo));
    add(retried, 1, longAgo);
    add(retried, 2, longAgo.plusSeconds(1));

    assertThat(found(since, changes.now()))
        .extracting(key -> key.spot().execution() + " " + key.spot().seq())
        .containsExactly(retried + " 1", retried + " 2");
  }

  @Test
  @Timeout(60)
  void shouldSearchFromTheStartOfTheOldestOpenTransaction() throws Exception {
    try (Connection writer = pawl.connect()) {
      writer.setAutoCommit(false);
      Instant began =
          Rows.first(writer, "select now()", row -> Rows.time(row, 1).orElseThrow()).orElseThrow();
      ConnectionTemplate.update(
          writer, "insert into pawl.broadcast (tenant, id, woken) values (1, 'slowly', 0)");

      DbSnapshot meanwhile = changes.now();
      writer.rollback();

      assertThat(meanwhile.taken()).isBeforeOrEqualTo(began);
      // The node writes too, and may have begun before.
      Await.until("a later change", () -> changes.now().taken().isAfter(began));
    }
  }

  @Test
  void shouldGrantANodeTheTimeOfItsLease() {
    DbSnapshot now = changes.now();

    JournalChanges patient = new JournalChanges(tables, Duration.ofMinutes(10));

    assertThat(patient.oldest(now)).isBefore(now.taken().minus(Duration.ofMinutes(10)));
    assertThat(changes.oldest(now)).isBefore(now.taken().minus(LEASE));
  }

  @Test
  void shouldReadOnlyTheRecentPartOfALongJournal() {
    UUID old = born(Instant.now());
    tables.update(OLD_FACTS, old);
    changes.summarize();
    DbSnapshot since = changes.now();
    tables.update(
        "insert into pawl.broadcast (tenant, id, woken) values (1, 'between the two states', 0)");
    String until = changes.now().state();

    long read =
        tables.transact(
            connection -> {
              ConnectionTemplate.update(connection, JournalChanges.BY_TIME);
              return Rows.list(
                      connection,
                      "explain (analyze, costs off, timing off) " + JournalChanges.RECENT,
                      row -> row.getString(1),
                      OffsetDateTime.ofInstant(changes.oldest(since), ZoneOffset.UTC),
                      OffsetDateTime.ofInstant(Instant.now().plusSeconds(60), ZoneOffset.UTC),
                      connection.createArrayOf("int4", new Object[] {1}),
                      since.oldestOpen(),
                      until,
                      since.state(),
                      until,
                      until,
                      OffsetDateTime.ofInstant(Instant.EPOCH, ZoneOffset.UTC),
                      new UUID(0, 0),
                      0,
                      1_000)
                  .stream()
                  .filter(line -> line.contains("Rows Removed by"))
                  .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                  .sum();
            });

    assertThat(read).isLessThan(20_000);
  }
}
