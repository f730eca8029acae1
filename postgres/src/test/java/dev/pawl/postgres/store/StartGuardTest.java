package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.Disposition.Continue;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.flow.EmergencyStopStore;
import dev.pawl.testkit.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A node with an old view starts nothing that an emergency stop or a new epoch forbids. */
@ExtendWith(TestDatabases.Migrated.class)
class StartGuardTest {

  private static final TenantId OTHERS = new TenantId(2);

  private Database database;
  private PostgresStore store;
  private EmergencyStopStore stops;
  private NodeSession here;
  private NodeSession there;

  @BeforeEach
  void join(Database migrated) throws SQLException {
    database = migrated;
    store = PostgresStore.open(database, StoreOptions.defaults().withPool(4));
    stops = new EmergencyStopStore(TenantDatabase.unguarded(store.jdbc()), store.jdbc());
    here = store.join("here");
    there = store.join("there");
    TestDatabases.execute(
        database, "insert into pawl.tenant_config (tenant, epoch) values (1, 7), (2, 9)");
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
    store.close();
  }

  @Test
  void shouldStartNothingOfAStoppedTenantOnAnyNode() throws Exception {
    stops.begin(Commits.OURS, "ann", "a bad release");
    ExecutionMetadata other = ofTenant(OTHERS, OptionalLong.empty());

    for (NodeSession node : List.of(here, there)) {
      assertThat(node.write(0, List.of(start(OptionalLong.empty()), first(other))))
          .first()
          .isEqualTo(CommitResult.Stopped.STOPPED);
    }

    assertThat(started()).isOne();
  }

  @Test
  void shouldStartAgainWhenTheStopIsLifted() throws Exception {
    stops.begin(Commits.OURS, "ann", "a bad release");
    assertThat(here.write(0, List.of(start(OptionalLong.empty()))))
        .containsExactly(CommitResult.Stopped.STOPPED);

    assertThat(stops.end(Commits.OURS)).isTrue();

    assertThat(here.write(0, List.of(start(OptionalLong.empty()))))
        .containsExactly(Committed.COMMITTED);
  }

  @Test
  void shouldRefuseStartsOfANodeThatJoinedAfterTheStop() throws Exception {
    stops.begin(Commits.OURS, "ann", "a bad release");

    try (NodeSession late = store.join("late")) {
      assertThat(late.write(0, List.of(start(OptionalLong.empty()))))
          .containsExactly(CommitResult.Stopped.STOPPED);
    }
  }

  @Test
  void shouldStartNothingAfterAnAcknowledgedStopOnBusyNodes() throws Exception {
    List<CompletableFuture<Void>> busy = new ArrayList<>();
    for (NodeSession node : List.of(here, there)) {
      for (int writer = 0; writer < node.writers(); writer++) {
        int number = writer;
        busy.add(CompletableFuture.runAsync(() -> startUntilStopped(node, number)));
      }
    }
    Await.until("some starts", () -> started() > 20);

    stops.begin(Commits.OURS, "ann", "a bad release");
    long answered = started();

    CompletableFuture.allOf(busy.toArray(CompletableFuture[]::new)).join();
    assertThat(started()).isEqualTo(answered);
  }

  private void startUntilStopped(NodeSession node, int writer) {
    try {
      CommitResult result = Committed.COMMITTED;
      while (result == Committed.COMMITTED) {
        result = node.write(writer, List.of(start(OptionalLong.empty()))).getFirst();
      }
      assertThat(result).isEqualTo(CommitResult.Stopped.STOPPED);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldRefuseOnlyStartsThatWereDecidedOnAnotherEpoch() throws Exception {
    assertThat(
            here.write(
                0,
                List.of(
                    start(OptionalLong.of(7)),
                    start(OptionalLong.of(6)),
                    start(OptionalLong.empty()),
                    first(ofTenant(OTHERS, OptionalLong.of(9))),
                    first(ofTenant(new TenantId(3), OptionalLong.of(9))))))
        .containsExactly(
            Committed.COMMITTED,
            CommitResult.Stale.STALE,
            Committed.COMMITTED,
            Committed.COMMITTED,
            CommitResult.Stale.STALE);
    assertThat(started()).isEqualTo(3);
  }

  @Test
  void shouldWaitForAConcurrentChangeAndThenReject() throws Exception {
    try (Connection change = database.connect();
        Statement statement = change.createStatement()) {
      change.setAutoCommit(false);
      statement.execute("select from pawl.tenant_config where tenant = 1 for update");
      statement.execute("update pawl.tenant_config set epoch = 8 where tenant = 1");

      CompletableFuture<List<CommitResult>> result =
          CompletableFuture.supplyAsync(() -> write(here, start(OptionalLong.of(7))));
      Await.until(
          "the start waits", () -> count("select count(*) from pg_locks where not granted") > 0);
      change.commit();

      assertThat(result.join()).containsExactly(CommitResult.Stale.STALE);
      assertThat(started()).isZero();
    }
  }

  @Test
  void shouldRefuseATransactionalStartThatWasDecidedOnAnotherEpoch() throws Exception {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Commit old = start(OptionalLong.of(6));
      Commit current = start(OptionalLong.of(7));

      assertThat(TransactionalStarts.start(connection, old.info(), old.facts().getFirst()))
          .isEqualTo(CommitResult.Stale.STALE);
      assertThat(TransactionalStarts.start(connection, current.info(), current.facts().getFirst()))
          .isEqualTo(Committed.COMMITTED);
      connection.commit();
    }
    assertThat(started()).isOne();
  }

  private static List<CommitResult> write(NodeSession node, Commit commit) {
    try {
      return node.write(0, List.of(commit));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Commit start(OptionalLong epoch) {
    return first(ofTenant(Commits.OURS, epoch));
  }

  private static Commit first(ExecutionMetadata info) {
    return Commits.firstCommit(info, Continue.CONTINUE);
  }

  private static ExecutionMetadata ofTenant(TenantId tenant, OptionalLong epoch) {
    ExecutionMetadata plain = Commits.urgent(tenant, Priority.NORMAL);
    return new ExecutionMetadata(
        plain.key(),
        plain.version(),
        plain.machine(),
        plain.parent(),
        plain.depth(),
        new ExecutionMetadata.StartAttributes(
            plain.tags().priority(),
            plain.tags().businessKey(),
            plain.tags().labels(),
            plain.tags().idempotencyKey(),
            plain.tags().retriedFrom(),
            new ExecutionMetadata.Provenance(
                Optional.empty(), Optional.empty(), Optional.empty(), epoch)));
  }

  private long started() {
    return count("select count(*) from pawl.execution");
  }

  private long count(String sql) {
    return store.jdbc().use(c -> Rows.first(c, sql, r -> r.getLong(1))).orElseThrow();
  }
}
