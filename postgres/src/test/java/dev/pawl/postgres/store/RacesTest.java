package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.Commits.BACK;
import static dev.pawl.postgres.store.Commits.ON;
import static dev.pawl.postgres.store.Commits.asleep;
import static dev.pawl.postgres.store.Commits.birth;
import static dev.pawl.postgres.store.Commits.births;
import static dev.pawl.postgres.store.Commits.bytes;
import static dev.pawl.postgres.store.Commits.cards;
import static dev.pawl.postgres.store.Commits.ended;
import static dev.pawl.postgres.store.Commits.next;
import static dev.pawl.postgres.store.Commits.writes;
import static dev.pawl.postgres.store.RefusedCommitsTest.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
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
  private Membership here;
  private Membership there;

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
  void shouldLoseNoLetterThatComesWhileItsReaderParks() throws Exception {
    int letters = 3_000;
    List<Card> cards = cards(10);
    here.write(0, births(cards, ON));

    Map<ExecutionKey, Integer> read =
        together(
                () -> {
                  for (int i = 0; i < letters; i++) {
                    store.mail().send(cards.get(i % 10).key(), bytes("x"), Optional.empty());
                  }
                  return new HashMap<ExecutionKey, Integer>();
                },
                () -> readAll(cards, letters))
            .get(1);

    assertThat(read.values()).hasSize(10).containsOnly(letters / 10);
  }

  /** Parks after each look, so that a letter that is not seen wakes nobody. */
  private Map<ExecutionKey, Integer> readAll(List<Card> cards, int letters)
      throws InterruptedException {
    Map<ExecutionKey, Card> awake = new HashMap<>();
    Map<ExecutionKey, Integer> read = new HashMap<>();
    Map<ExecutionKey, Integer> seqs = new HashMap<>();
    for (Card card : cards) {
      awake.put(card.key(), card);
      read.put(card.key(), 0);
      seqs.put(card.key(), 1);
    }
    while (read.values().stream().mapToInt(Integer::intValue).sum() < letters) {
      List<Commit> batch = new ArrayList<>();
      for (Card card : awake.values()) {
        int seq = seqs.merge(card.key(), 1, Integer::sum);
        int known = read.get(card.key());
        batch.add(next(card, seq, known, asleep(known)));
      }
      List<Written> written = here.write(0, batch);
      for (int i = 0; i < batch.size(); i++) {
        if (written.get(i) == Written.Done.DONE) {
          awake.remove(batch.get(i).key());
        }
      }
      List<Letter> found = new ArrayList<>(here.letters(100));
      List<Claimed> claimed = here.claim(10);
      for (Claimed one : claimed) {
        awake.put(one.card().key(), one.card());
        found.addAll(one.letters());
      }
      for (Letter letter : found) {
        int last = read.get(letter.to());
        if (letter.number() > last) {
          assertThat(letter.number()).isEqualTo(last + 1);
          read.put(letter.to(), letter.number());
        }
      }
      if (found.isEmpty() && awake.isEmpty()) {
        here.awaitNews(Duration.ofMillis(5));
      }
    }
    return read;
  }

  @Test
  void shouldNumberLettersOfTwoWritersWithoutGaps() throws Exception {
    Card reader = Commits.card();
    List<Card> first = cards(20);
    List<Card> second = cards(20);
    here.write(0, List.of(birth(reader)));
    here.write(0, births(first, ON));
    here.write(1, births(second, ON));

    together(() -> writeTo(reader, 0, first, 50), () -> writeTo(reader, 1, second, 50));

    assertThat(here.letters(10_000))
        .extracting(Letter::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 2_000).boxed().toList());
  }

  private boolean writeTo(Card reader, int writer, List<Card> senders, int rounds)
      throws InterruptedException {
    for (int round = 0; round < rounds; round++) {
      int seq = round + 2;
      here.write(
          writer, senders.stream().map(card -> writes(next(card, seq, ON), reader)).toList());
    }
    return true;
  }

  @Test
  void shouldNeverWaitInACircle() throws Exception {
    int before = deadlocks();

    for (int round = 0; round < 40; round++) {
      List<Card> ours = cards(30);
      List<Card> theirs = cards(30);
      here.write(0, births(ours, ON));
      there.write(0, births(theirs, ON));
      together(
          () -> here.write(0, crossing(ours, theirs)),
          () -> there.write(0, crossing(theirs.reversed(), ours)));
    }

    assertThat(deadlocks()).isEqualTo(before);
  }

  /** Each writes to all of the others, in all orders, and leaves in all ways. */
  private static List<Commit> crossing(List<Card> senders, List<Card> receivers) {
    List<Commit> batch = new ArrayList<>();
    for (int i = 0; i < senders.size(); i++) {
      Fate fate =
          switch (i % 4) {
            case 0 -> ended();
            case 1 -> asleep(0);
            case 2 -> BACK;
            default -> ON;
          };
      Card to = receivers.get((i * 7 + 3) % receivers.size());
      Card other = receivers.get((i * 11 + 5) % receivers.size());
      batch.add(writes(next(senders.get(i), 2, fate), to, other));
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
    Card card = Commits.card();
    Card parking = Commits.card();
    here.write(0, List.of(birth(card), birth(parking)));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("select from pawl.execution where id = '" + parking.id() + "' for update");
      Future<List<Written>> writing =
          threads.submit(
              () -> here.write(0, List.of(next(card, 2, ON), next(parking, 2, asleep(0)))));
      awaitWaiting(1);
      TestDatabases.execute(
          database, "update pawl.node set lease_until = '-infinity' where id = " + here.node());
      Future<Integer> releasing = threads.submit(there::releaseDead);
      awaitWaiting(2);
      connection.commit();

      assertThat(writing.get()).containsOnly(Written.Done.DONE);
      assertThat(releasing.get()).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
    assertThat(there.claim(10).getFirst().facts()).hasSize(2);
    assertThat(store.executions().facts(parking.key())).hasSize(2);
    assertThatThrownBy(() -> here.write(0, List.of(next(card, 3, ON))))
        .isInstanceOf(ExpelledException.class);
    assertThat(store.executions().facts(card.key())).hasSize(2);
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
        there.awaitNews(Duration.ofMillis(10));
      }
    } catch (SQLException | InterruptedException failed) {
      throw failed;
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
