package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.schema.Partitions;
import dev.pawl.postgres.upkeep.Audit;
import dev.pawl.postgres.upkeep.PostgresUpkeep;
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
import java.util.Map;
import java.util.Optional;
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

class PostgresUpkeepTest {

  private static final TenantId OURS = TenantId.DEFAULT;
  private static final Optional<String> FLOW = Optional.of("order");

  @TempDir static Path folder;
  private static TestServer server;
  private static PostgresUpkeep upkeep;

  private int born;

  @BeforeAll
  static void start() throws SQLException {
    server = TestServer.start(folder);
    upkeep = new PostgresUpkeep(server::connect, Duration.ZERO);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void empty() throws SQLException {
    server.run(
        """
        truncate pawl.execution, pawl.journal, pawl.finished, pawl.inbox, pawl.accepted,
                 pawl.snapshot, pawl.limited, pawl.slot, pawl.node
        """);
  }

  // Room.

  @Test
  void shouldMakeRoomForTheDaysToComeWhoeverAsks() throws Exception {
    ExecutorService nodes = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> asked = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        asked.add(nodes.submit(upkeep::prepareRoom));
      }
      for (Future<?> one : asked) {
        one.get(60, TimeUnit.SECONDS);
      }
    } finally {
      nodes.shutdownNow();
    }

    LocalDate today = LocalDate.ofInstant(server.today(), ZoneOffset.UTC);
    assertThat(days()).contains(today.minusDays(1), today, today.plusDays(1), today.plusDays(3));
    finished(id(server.today().plus(Duration.ofDays(3))));
  }

  @Test
  void shouldMakeRoomWhileOthersWrite() throws Exception {
    Instant later = server.today().plus(Duration.ofDays(9));
    try (Connection writer = server.connect();
        Statement statement = writer.createStatement();
        Connection connection = server.connect()) {
      writer.setAutoCommit(false);
      statement.execute(fact(id(server.today())));

      Partitions.ensure(connection, later);

      statement.execute(fact(id(server.today())));
      writer.rollback();
    }

    finished(id(later));
  }

  @Test
  void shouldSampleLittleOfEachDay() throws Exception {
    aged(5);

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

  // Forgetting.

  @Test
  void shouldForgetDaysOnWhichNothingBeganThatLives() throws Exception {
    UUID old = aged(60);
    UUID older = aged(70);
    finished(old);
    server.run(fact(old));
    finished(older);
    server.run(fact(older));
    live(1, "id, lane", "'" + aged(70) + "', 100");
    UUID young = id(server.today());
    finished(young);

    int forgotten = upkeep.forget(Duration.ofDays(30));

    assertThat(forgotten).isEqualTo(1);
    assertThat(count("finished")).isEqualTo(2);
    assertThat(count("journal")).isEqualTo(1);
    server.run("delete from pawl.execution");
    assertThat(upkeep.forget(Duration.ofDays(30))).isEqualTo(1);
    assertThat(server.number("select count(*) from pawl.finished where id = '" + young + "'"))
        .isEqualTo(1);
  }

  @Test
  void shouldForgetAsSoonAsItIsNotLookedAt() throws Exception {
    UUID old = aged(80);
    finished(old);
    try (Connection reader = server.connect();
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("select count(*) from pawl.finished");
      ExecutorService thread = Executors.newSingleThreadExecutor();
      try {
        Future<Integer> forgetting = thread.submit(() -> upkeep.forget(Duration.ofDays(30)));
        awaitLockOf(forgetting);

        // It never stands in the way of others for long.
        finished(id(server.today()));
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
  void shouldForgetKeysOfLongAgoExceptOfTheLiving() throws Exception {
    UUID living = live(1, "lane", "100");
    server.run(
        """
        insert into pawl.accepted (tenant, scope, key, execution, at)
        select 1, 'start:order', 'key ' || i, gen_random_uuid(), now() - interval '40 days'
          from generate_series(1, 12000) i
        """);
    server.run(key("living", living, "40 days"));
    server.run(key("young", UUID.randomUUID(), "20 days"));

    upkeep.forget(Duration.ofDays(30));

    assertThat(count("accepted")).isEqualTo(2);
  }

  @Test
  void shouldForgetKeysOfLettersThatHadNone() throws Exception {
    server.run(
        """
        insert into pawl.accepted (tenant, scope, key, execution, at)
        select 1, '~', n::text, gen_random_uuid(), now() - make_interval(mins => n)
          from generate_series(1, 6000) n
        """);

    upkeep.audit();

    assertThat(server.number("select count(*) from pawl.accepted")).isBetween(59, 60);
  }

  @Test
  void shouldForgetSnapshotsAndLettersOfNobody() throws Exception {
    UUID living = live(1, "lane, messages, paused", "100, 1, true");
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
    server.run(letter(living, 1));

    upkeep.forget(Duration.ofDays(30));

    assertThat(count("snapshot")).isEqualTo(1);
    assertThat(count("inbox")).isEqualTo(1);
  }

  // The audit.

  @Test
  void shouldFindNothingWhereAllIsWell() throws Exception {
    server.run("insert into pawl.node (name, lease_until) values ('n', now())");
    int node = server.number("select max(id) from pawl.node");
    live(1, "lane, owner", "2, " + node);
    live(1, "lane, wake_at, waits_for", "100, now() + interval '1 hour', 'timer'");
    live(1, "lane, wake_at", "2, now() - interval '1 hour'");
    live(1, "lane, paused", "100, true");
    live(1, "lane, waits_for", "100, 'event:paid'");
    UUID parent = live(1, "lane, waits_for", "100, 'child'");
    live(1, "lane, parent, parent_step, wake_at", "2, '" + parent + "', '/@1', now()");
    UUID paused = live(1, "lane, paused, messages", "100, true, 1");
    server.run(letter(paused, 1));
    upkeep.limit(OURS, FLOW, 1);
    UUID holder = live(1, "lane, owner", "2, " + node);
    take(holder, node);
    live(1, "lane, wake_at", "101, now() - interval '1 hour'");

    assertThat(upkeep.audit()).isEmpty();
  }

  @Test
  void shouldReleaseWhatANodeHeldThatIsGone() throws Exception {
    live(1_200, "lane, owner, claim", "2, 4711, 3");

    assertFoundOnce(Audit.OWNER_GONE, 1_200);

    assertThat(runnable()).isEqualTo(1_200);
  }

  @Test
  void shouldWakeOneThatSleepsForNoReason() throws Exception {
    live(1_200, "lane", "100");

    assertFoundOnce(Audit.NO_REASON, 1_200);

    assertThat(runnable()).isEqualTo(1_200);
  }

  @Test
  void shouldWakeOneWhoseChildrenAreGone() throws Exception {
    live(1, "lane, waits_for", "100, 'child'");

    assertFoundOnce(Audit.CHILDREN_GONE, 1);

    assertThat(runnable()).isEqualTo(1);
  }

  @Test
  void shouldWakeOneWithLettersUnread() throws Exception {
    UUID sleeper = live(1, "lane, messages, waits_for", "100, 2, 'event:paid'");
    server.run(letter(sleeper, 1));
    server.run(letter(sleeper, 2));

    assertFoundOnce(Audit.LETTERS_UNREAD, 1);

    assertThat(runnable()).isEqualTo(1);
  }

  @Test
  void shouldDeleteLettersToNobody() throws Exception {
    server.run(letter(UUID.randomUUID(), 1));

    assertFoundOnce(Audit.LETTERS_TO_NOBODY, 1);

    assertThat(count("inbox")).isZero();
  }

  @Test
  void shouldRingTimersOfLongAgo() throws Exception {
    live(1, "lane, wake_at, waits_for", "100, now() - interval '1 hour', 'timer'");

    assertFoundOnce(Audit.OVERDUE, 1);

    assertThat(runnable()).isEqualTo(1);
  }

  @Test
  void shouldLetGoOneThatIsHeldBackThoughThereIsRoom() throws Exception {
    server.run("insert into pawl.node (name, lease_until) values ('n', now())");
    int node = server.number("select max(id) from pawl.node");
    upkeep.limit(OURS, FLOW, 2);
    UUID holder = live(1, "lane, owner", "2, " + node);
    take(holder, node);
    live(1, "lane, wake_at", "101, now() - interval '1 hour'");
    live(1, "tenant, lane, wake_at", "2, 101, now() - interval '1 hour'");

    assertFoundOnce(Audit.HELD_BACK, 2);

    assertThat(runnable()).isEqualTo(2);
  }

  @Test
  void shouldHoldBackWhereNobodyMayGo() throws Exception {
    upkeep.limit(OURS, FLOW, 0);
    live(1, "lane, wake_at", "101, now() - interval '1 hour'");

    assertThat(upkeep.audit()).isEmpty();
  }

  @Test
  void shouldFreeSlotsThatNobodyUses() throws Exception {
    upkeep.limit(OURS, FLOW, 3);
    take(UUID.randomUUID(), 7);
    take(live(1, "lane, paused", "100, true"), 7);

    assertFoundOnce(Audit.SLOT_OF_NOBODY, 2);

    assertThat(server.number("select count(*) from pawl.slot where execution is null"))
        .isEqualTo(3);
  }

  private static void assertFoundOnce(String kind, int count) {
    assertThat(upkeep.audit()).isEqualTo(Map.of(kind, count));
    assertThat(upkeep.audit()).isEmpty();
  }

  // Limits.

  @Test
  void shouldHaveAsManySlotsAsTheLimitSays() throws Exception {
    upkeep.limit(OURS, FLOW, 3);
    upkeep.limit(OURS, Optional.empty(), 7);
    upkeep.limit(OURS, FLOW, 5);

    assertThat(slots("order")).isEqualTo(5);
    assertThat(slots("")).isEqualTo(7);
  }

  @Test
  void shouldMoveHoldersToTheSlotsThatStay() throws Exception {
    UUID holder = UUID.randomUUID();
    upkeep.limit(OURS, FLOW, 5);
    server.run(
        "update pawl.slot set owner = 7, execution = '%s' where number = 4".formatted(holder));

    upkeep.limit(OURS, FLOW, 2);

    assertThat(slots("order")).isEqualTo(2);
    assertThat(
            server.number(
                "select count(*) from pawl.slot where execution = '" + holder + "' and number = 1"))
        .isEqualTo(1);
  }

  @Test
  void shouldKeepHoldersThatHaveNoOtherSlot() throws Exception {
    server.run("insert into pawl.node (name, lease_until) values ('n', now())");
    int node = server.number("select max(id) from pawl.node");
    upkeep.limit(OURS, FLOW, 3);
    for (int i = 0; i < 3; i++) {
      take(live(1, "lane, owner", "2, " + node), node);
    }

    upkeep.limit(OURS, FLOW, 1);

    assertThat(slots("order")).isEqualTo(3);
    server.run("update pawl.slot set owner = null, execution = null where number > 1");
    assertThat(upkeep.audit()).isEmpty();
    assertThat(slots("order")).isEqualTo(1);
  }

  @Test
  void shouldLetGoAllWhenALimitIsLifted() throws Exception {
    upkeep.limit(OURS, FLOW, 1);
    live(1_200, "lane, wake_at", "101, now()");
    live(1, "lane, wake_at, flow", "101, now(), 'refund'");

    upkeep.unlimit(OURS, FLOW);

    assertThat(runnable()).isEqualTo(1_200);
    assertThat(slots("order")).isZero();
    assertThat(count("limited")).isZero();
  }

  // Rows.

  private List<LocalDate> days() throws SQLException {
    try (Connection connection = server.connect()) {
      return Partitions.days(connection);
    }
  }

  private UUID id(Instant at) {
    return new UUID(at.toEpochMilli() << 16 | 0x7000, 0x8000_0000_0000_0000L | ++born);
  }

  /** An id of so many days ago; there is room for it. */
  private UUID aged(int days) throws SQLException {
    Instant at = server.today().minus(Duration.ofDays(days));
    try (Connection connection = server.connect()) {
      Partitions.ensure(connection, at);
    }
    return id(at);
  }

  /** Puts live executions into the table and returns the id of the last one. */
  private UUID live(int count, String columns, String values) throws SQLException {
    List<String> rows = new ArrayList<>();
    UUID last = new UUID(0, 0);
    for (int i = 0; i < count; i++) {
      last = id(server.today());
      String id = columns.startsWith("id,") ? "" : ", '" + last + "'";
      String tenant = columns.startsWith("tenant,") ? "" : ", 1";
      String flow = columns.endsWith("flow") ? "" : ", 'order'";
      rows.add("(" + values + ", 1, 2, 0" + flow + tenant + id + ")");
    }
    String all =
        columns
            + ", version, priority, depth"
            + (columns.endsWith("flow") ? "" : ", flow")
            + (columns.startsWith("tenant,") ? "" : ", tenant")
            + (columns.startsWith("id,") ? "" : ", id");
    server.run("insert into pawl.execution (%s) values %s".formatted(all, String.join(", ", rows)));
    return last;
  }

  private void finished(UUID id) throws SQLException {
    server.run(
        """
        insert into pawl.finished (tenant, version, started_at, ended_at, id, priority, depth,
                                   status, flow)
        values (1, 1, now(), now(), '%s', 2, 0, 'SUCCEEDED', 'order')
        """
            .formatted(id));
  }

  private static String fact(UUID execution) {
    return "insert into pawl.journal (tenant, execution, seq, at, fact)"
        + " values (1, '%s', 1, now(), '')".formatted(execution);
  }

  private static String letter(UUID to, int number) {
    return "insert into pawl.inbox (tenant, execution, number, at, body)"
        + " values (1, '%s', %d, now(), '')".formatted(to, number);
  }

  private static String snapshot(UUID execution) {
    return "insert into pawl.snapshot (tenant, execution, seq, at, format, bytes)"
        + " values (1, '%s', 1, now(), 1, '')".formatted(execution);
  }

  private static String key(String key, UUID execution, String age) {
    return "insert into pawl.accepted (tenant, scope, key, execution, at)"
        + " values (1, 'start:order', '%s', '%s', now() - interval '%s')"
            .formatted(key, execution, age);
  }

  private static void take(UUID execution, int node) throws SQLException {
    server.run(
        """
        update pawl.slot set owner = %d, execution = '%s'
         where number = (select min(number) from pawl.slot where execution is null)
        """
            .formatted(node, execution));
  }

  private static int slots(String flow) throws SQLException {
    return server.number("select count(*) from pawl.slot where flow = '" + flow + "'");
  }

  private static int count(String table) throws SQLException {
    return server.number("select count(*) from pawl." + table);
  }

  private static int runnable() throws SQLException {
    return server.number(
        """
        select count(*) from pawl.execution
         where owner is null and claim is null and lane = priority and wake_at <= now()
        """);
  }
}
