package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.UpkeepRows.letter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.upkeep.Audit;
import dev.pawl.postgres.upkeep.PostgresUpkeep;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What went wrong is found and mended, and limits are kept. */
class PostgresUpkeepTest {

  private static final TenantId OURS = TenantId.DEFAULT;
  private static final Optional<String> FLOW = Optional.of("order");

  @TempDir static Path folder;
  private static TestServer server;
  private static PostgresUpkeep upkeep;
  private static UpkeepRows rows;

  @BeforeAll
  static void start() throws SQLException {
    server = TestServer.start(folder);
    upkeep = new PostgresUpkeep(server::connect, Duration.ZERO);
    rows = new UpkeepRows(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void empty() throws SQLException {
    rows.clear();
  }

  // The audit.

  @Test
  void shouldFindNothingWhereAllIsWell() throws Exception {
    server.run("insert into pawl.node (name, lease_until) values ('n', now())");
    int node = server.number("select max(id) from pawl.node");
    rows.live(1, "lane, owner", "2, " + node);
    rows.live(1, "lane, wake_at, waits_for", "100, now() + interval '1 hour', 'timer'");
    rows.live(1, "lane, wake_at", "2, now() - interval '1 hour'");
    rows.live(1, "lane, paused", "100, true");
    rows.live(1, "lane, waits_for", "100, 'event:paid'");
    UUID parent = rows.live(1, "lane, waits_for", "100, 'child'");
    rows.live(1, "lane, parent, parent_step, wake_at", "2, '" + parent + "', '/@1', now()");
    UUID paused = rows.live(1, "lane, paused, messages", "100, true, 1");
    server.run(letter(paused, 1));
    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(1));
    UUID holder = rows.live(1, "lane, owner", "2, " + node);
    rows.take(holder, node);
    rows.live(1, "lane, wake_at", "101, now() - interval '1 hour'");

    assertThat(upkeep.audit()).isEmpty();
  }

  @Test
  void shouldReleaseWhatANodeHeldThatIsGone() throws Exception {
    rows.live(1_200, "lane, owner, claim", "2, 4711, 3");

    assertFoundOnce(Audit.OWNER_GONE, 1_200);

    assertThat(rows.runnable()).isEqualTo(1_200);
  }

  @Test
  void shouldWakeOneThatSleepsForNoReason() throws Exception {
    rows.live(1_200, "lane", "100");

    assertFoundOnce(Audit.NO_REASON, 1_200);

    assertThat(rows.runnable()).isEqualTo(1_200);
  }

  @Test
  void shouldWakeOneWhoseChildrenAreGone() throws Exception {
    rows.live(1, "lane, waits_for", "100, 'child'");

    assertFoundOnce(Audit.CHILDREN_GONE, 1);

    assertThat(rows.runnable()).isEqualTo(1);
  }

  @Test
  void shouldWakeOneWithLettersUnread() throws Exception {
    UUID sleeper = rows.live(1, "lane, messages, waits_for", "100, 2, 'event:paid'");
    server.run(letter(sleeper, 1));
    server.run(letter(sleeper, 2));

    assertFoundOnce(Audit.LETTERS_UNREAD, 1);

    assertThat(rows.runnable()).isEqualTo(1);
  }

  @Test
  void shouldDeleteLettersToNobody() throws Exception {
    server.run(letter(UUID.randomUUID(), 1));

    assertFoundOnce(Audit.LETTERS_TO_NOBODY, 1);

    assertThat(rows.count("inbox")).isZero();
  }

  @Test
  void shouldRingTimersOfLongAgo() throws Exception {
    rows.live(1, "lane, wake_at, waits_for", "100, now() - interval '1 hour', 'timer'");

    assertFoundOnce(Audit.OVERDUE, 1);

    assertThat(rows.runnable()).isEqualTo(1);
  }

  @Test
  void shouldLetGoOneThatIsHeldBackThoughThereIsRoom() throws Exception {
    server.run("insert into pawl.node (name, lease_until) values ('n', now())");
    int node = server.number("select max(id) from pawl.node");
    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(2));
    UUID holder = rows.live(1, "lane, owner", "2, " + node);
    rows.take(holder, node);
    rows.live(1, "lane, wake_at", "101, now() - interval '1 hour'");
    rows.live(1, "tenant, lane, wake_at", "2, 101, now() - interval '1 hour'");

    assertFoundOnce(Audit.HELD_BACK, 2);

    assertThat(rows.runnable()).isEqualTo(2);
  }

  @Test
  void shouldHoldBackWhereNobodyMayGo() throws Exception {
    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(0));
    rows.live(1, "lane, wake_at", "101, now() - interval '1 hour'");

    assertThat(upkeep.audit()).isEmpty();
  }

  @Test
  void shouldFreeSlotsThatNobodyUses() throws Exception {
    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(3));
    rows.take(UUID.randomUUID(), 7);
    rows.take(rows.live(1, "lane, paused", "100, true"), 7);

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
    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(3));
    upkeep.limit(OURS, Optional.empty(), ConcurrencyLimit.active(7));
    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(5));

    assertThat(rows.slots("order")).isEqualTo(5);
    assertThat(rows.slots("")).isEqualTo(7);
  }

  @Test
  void shouldMoveHoldersToTheSlotsThatStay() throws Exception {
    UUID holder = UUID.randomUUID();
    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(5));
    server.run(
        "update pawl.slot set owner = 7, execution = '%s' where number = 4".formatted(holder));

    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(2));

    assertThat(rows.slots("order")).isEqualTo(2);
    assertThat(
            server.number(
                "select count(*) from pawl.slot where execution = '" + holder + "' and number = 1"))
        .isEqualTo(1);
  }

  @Test
  void shouldKeepHoldersThatHaveNoOtherSlot() throws Exception {
    server.run("insert into pawl.node (name, lease_until) values ('n', now())");
    int node = server.number("select max(id) from pawl.node");
    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(3));
    for (int i = 0; i < 3; i++) {
      rows.take(rows.live(1, "lane, owner", "2, " + node), node);
    }

    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(1));

    assertThat(rows.slots("order")).isEqualTo(3);
    server.run("update pawl.slot set owner = null, execution = null where number > 1");
    assertThat(upkeep.audit()).isEmpty();
    assertThat(rows.slots("order")).isEqualTo(1);
  }

  @Test
  void shouldLetGoAllWhenALimitIsLifted() throws Exception {
    upkeep.limit(OURS, FLOW, ConcurrencyLimit.active(1));
    rows.live(1_200, "lane, wake_at", "101, now()");
    rows.live(1, "lane, wake_at, flow", "101, now(), 'refund'");

    upkeep.unlimit(OURS, FLOW, ConcurrencyLimit.Kind.ACTIVE);

    assertThat(rows.runnable()).isEqualTo(1_200);
    assertThat(rows.slots("order")).isZero();
    assertThat(rows.count("limited")).isZero();
  }
}
