package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExecutionMetadata.Parent;
import dev.pawl.engine.store.ExecutionMetadata.Reply;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Executions of a stopped tenant that have not started stay PENDING, with or without limits. */
@ExtendWith(TestDatabases.Migrated.class)
class StoppedTenantTest {

  private static final TenantId OTHERS = new TenantId(2);

  /** The queue of executions that wait for permits or for the end of an emergency stop. */
  private static final int HELD_BACK = 101;

  private Database database;
  private PostgresStore store;
  private NodeSession here;

  @BeforeEach
  void join(Database migrated) {
    database = migrated;
    store = PostgresStore.open(database, StoreOptions.defaults().withPool(2));
    here = store.join("here");
  }

  @AfterEach
  void close() {
    here.close();
    store.close();
  }

  @Test
  void shouldHoldBackPendingStartsWhereNothingIsLimited() throws Exception {
    assertHeldBackUntilTheStopEnds();
  }

  @Test
  void shouldHoldBackPendingStartsWhereAnotherFlowIsLimited() throws Exception {
    store.maintenance().limit(Commits.OURS, Optional.of("refund"), ConcurrencyLimit.concurrent(1));

    assertHeldBackUntilTheStopEnds();
  }

  private void assertHeldBackUntilTheStopEnds() throws Exception {
    stop();
    ExecutionMetadata ours = pending(Commits.OURS);
    ExecutionMetadata second = pending(Commits.OURS);
    ExecutionMetadata other = pending(OTHERS);

    assertThat(Commits.keys(here.claim(10))).containsExactly(other.key());
    assertThat(here.claim(10)).isEmpty();

    TestDatabases.execute(database, "delete from pawl.emergency_stop");

    assertThat(Commits.keys(here.claim(10))).containsExactlyInAnyOrder(ours.key(), second.key());
  }

  @Test
  void shouldLetExecutionsThatHaveStartedContinue() throws Exception {
    ExecutionMetadata started = pending(Commits.OURS);
    assertThat(here.claim(10)).hasSize(1);
    stop();

    assertThat(here.write(0, List.of(Commits.next(started, 2, Commits.BACK))))
        .containsExactly(CommitResult.Committed.COMMITTED);

    assertThat(Commits.keys(here.claim(10))).containsExactly(started.key());
  }

  @ParameterizedTest
  @EnumSource(Reply.class)
  void shouldStartChildrenOfRunningExecutions(Reply reply) throws Exception {
    stop();
    ExecutionMetadata child = child(reply);
    ExecutionMetadata topLevel = pending(Commits.OURS);

    assertThat(Commits.keys(here.claim(10))).containsExactly(child.key());
    assertThat(here.claim(10)).isEmpty();
    assertThat(queueOf(topLevel)).isEqualTo(HELD_BACK);
  }

  @ParameterizedTest
  @EnumSource(value = Reply.class, names = "ITEM", mode = Mode.EXCLUDE)
  void shouldStartChildrenThatWaitedForAPermit(Reply reply) throws Exception {
    store.maintenance().limit(Commits.OURS, Optional.of("order"), ConcurrencyLimit.concurrent(0));
    ExecutionMetadata topLevel = pending(Commits.OURS);
    ExecutionMetadata child = child(reply);
    assertThat(here.claim(10)).isEmpty();
    assertThat(queueOf(child)).isEqualTo(HELD_BACK);
    stop();

    store.maintenance().limit(Commits.OURS, Optional.of("order"), ConcurrencyLimit.concurrent(2));

    assertThat(Commits.keys(here.claim(10))).containsExactly(child.key());
    assertThat(here.claim(10)).isEmpty();
    assertThat(queueOf(topLevel)).isEqualTo(HELD_BACK);
  }

  private ExecutionMetadata child(Reply reply) throws InterruptedException {
    ExecutionMetadata parent = Commits.info();
    ExecutionMetadata child =
        new ExecutionMetadata(
            Commits.info().key(),
            parent.version(),
            Optional.empty(),
            Optional.of(new Parent(parent.key().id(), new StepId(FrameId.ROOT, 1), 0, reply)),
            1,
            StartAttributes.NONE);
    assertThat(here.write(0, List.of(Commits.firstCommit(child, Commits.BACK))))
        .containsExactly(CommitResult.Committed.COMMITTED);
    return child;
  }

  private int queueOf(ExecutionMetadata info) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement statement =
            connection.prepareStatement("select queue from pawl.execution where id = ?")) {
      statement.setObject(1, info.key().id().value());
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getInt(1);
      }
    }
  }

  private ExecutionMetadata pending(TenantId tenant) throws InterruptedException {
    ExecutionMetadata info = Commits.urgent(tenant, Priority.NORMAL);
    assertThat(here.write(0, List.of(Commits.firstCommit(info, Commits.BACK))))
        .containsExactly(CommitResult.Committed.COMMITTED);
    return info;
  }

  private void stop() throws SQLException {
    TestDatabases.execute(
        database,
        "insert into pawl.emergency_stop (tenant, by, reason) values (%d, 'ann', 'a bad release')"
            .formatted(Commits.OURS.value()));
  }
}
