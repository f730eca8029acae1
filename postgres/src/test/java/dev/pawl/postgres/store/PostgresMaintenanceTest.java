package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.MaintenanceRows.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.maintenance.PostgresMaintenance;
import dev.pawl.postgres.maintenance.StuckExecutionAudit;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What went wrong is found and mended, and limits are kept. */
class PostgresMaintenanceTest {

  private static final TenantId OURS = TenantId.DEFAULT;
  private static final Optional<String> FLOW = Optional.of("order");

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

  // The audit.

  @Test
  void shouldFindNothingInAHealthyStore() throws Exception {
    server.run("insert into pawl.node (name, lease_until) values ('n', now())");
    int node = server.number("select max(id) from pawl.node");
    rows.live(1, "queue, owner", "2, " + node);
    rows.live(1, "queue, wake_at, waits_for", "100, now() + interval '1 hour', 'timer'");
    rows.live(1, "queue, wake_at", "2, now() - interval '1 hour'");
    rows.live(1, "queue, paused", "100, true");
    rows.live(1, "queue, waits_for", "100, 'event:paid'");
    UUID parent = rows.live(1, "queue, waits_for", "100, 'child'");
    rows.live(1, "queue, parent, parent_step, wake_at", "2, '" + parent + "', '/@1', now()");
    UUID paused = rows.live(1, "queue, paused, messages", "100, true, 1");
    server.run(message(paused, 1));
    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(1));
    UUID holder = rows.live(1, "queue, owner", "2, " + node);
    rows.take(holder, node);
    rows.live(1, "queue, wake_at", "101, now() - interval '1 hour'");

    assertThat(maintenance.audit()).isEmpty();
  }

  @Test
  void shouldReleaseExecutionsOfAMissingNode() throws Exception {
    rows.live(1_200, "queue, owner, claim", "2, 4711, 3");

    assertFoundOnce(StuckExecutionAudit.OWNER_GONE, 1_200);

    assertThat(rows.runnable()).isEqualTo(1_200);
  }

  @Test
  void shouldWakeAnExecutionParkedWithoutAReason() throws Exception {
    rows.live(1_200, "queue", "100");

    assertFoundOnce(StuckExecutionAudit.NO_REASON, 1_200);

    assertThat(rows.runnable()).isEqualTo(1_200);
  }

  @Test
  void shouldWakeAnExecutionWhoseChildrenNoLongerExist() throws Exception {
    rows.live(1, "queue, waits_for", "100, 'child'");

    assertFoundOnce(StuckExecutionAudit.CHILDREN_GONE, 1);

    assertThat(rows.runnable()).isEqualTo(1);
  }

  @Test
  void shouldWakeAnExecutionWithUnreadMessages() throws Exception {
    UUID sleeper = rows.live(1, "queue, messages, waits_for", "100, 2, 'event:paid'");
    server.run(message(sleeper, 1));
    server.run(message(sleeper, 2));

    assertFoundOnce(StuckExecutionAudit.MESSAGES_UNREAD, 1);

    assertThat(rows.runnable()).isEqualTo(1);
  }

  @Test
  void shouldDeleteOrphanedMessages() throws Exception {
    server.run(message(UUID.randomUUID(), 1));

    assertFoundOnce(StuckExecutionAudit.ORPHANED_MESSAGES, 1);

    assertThat(rows.count("inbox")).isZero();
  }

  @Test
  void shouldWakeOverdueExecutions() throws Exception {
    rows.live(1, "queue, wake_at, waits_for", "100, now() - interval '1 hour', 'timer'");

    assertFoundOnce(StuckExecutionAudit.OVERDUE, 1);

    assertThat(rows.runnable()).isEqualTo(1);
  }

  @Test
  void shouldRequeueAHeldBackExecutionIfPermitsAreFree() throws Exception {
    server.run("insert into pawl.node (name, lease_until) values ('n', now())");
    int node = server.number("select max(id) from pawl.node");
    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(2));
    UUID holder = rows.live(1, "queue, owner", "2, " + node);
    rows.take(holder, node);
    rows.live(1, "queue, wake_at", "101, now() - interval '1 hour'");
    rows.live(1, "tenant, queue, wake_at", "2, 101, now() - interval '1 hour'");

    assertFoundOnce(StuckExecutionAudit.HELD_BACK, 2);

    assertThat(rows.runnable()).isEqualTo(2);
  }

  @Test
  void shouldNotRequeueHeldBackExecutionsWithoutPermits() throws Exception {
    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(0));
    rows.live(1, "queue, wake_at", "101, now() - interval '1 hour'");

    assertThat(maintenance.audit()).isEmpty();
  }

  @Test
  void shouldReleaseLostPermits() throws Exception {
    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(3));
    rows.take(UUID.randomUUID(), 7);
    rows.take(rows.live(1, "queue, paused", "100, true"), 7);

    assertFoundOnce(StuckExecutionAudit.ORPHANED_PERMITS, 2);

    assertThat(server.number("select count(*) from pawl.permit where execution is null"))
        .isEqualTo(3);
  }

  private static void assertFoundOnce(String kind, int count) {
    assertThat(maintenance.audit()).isEqualTo(Map.of(kind, count));
    assertThat(maintenance.audit()).isEmpty();
  }

  // Limits.

  @Test
  void shouldHaveAsManyPermitsAsTheLimit() throws Exception {
    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(3));
    maintenance.limit(OURS, Optional.empty(), ConcurrencyLimit.active(7));
    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(5));

    assertThat(rows.permits("order")).isEqualTo(5);
    assertThat(rows.permits("")).isEqualTo(7);
  }

  @Test
  void shouldMoveHoldersToThePermitsThatStay() throws Exception {
    UUID holder = UUID.randomUUID();
    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(5));
    server.run(
        "update pawl.permit set owner = 7, execution = '%s' where number = 4".formatted(holder));

    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(2));

    assertThat(rows.permits("order")).isEqualTo(2);
    assertThat(
            server.number(
                "select count(*) from pawl.permit where execution = '"
                    + holder
                    + "' and number = 1"))
        .isEqualTo(1);
  }

  @Test
  void shouldKeepHoldersWithoutAnotherPermit() throws Exception {
    server.run("insert into pawl.node (name, lease_until) values ('n', now())");
    int node = server.number("select max(id) from pawl.node");
    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(3));
    for (int i = 0; i < 3; i++) {
      rows.take(rows.live(1, "queue, owner", "2, " + node), node);
    }

    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(1));

    assertThat(rows.permits("order")).isEqualTo(3);
    server.run("update pawl.permit set owner = null, execution = null where number > 1");
    assertThat(maintenance.audit()).isEmpty();
    assertThat(rows.permits("order")).isEqualTo(1);
  }

  @Test
  void shouldFreePermitsOfFinishedExecutionsAtOnce() throws Exception {
    maintenance.limit(OURS, FLOW, ConcurrencyLimit.concurrent(2));
    UUID ended = rows.id(Instant.now());
    UUID notYetWritten = rows.id(Instant.now());
    rows.reserve(ended);
    rows.reserve(notYetWritten);
    rows.finished(ended);

    maintenance.limit(OURS, FLOW, ConcurrencyLimit.concurrent(2));

    assertThat(rows.isReserved(ended)).isFalse();
    assertThat(rows.isReserved(notYetWritten)).isTrue();
  }

  @Test
  void shouldRequeueAllWhenALimitIsRemoved() throws Exception {
    maintenance.limit(OURS, FLOW, ConcurrencyLimit.active(1));
    rows.live(1_200, "queue, wake_at", "101, now()");
    rows.live(1, "queue, wake_at, flow", "101, now(), 'refund'");

    maintenance.unlimit(OURS, FLOW, ConcurrencyLimit.LimitKind.ACTIVE);

    assertThat(rows.runnable()).isEqualTo(1_200);
    assertThat(rows.permits("order")).isZero();
    assertThat(rows.count("concurrency_limit")).isZero();
  }
}
