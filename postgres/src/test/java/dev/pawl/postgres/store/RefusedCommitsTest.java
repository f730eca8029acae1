package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.Commits.ON;
import static dev.pawl.postgres.store.Commits.birth;
import static dev.pawl.postgres.store.Commits.cards;
import static dev.pawl.postgres.store.Commits.ended;
import static dev.pawl.postgres.store.Commits.fact;
import static dev.pawl.postgres.store.Commits.next;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
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
  private Membership here;

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
    refuseOnly(birth(Commits.withBusinessKey("nul \0 here")));
  }

  @Test
  void shouldRefuseAKeyThatNoIndexCanHold() throws Exception {
    StringBuilder random = new StringBuilder();
    new Random(7).ints(20_000, 33, 1000).forEach(random::appendCodePoint);

    refuseOnly(birth(Commits.withBusinessKey(random.toString())));
  }

  @Test
  void shouldRefuseATimeThatNoClockShows() throws Exception {
    Card card = Commits.card();
    Entry entry = new Entry(1, Instant.MAX, fact(1).fact());

    refuseOnly(new Commit(card, true, List.of(entry), 0, Commit.Outgoing.NOTHING, ON));
  }

  @Test
  void shouldRefuseAnEndThatIsNone() throws Exception {
    Card card = Commits.card();
    here.write(0, List.of(birth(card)));
    Instant now = Instant.now();

    refuseOnly(next(card, 2, new Fate.Ended(Status.RUNNING, now, now, Optional.empty())));
  }

  private void refuseOnly(Commit bad) throws Exception {
    List<Card> cards = cards(150);
    List<Commit> batch = new ArrayList<>(Commits.births(cards, ON));
    batch.add(77, bad);

    List<Written> written = here.write(0, batch);

    for (int i = 0; i < batch.size(); i++) {
      if (i == 77) {
        assertThat(written.get(i))
            .isInstanceOfSatisfying(
                Written.Refused.class,
                refused ->
                    assertThat(refused.why())
                        .contains("under the reference")
                        .doesNotContain("ERROR", "pawl.", "execution_", "finished", "0x00"));
      } else {
        assertThat(written.get(i)).isEqualTo(Written.Done.DONE);
      }
    }
    List<Commit> next = cards.stream().map(card -> next(card, 2, ended())).toList();
    assertThat(here.write(0, next)).containsOnly(Written.Done.DONE);
    assertThat(store.executions().facts(cards.get(120).key())).hasSize(2);
  }

  @Test
  void shouldKeepAnErrorOfAnyLength() throws Exception {
    Card card = Commits.card();
    here.write(0, List.of(birth(card)));
    Instant now = Instant.now();
    Failure failure = Failure.of("Some.Error", "word ".repeat(50_000));

    List<Written> written =
        here.write(
            0,
            List.of(next(card, 2, new Fate.Ended(Status.FAILED, now, now, Optional.of(failure)))));

    assertThat(written).containsExactly(Written.Done.DONE);
    assertThat(store.executions().find(card.key()).orElseThrow().failure()).contains(failure);
  }

  @Test
  void shouldTakeEachKeyOnceHoweverBatchesCross() throws Exception {
    Membership there = store.join("there");
    int keys = 60;

    for (int round = 0; round < 20; round++) {
      List<Commit> ours = new ArrayList<>();
      List<Commit> theirs = new ArrayList<>();
      for (int i = 0; i < keys; i++) {
        ours.add(birth(Commits.keyed(round + " " + i)));
        theirs.addFirst(birth(Commits.keyed(round + " " + i)));
      }

      List<List<Written>> written =
          together(() -> here.write(0, ours), () -> there.write(0, theirs));

      for (int i = 0; i < keys; i++) {
        Written first = written.get(0).get(i);
        Written second = written.get(1).get(keys - 1 - i);
        Card winner =
            first == Written.Done.DONE ? ours.get(i).card() : theirs.get(keys - 1 - i).card();
        assertThat(List.of(first, second))
            .containsExactlyInAnyOrder(Written.Done.DONE, new Written.Duplicate(winner.id()));
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
