package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.Commits.ON;
import static dev.pawl.postgres.store.Commits.ended;
import static dev.pawl.postgres.store.Commits.fact;
import static dev.pawl.postgres.store.Commits.firstCommit;
import static dev.pawl.postgres.store.Commits.infos;
import static dev.pawl.postgres.store.Commits.next;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One commit that the database will not take does not keep the others out. */
@ExtendWith(TestDatabases.Migrated.class)
class RefusedCommitsTest {

  private PostgresStore store;
  private NodeSession here;

  @BeforeEach
  void open(Database fresh) {
    store = PostgresStore.open(fresh, StoreOptions.defaults().withPool(3));
    here = store.join("here");
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void shouldRefuseTextThatPostgresCannotHold() throws Exception {
    refuseOnly(firstCommit(Commits.withBusinessKey("nul \0 here")));
  }

  @Test
  void shouldRefuseAKeyThatNoIndexCanHold() throws Exception {
    StringBuilder random = new StringBuilder();
    new Random(7).ints(20_000, 33, 1000).forEach(random::appendCodePoint);

    refuseOnly(firstCommit(Commits.withBusinessKey(random.toString())));
  }

  @Test
  void shouldRejectATimeOutOfRange() throws Exception {
    ExecutionMetadata info = Commits.info();
    JournalEntry entry = new JournalEntry(1, Instant.MAX, fact(1).fact());

    refuseOnly(new Commit(info, true, List.of(entry), 0, Commit.Outgoing.NOTHING, ON));
  }

  @Test
  void shouldRejectAnInvalidEnd() throws Exception {
    ExecutionMetadata info = Commits.info();
    here.write(0, List.of(firstCommit(info)));
    Instant now = Instant.now();

    refuseOnly(next(info, 2, new Disposition.End(Status.RUNNING, now, now, Optional.empty())));
  }

  private void refuseOnly(Commit bad) throws Exception {
    List<ExecutionMetadata> infos = infos(150);
    List<Commit> batch = new ArrayList<>(Commits.firstCommits(infos, ON));
    batch.add(77, bad);

    List<CommitResult> written = here.write(0, batch);

    for (int i = 0; i < batch.size(); i++) {
      if (i == 77) {
        assertThat(written.get(i))
            .isInstanceOfSatisfying(
                CommitResult.Refused.class,
                refused ->
                    assertThat(refused.why())
                        .containsPattern("see the log for the reference [0-9a-f]{8}")
                        .doesNotContain("ERROR", "pawl.", "execution_", "finished", "0x00"));
      } else {
        assertThat(written.get(i)).isEqualTo(Committed.COMMITTED);
      }
    }
    List<Commit> next = infos.stream().map(info -> next(info, 2, ended())).toList();
    assertThat(here.write(0, next)).containsOnly(Committed.COMMITTED);
    assertThat(store.executions().facts(infos.get(120).key())).hasSize(2);
  }

  @Test
  void shouldKeepAnErrorOfAnyLength() throws Exception {
    ExecutionMetadata info = Commits.info();
    here.write(0, List.of(firstCommit(info)));
    Instant now = Instant.now();
    Failure failure = Failure.of("Some.Error", "word ".repeat(50_000));

    List<CommitResult> written =
        here.write(
            0,
            List.of(
                next(info, 2, new Disposition.End(Status.FAILED, now, now, Optional.of(failure)))));

    assertThat(written).containsExactly(Committed.COMMITTED);
    assertThat(store.executions().find(info.key()).orElseThrow().failure()).contains(failure);
  }

  @Test
  void shouldAcceptEachKeyOnceInConcurrentBatches() throws Exception {
    NodeSession there = store.join("there");
    int keys = 60;

    for (int round = 0; round < 20; round++) {
      List<Commit> ours = new ArrayList<>();
      List<Commit> theirs = new ArrayList<>();
      for (int i = 0; i < keys; i++) {
        ours.add(firstCommit(Commits.keyed(round + " " + i)));
        theirs.addFirst(firstCommit(Commits.keyed(round + " " + i)));
      }

      List<List<CommitResult>> written =
          together(() -> here.write(0, ours), () -> there.write(0, theirs));

      for (int i = 0; i < keys; i++) {
        CommitResult first = written.get(0).get(i);
        CommitResult second = written.get(1).get(keys - 1 - i);
        ExecutionMetadata winner =
            first == Committed.COMMITTED ? ours.get(i).info() : theirs.get(keys - 1 - i).info();
        assertThat(List.of(first, second))
            .containsExactlyInAnyOrder(
                Committed.COMMITTED, new CommitResult.Duplicate(winner.id()));
      }
    }
  }

  static <T> List<T> together(Callable<T> one, Callable<T> other) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<T> first = threads.submit(one);
      Future<T> second = threads.submit(other);
      return List.of(first.get(), second.get());
    } finally {
      threads.shutdownNow();
    }
  }
}
