package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.Commits.ON;
import static dev.pawl.postgres.store.Commits.asleep;
import static dev.pawl.postgres.store.Commits.birth;
import static dev.pawl.postgres.store.Commits.births;
import static dev.pawl.postgres.store.Commits.bytes;
import static dev.pawl.postgres.store.Commits.cards;
import static dev.pawl.postgres.store.Commits.ended;
import static dev.pawl.postgres.store.Commits.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.Written;
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
  private Membership here;

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
  void shouldWriteOnceWhateverBreaks(Cut cut) throws Exception {
    List<Card> cards = cards(10);
    here.write(0, births(cards, ON));

    for (int seq = 2; seq < 8; seq++) {
      int number = seq;
      proxy.cutNext(cut, WRITER);
      List<Written> written =
          here.write(0, cards.stream().map(card -> next(card, number, ON)).toList());
      assertThat(written).containsOnly(Written.Done.DONE);
    }
    proxy.cutNext(cut, WRITER);
    here.write(0, cards.stream().map(card -> next(card, 8, ended())).toList());

    for (Card card : cards) {
      assertThat(elsewhere.executions().facts(card.key())).hasSize(8);
      assertThat(elsewhere.executions().find(card.key()).orElseThrow().status())
          .isEqualTo(Status.SUCCEEDED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellWhoParked(Cut cut) throws Exception {
    List<Card> cards = cards(5);
    here.write(0, births(cards, ON));
    elsewhere.mail().send(cards.get(3).key(), bytes("hello"), Optional.empty());

    proxy.cutNext(cut, WRITER);
    List<Written> written =
        here.write(0, cards.stream().map(card -> next(card, 2, asleep(0))).toList());

    for (int i = 0; i < cards.size(); i++) {
      assertThat(written.get(i))
          .isEqualTo(i == 3 ? Written.NotParked.NOT_PARKED : Written.Done.DONE);
    }
    assertThat(here.letters(10)).hasSize(1);
  }

  @Test
  void shouldNotTakeOneThatCameBackForOneThatStayed() throws Exception {
    Card card = Commits.card();
    here.write(0, List.of(birth(card)));
    here.claim(1);

    proxy.closeDoor();
    proxy.cutNext(Cut.AFTER, WRITER);
    CompletableFuture<List<Written>> parking =
        later(() -> here.write(0, List.of(next(card, 2, asleep(0)))));
    awaitStatus(card, Status.WAITING);
    elsewhere.mail().send(card.key(), bytes("wake up"), Optional.empty());
    List<Claimed> claimed = here.claim(1);
    proxy.openDoor();

    assertThat(claimed).hasSize(1);
    assertThat(parking.get(60, TimeUnit.SECONDS)).containsExactly(Written.Done.DONE);
    assertThat(here.write(0, List.of(next(card, 3, 1, ended())))).containsOnly(Written.Done.DONE);
  }

  @Test
  void shouldTellANodeThatWasExpelledMeanwhile() throws Exception {
    Membership there = elsewhere.join("there");
    Card card = Commits.card();
    here.write(0, List.of(birth(card)));

    proxy.closeDoor();
    proxy.cutNext(Cut.BEFORE, WRITER);
    CompletableFuture<List<Written>> writing =
        later(() -> here.write(0, List.of(next(card, 2, ON))));
    TestDatabases.execute(
        database, "update pawl.node set lease_until = '-infinity' where id = " + here.node());
    assertThat(there.releaseDead()).isEqualTo(1);
    proxy.openDoor();

    assertThatThrownBy(() -> writing.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ExpelledException.class);
    assertThat(there.claim(1).getFirst().facts()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindItsWayAfterAnInterruption(Cut cut) throws Exception {
    Card card = Commits.card();
    Card other = Commits.card();
    here.write(0, List.of(birth(card), birth(other)));
    CompletableFuture<Throwable> end = new CompletableFuture<>();

    proxy.closeDoor();
    proxy.cutNext(cut, WRITER);
    Thread writing =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    here.write(0, List.of(next(card, 2, ON)));
                    end.complete(new AssertionError("written"));
                  } catch (Throwable stopped) {
                    end.complete(stopped);
                  }
                });
    writing.interrupt();
    assertThat(end.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    proxy.openDoor();

    assertThat(here.write(0, List.of(next(other, 2, ON)))).containsExactly(Written.Done.DONE);
    int facts = elsewhere.executions().facts(card.key()).size();
    assertThat(here.write(0, List.of(next(card, facts + 1, ON))))
        .containsExactly(Written.Done.DONE);
    assertThat(elsewhere.executions().facts(other.key())).hasSize(2);
    assertThat(elsewhere.executions().facts(card.key())).hasSize(facts + 1);
  }

  @Test
  void shouldGiveUpWhenTheLeaseMustHaveLapsed() throws Exception {
    StoreOptions brief = StoreOptions.defaults().withPool(1).withLease(Duration.ofSeconds(3));
    try (PostgresStore other = PostgresStore.open(proxy.database(), brief)) {
      Membership shortLived = other.join("short-lived");
      Card card = Commits.card();
      shortLived.write(0, List.of(birth(card)));

      proxy.closeDoor();
      proxy.cutNext(Cut.BEFORE, WRITER);

      assertThatThrownBy(() -> shortLived.write(0, List.of(next(card, 2, ON))))
          .isInstanceOf(ExpelledException.class);
      proxy.openDoor();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldHandOverWhatALostClaimHasTaken(Cut cut) throws Exception {
    List<Card> cards = cards(20);
    here.write(0, births(cards, Commits.BACK));
    assertThat(here.claim(5)).hasSize(5);

    proxy.cutNext(cut, CLAIMER);
    assertThatThrownBy(() -> here.claim(5)).isInstanceOf(UnavailableException.class);
    List<Claimed> again = here.claim(5);
    List<Claimed> rest = here.claim(50);

    assertThat(again).hasSize(5);
    assertThat(rest).hasSize(10);
    List<Commit> next = rest.stream().map(one -> next(one.card(), 2, ON)).toList();
    assertThat(here.write(0, next)).containsOnly(Written.Done.DONE);
  }

  @ParameterizedTest
  @EnumSource
  void shouldAcceptALetterOnceWhateverBreaks(Cut cut) throws Exception {
    Card card = Commits.card();
    here.write(0, List.of(birth(card)));
    store.mail().send(card.key(), bytes("first"), Optional.empty());

    proxy.cutNext(cut, "insert into pawl.inbox");
    store.mail().send(card.key(), bytes("second"), Optional.empty());

    assertThat(here.letters(10)).hasSize(2);
  }

  private interface Deed<T> {
    T done() throws Exception;
  }

  private static <T> CompletableFuture<T> later(Deed<T> deed) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                result.complete(deed.done());
              } catch (Exception failed) {
                result.completeExceptionally(failed);
              }
            });
    return result;
  }

  private void awaitStatus(Card card, Status status) throws InterruptedException {
    while (elsewhere.executions().find(card.key()).orElseThrow().status() != status) {
      here.awaitNews(Duration.ofMillis(10));
    }
  }
}
