package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.Commits.ON;
import static dev.pawl.postgres.store.Commits.bytes;
import static dev.pawl.postgres.store.Commits.ended;
import static dev.pawl.postgres.store.Commits.firstCommit;
import static dev.pawl.postgres.store.Commits.firstCommits;
import static dev.pawl.postgres.store.Commits.infos;
import static dev.pawl.postgres.store.Commits.next;
import static dev.pawl.postgres.store.Commits.park;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.CommitResult.MessagesPending;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.store.CutProxy.Cut;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection that breaks with a statement on its way leaves nothing in doubt. */
@ExtendWith(TestDatabases.Migrated.class)
@Timeout(120)
class SettlementTest {

  private static final String WRITER = "insert into pawl.journal";
  private static final String CLAIMER = "for update skip locked";

  private Database database;
  private CutProxy proxy;
  private PostgresStore store;
  private PostgresStore elsewhere;
  private NodeSession here;

  @BeforeEach
  void open(Database fresh) throws IOException {
    database = fresh;
    proxy = new CutProxy(fresh);
    elsewhere = PostgresStore.open(fresh, StoreOptions.defaults().withPool(2));
    store = PostgresStore.open(proxy.database(), StoreOptions.defaults().withPool(2));
    here = store.join("here");
  }

  @AfterEach
  void close() throws IOException {
    elsewhere.close();
    store.close();
    proxy.close();
  }

  @ParameterizedTest
  @EnumSource
  void shouldWriteOnceDespiteConnectionFailures(Cut cut) throws Exception {
    List<ExecutionMetadata> infos = infos(10);
    here.write(0, firstCommits(infos, ON));

    for (int seq = 2; seq < 8; seq++) {
      int number = seq;
      proxy.cutNext(cut, WRITER);
      List<CommitResult> written =
          here.write(0, infos.stream().map(info -> next(info, number, ON)).toList());
      assertThat(written).containsOnly(Committed.COMMITTED);
    }
    proxy.cutNext(cut, WRITER);
    here.write(0, infos.stream().map(info -> next(info, 8, ended())).toList());

    for (ExecutionMetadata info : infos) {
      assertThat(elsewhere.executions().facts(info.key())).hasSize(8);
      assertThat(elsewhere.executions().find(info.key()).orElseThrow().status())
          .isEqualTo(Status.SUCCEEDED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindWhichExecutionsParked(Cut cut) throws Exception {
    List<ExecutionMetadata> infos = infos(5);
    here.write(0, firstCommits(infos, ON));
    elsewhere.inbox().send(infos.get(3).key(), bytes("hello"), Optional.empty());

    proxy.cutNext(cut, WRITER);
    List<CommitResult> written =
        here.write(0, infos.stream().map(info -> next(info, 2, park(0))).toList());

    for (int i = 0; i < infos.size(); i++) {
      assertThat(written.get(i))
          .isEqualTo(i == 3 ? MessagesPending.MESSAGES_PENDING : Committed.COMMITTED);
    }
    assertThat(here.messages(10)).hasSize(1);
  }

  @Test
  void shouldDetectAnExecutionThatWasClaimedAgain() throws Exception {
    ExecutionMetadata info = Commits.info();
    here.write(0, List.of(firstCommit(info)));
    here.claim(1);

    proxy.closeEndpoint();
    proxy.cutNext(Cut.AFTER, WRITER);
    CompletableFuture<List<CommitResult>> parking =
        later(() -> here.write(0, List.of(next(info, 2, park(0)))));
    awaitStatus(info, Status.WAITING);
    elsewhere.inbox().send(info.key(), bytes("wake up"), Optional.empty());
    List<ClaimedExecution> claimed = here.claim(1);
    proxy.openEndpoint();

    assertThat(claimed).hasSize(1);
    assertThat(parking.get(60, TimeUnit.SECONDS)).containsExactly(Committed.COMMITTED);
    assertThat(here.write(0, List.of(next(info, 3, 1, ended())))).containsOnly(Committed.COMMITTED);
  }

  @Test
  void shouldDetectThatItWasExpelled() throws Exception {
    NodeSession there = elsewhere.join("there");
    ExecutionMetadata info = Commits.info();
    here.write(0, List.of(firstCommit(info)));

    proxy.closeEndpoint();
    proxy.cutNext(Cut.BEFORE, WRITER);
    CompletableFuture<List<CommitResult>> writing =
        later(() -> here.write(0, List.of(next(info, 2, ON))));
    TestDatabases.execute(
        database, "update pawl.node set lease_until = '-infinity' where id = " + here.node());
    assertThat(there.releaseDead()).isEqualTo(1);
    proxy.openEndpoint();

    assertThatThrownBy(() -> writing.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ExpelledException.class);
    assertThat(there.claim(1).getFirst().facts()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldRecoverAfterAnInterruption(Cut cut) throws Exception {
    ExecutionMetadata info = Commits.info();
    ExecutionMetadata other = Commits.info();
    here.write(0, List.of(firstCommit(info), firstCommit(other)));
    CompletableFuture<Throwable> end = new CompletableFuture<>();

    proxy.closeEndpoint();
    proxy.cutNext(cut, WRITER);
    Thread writing =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    here.write(0, List.of(next(info, 2, ON)));
                    end.complete(new AssertionError("written"));
                  } catch (Throwable stopped) {
                    end.complete(stopped);
                  }
                });
    writing.interrupt();
    assertThat(end.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    proxy.openEndpoint();

    assertThat(here.write(0, List.of(next(other, 2, ON)))).containsExactly(Committed.COMMITTED);
    int facts = elsewhere.executions().facts(info.key()).size();
    assertThat(here.write(0, List.of(next(info, facts + 1, ON))))
        .containsExactly(Committed.COMMITTED);
    assertThat(elsewhere.executions().facts(other.key())).hasSize(2);
    assertThat(elsewhere.executions().facts(info.key())).hasSize(facts + 1);
  }

  @Test
  void shouldStopWhenTheLeaseMustHaveLapsed() throws Exception {
    StoreOptions brief = StoreOptions.defaults().withPool(1).withLease(Duration.ofSeconds(3));
    try (PostgresStore other = PostgresStore.open(proxy.database(), brief)) {
      NodeSession shortLived = other.join("short-lived");
      ExecutionMetadata info = Commits.info();
      shortLived.write(0, List.of(firstCommit(info)));

      proxy.closeEndpoint();
      proxy.cutNext(Cut.BEFORE, WRITER);

      assertThatThrownBy(() -> shortLived.write(0, List.of(next(info, 2, ON))))
          .isInstanceOf(ExpelledException.class);
      proxy.openEndpoint();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldHandOverExecutionsOfALostClaim(Cut cut) throws Exception {
    List<ExecutionMetadata> infos = infos(20);
    here.write(0, firstCommits(infos, Commits.BACK));
    assertThat(here.claim(5)).hasSize(5);

    proxy.cutNext(cut, CLAIMER);
    assertThatThrownBy(() -> here.claim(5)).isInstanceOf(UnavailableException.class);
    List<ClaimedExecution> again = here.claim(5);
    List<ClaimedExecution> rest = here.claim(50);

    assertThat(again).hasSize(5);
    assertThat(rest).hasSize(10);
    List<Commit> next = rest.stream().map(one -> next(one.info(), 2, ON)).toList();
    assertThat(here.write(0, next)).containsOnly(Committed.COMMITTED);
  }

  @ParameterizedTest
  @EnumSource
  void shouldAcceptAMessageOnceDespiteConnectionFailures(Cut cut) throws Exception {
    ExecutionMetadata info = Commits.info();
    here.write(0, List.of(firstCommit(info)));
    store.inbox().send(info.key(), bytes("first"), Optional.empty());

    proxy.cutNext(cut, "insert into pawl.inbox");
    store.inbox().send(info.key(), bytes("second"), Optional.empty());

    assertThat(here.messages(10)).hasSize(2);
  }

  private interface StoreAction<T> {
    T run() throws Exception;
  }

  private static <T> CompletableFuture<T> later(StoreAction<T> action) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                result.complete(action.run());
              } catch (Exception failed) {
                result.completeExceptionally(failed);
              }
            });
    return result;
  }

  private void awaitStatus(ExecutionMetadata info, Status status) throws InterruptedException {
    while (elsewhere.executions().find(info.key()).orElseThrow().status() != status) {
      here.awaitWork(Duration.ofMillis(10));
    }
  }
}
