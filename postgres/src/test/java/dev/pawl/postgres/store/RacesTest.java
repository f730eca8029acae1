package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.Commits.BACK;
import static dev.pawl.postgres.store.Commits.ON;
import static dev.pawl.postgres.store.Commits.bytes;
import static dev.pawl.postgres.store.Commits.ended;
import static dev.pawl.postgres.store.Commits.firstCommit;
import static dev.pawl.postgres.store.Commits.firstCommits;
import static dev.pawl.postgres.store.Commits.infos;
import static dev.pawl.postgres.store.Commits.next;
import static dev.pawl.postgres.store.Commits.park;
import static dev.pawl.postgres.store.Commits.writes;
import static dev.pawl.postgres.store.RefusedCommitsTest.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Statements that meet on the same rows lose nothing and never wait in a circle. */
@ExtendWith(TestDatabases.Migrated.class)
@Timeout(180)
class RacesTest {

  private Database database;
  private PostgresStore store;
  private NodeSession here;
  private NodeSession there;

  @BeforeEach
  void open(Database fresh) {
    database = fresh;
    store = PostgresStore.open(fresh, StoreOptions.defaults().withPool(3));
    here = store.join("here");
    there = store.join("there");
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void shouldLoseNoMessageWhileTheReceiverParks() throws Exception {
    int messages = 3_000;
    List<ExecutionMetadata> infos = infos(10);
    here.write(0, firstCommits(infos, ON));

    Map<ExecutionKey, Integer> read =
        together(
                () -> {
                  for (int i = 0; i < messages; i++) {
                    store.inbox().send(infos.get(i % 10).key(), bytes("x"), Optional.empty());
                  }
                  return new HashMap<ExecutionKey, Integer>();
                },
                () -> readAll(infos, messages))
            .get(1);

    assertThat(read.values()).hasSize(10).containsOnly(messages / 10);
  }

  /** Parks after each look, so that an unseen message wakes no execution. */
  private Map<ExecutionKey, Integer> readAll(List<ExecutionMetadata> infos, int messages)
      throws InterruptedException {
    Map<ExecutionKey, ExecutionMetadata> awake = new HashMap<>();
    Map<ExecutionKey, Integer> read = new HashMap<>();
    Map<ExecutionKey, Integer> seqs = new HashMap<>();
    for (ExecutionMetadata info : infos) {
      awake.put(info.key(), info);
      read.put(info.key(), 0);
      seqs.put(info.key(), 1);
    }
    while (read.values().stream().mapToInt(Integer::intValue).sum() < messages) {
      List<Commit> batch = new ArrayList<>();
      for (ExecutionMetadata info : awake.values()) {
        int seq = seqs.merge(info.key(), 1, Integer::sum);
        int known = read.get(info.key());
        batch.add(next(info, seq, known, park(known)));
      }
      List<CommitResult> written = here.write(0, batch);
      for (int i = 0; i < batch.size(); i++) {
        if (written.get(i) == Committed.COMMITTED) {
          awake.remove(batch.get(i).key());
        }
      }
      List<InboxMessage> found = new ArrayList<>(here.messages(100));
      List<ClaimedExecution> claimed = here.claim(10);
      for (ClaimedExecution one : claimed) {
        awake.put(one.info().key(), one.info());
        found.addAll(one.messages());
      }
      for (InboxMessage message : found) {
        int last = read.get(message.to());
        if (message.number() > last) {
          assertThat(message.number()).isEqualTo(last + 1);
          read.put(message.to(), message.number());
        }
      }
      if (found.isEmpty() && awake.isEmpty()) {
        here.awaitWork(Duration.ofMillis(5));
      }
    }
    return read;
  }

  @Test
  void shouldNumberMessagesOfTwoWritersWithoutGaps() throws Exception {
    ExecutionMetadata reader = Commits.info();
    List<ExecutionMetadata> first = infos(20);
    List<ExecutionMetadata> second = infos(20);
    here.write(0, List.of(firstCommit(reader)));
    here.write(0, firstCommits(first, ON));
    here.write(1, firstCommits(second, ON));

    together(() -> writeTo(reader, 0, first, 50), () -> writeTo(reader, 1, second, 50));

    assertThat(here.messages(10_000))
        .extracting(InboxMessage::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 2_000).boxed().toList());
  }

  private boolean writeTo(
      ExecutionMetadata reader, int writer, List<ExecutionMetadata> senders, int rounds)
      throws InterruptedException {
    for (int round = 0; round < rounds; round++) {
      int seq = round + 2;
      here.write(
          writer, senders.stream().map(info -> writes(next(info, seq, ON), reader)).toList());
    }
    return true;
  }

  @Test
  void shouldNotDeadlock() throws Exception {
    int before = deadlocks();

    for (int round = 0; round < 40; round++) {
      List<ExecutionMetadata> ours = infos(30);
      List<ExecutionMetadata> theirs = infos(30);
      here.write(0, firstCommits(ours, ON));
      there.write(0, firstCommits(theirs, ON));
      together(
          () -> here.write(0, crossing(ours, theirs)),
          () -> there.write(0, crossing(theirs.reversed(), ours)));
    }

    assertThat(deadlocks()).isEqualTo(before);
  }

  /** Each writes to all of the others, in all orders, and leaves in all ways. */
  private static List<Commit> crossing(
      List<ExecutionMetadata> senders, List<ExecutionMetadata> receivers) {
    List<Commit> batch = new ArrayList<>();
    for (int i = 0; i < senders.size(); i++) {
      Disposition disposition =
          switch (i % 4) {
            case 0 -> ended();
            case 1 -> park(0);
            case 2 -> BACK;
            default -> ON;
          };
      ExecutionMetadata to = receivers.get((i * 7 + 3) % receivers.size());
      ExecutionMetadata other = receivers.get((i * 11 + 5) % receivers.size());
      batch.add(writes(next(senders.get(i), 2, disposition), to, other));
    }
    return batch;
  }

  private int deadlocks() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("select pg_stat_force_next_flush()");
      try (ResultSet rows =
          statement.executeQuery(
              "select deadlocks from pg_stat_database where datname = current_database()")) {
        rows.next();
        return rows.getInt(1);
      }
    }
  }

  @Test
  void shouldWaitForABatchInFlightBeforeItReleases() throws Exception {
    ExecutionMetadata info = Commits.info();
    ExecutionMetadata parking = Commits.info();
    here.write(0, List.of(firstCommit(info), firstCommit(parking)));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("select from pawl.execution where id = '" + parking.id() + "' for update");
      Future<List<CommitResult>> writing =
          threads.submit(
              () -> here.write(0, List.of(next(info, 2, ON), next(parking, 2, park(0)))));
      awaitWaiting(1);
      TestDatabases.execute(
          database, "update pawl.node set lease_until = '-infinity' where id = " + here.node());
      Future<Integer> releasing = threads.submit(there::releaseDead);
      awaitWaiting(2);
      connection.commit();

      assertThat(writing.get()).containsOnly(Committed.COMMITTED);
      assertThat(releasing.get()).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
    assertThat(there.claim(10).getFirst().facts()).hasSize(2);
    assertThat(store.executions().facts(parking.key())).hasSize(2);
    assertThatThrownBy(() -> here.write(0, List.of(next(info, 3, ON))))
        .isInstanceOf(ExpelledException.class);
    assertThat(store.executions().facts(info.key())).hasSize(2);
  }

  private void awaitWaiting(int count) throws SQLException, InterruptedException {
    Callable<Integer> waiting =
        () -> {
          try (Connection connection = database.connect();
              Statement statement = connection.createStatement();
              ResultSet rows =
                  statement.executeQuery(
                      "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                          + " and datname = current_database()")) {
            rows.next();
            return rows.getInt(1);
          }
        };
    try {
      while (waiting.call() < count) {
        there.awaitWork(Duration.ofMillis(10));
      }
    } catch (SQLException | InterruptedException failed) {
      throw failed;
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
