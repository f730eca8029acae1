package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.Commits.ON;
import static dev.pawl.postgres.store.Commits.asleep;
import static dev.pawl.postgres.store.Commits.birth;
import static dev.pawl.postgres.store.Commits.bytes;
import static dev.pawl.postgres.store.Commits.ended;
import static dev.pawl.postgres.store.Commits.fact;
import static dev.pawl.postgres.store.Commits.next;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Mail.Delivery;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Written;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever else a program writes, an execution begins with it or not at all. */
@ExtendWith(TestDatabases.Migrated.class)
@Timeout(60)
class TransactionalStartsTest {

  private PostgresStore store;
  private Membership here;
  private Connection own;

  @BeforeEach
  void open(Database fresh) throws SQLException {
    store = PostgresStore.open(fresh, StoreOptions.defaults().withPool(2));
    here = store.join("here");
    own = fresh.connect();
    own.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    own.close();
    store.close();
  }

  @Test
  void shouldStartWithTheCommit() throws Exception {
    Card card = full();

    assertThat(TransactionalStarts.start(own, card, fact(1))).isEqualTo(Written.Done.DONE);
    assertThat(here.claim(10)).isEmpty();
    own.commit();

    Claimed claimed = await();
    assertThat(claimed.card()).isEqualTo(card);
    assertThat(claimed.facts()).hasSize(1);
    assertThat(here.write(0, List.of(next(card, 2, ended())))).containsOnly(Written.Done.DONE);
  }

  private static Card full() {
    ExecutionId parent = new ExecutionId(UUID.randomUUID());
    Card plain = Commits.card();
    return new Card(
        plain.key(),
        new VersionKey(Commits.OURS, "order", 3),
        Optional.of("Items"),
        Optional.of(new Card.Parent(parent, new StepId(FrameId.ROOT, 4), 7, Card.Reply.OUTPUT)),
        2,
        new Card.Tags(
            Priority.HIGH,
            Optional.of("key"),
            Map.of("a", "b"),
            Optional.of("once"),
            Optional.of(parent),
            new Card.Origin(Optional.of("somebody"), Optional.empty())));
  }

  @Test
  void shouldLeaveNothingAfterARollback() throws Exception {
    Card card = Commits.keyed("monday");
    TransactionalStarts.start(own, card, fact(1));

    own.rollback();

    assertThat(here.claim(10)).isEmpty();
    assertThat(here.write(0, List.of(birth(Commits.keyed("monday")))))
        .containsOnly(Written.Done.DONE);
  }

  @Test
  void shouldStartOncePerKey() throws Exception {
    Card first = Commits.keyed("monday");
    here.write(0, List.of(birth(first)));

    Written written = TransactionalStarts.start(own, Commits.keyed("monday"), fact(1));
    own.commit();

    assertThat(written).isEqualTo(new Written.Duplicate(first.id()));
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldBringLettersInOrderWithTheCommit() throws Exception {
    Card awake = Commits.card();
    Card sleeping = Commits.card();
    here.write(0, List.of(birth(awake), birth(sleeping, asleep(0))));

    for (int i = 1; i <= 3; i++) {
      assertThat(send(awake, "letter " + i, Optional.of("key " + i))).isEqualTo(Delivery.ACCEPTED);
    }
    assertThat(send(awake, "again", Optional.of("key 3"))).isEqualTo(Delivery.ACCEPTED);
    assertThat(send(sleeping, "wake up", Optional.empty())).isEqualTo(Delivery.ACCEPTED);
    assertThat(here.letters(10)).isEmpty();
    own.commit();

    Claimed woken = await();
    assertThat(woken.card()).isEqualTo(sleeping);
    assertThat(texts(woken.letters())).containsExactly("wake up");
    assertThat(texts(here.letters(10))).containsExactly("letter 1", "letter 2", "letter 3");
    assertThat(send(awake, "again", Optional.of("key 1"))).isEqualTo(Delivery.REPEATED);
  }

  @Test
  void shouldBringLettersToANodeThatHasNoRoom() throws Exception {
    Card card = Commits.card();
    here.write(0, List.of(birth(card)));
    send(card, "go on", Optional.empty());
    own.commit();

    assertThat(here.claim(0)).isEmpty();

    assertThat(texts(here.letters(10))).containsExactly("go on");
  }

  @Test
  void shouldHoldUpNobodyWhileTheTransactionIsOpen() throws Exception {
    Card card = Commits.card();
    here.write(0, List.of(birth(card)));

    send(card, "not yet", Optional.empty());

    assertThat(here.write(0, List.of(next(card, 2, asleep(0))))).containsOnly(Written.Done.DONE);
    own.commit();
    assertThat(texts(await().letters())).containsExactly("not yet");
  }

  @Test
  void shouldSayWhoCannotReadALetter() throws Exception {
    Card over = Commits.card();
    here.write(0, List.of(birth(over, ended())));

    assertThat(send(over, "late", Optional.empty())).isEqualTo(Delivery.ENDED);
    assertThat(send(Commits.card(), "to nobody", Optional.empty())).isEqualTo(Delivery.UNKNOWN);
  }

  @Test
  void shouldForgetALetterToOneThatEndsBeforeTheCommit() throws Exception {
    Card card = Commits.card();
    here.write(0, List.of(birth(card)));
    send(card, "late", Optional.empty());
    here.write(0, List.of(next(card, 2, ended())));

    own.commit();
    here.claim(10);

    assertThat(here.letters(10)).isEmpty();
    assertThat(store.upkeep().audit()).isEmpty();
  }

  private Delivery send(Card to, String text, Optional<String> key) throws SQLException {
    ExecutionKey receiver = to.key();
    return TransactionalStarts.send(own, receiver, bytes(text), key);
  }

  private Claimed await() throws InterruptedException {
    List<Claimed> claimed = here.claim(1);
    while (claimed.isEmpty()) {
      here.awaitNews(Duration.ofSeconds(1));
      claimed = here.claim(1);
    }
    return claimed.getFirst();
  }

  private static List<String> texts(List<Letter> letters) {
    return letters.stream()
        .map(letter -> new String(letter.body(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void shouldStartWhereAnExecutionOfTheSameTransactionWasSentALetter() throws Exception {
    Card card = Commits.card();
    TransactionalStarts.start(own, card, fact(1));
    send(card, "welcome", Optional.empty());
    own.commit();

    Claimed claimed = await();

    assertThat(claimed.card()).isEqualTo(card);
    assertThat(texts(claimed.letters())).containsExactly("welcome");
    assertThat(here.write(0, List.of(next(card, 2, 1, ON)))).containsOnly(Written.Done.DONE);
  }
}
