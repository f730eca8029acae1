package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.THEIRS;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.births;
import static dev.pawl.testkit.store.contract.Drafts.fact;
import static dev.pawl.testkit.store.contract.Drafts.fateOnly;
import static dev.pawl.testkit.store.contract.Drafts.letter;
import static dev.pawl.testkit.store.contract.Drafts.newborn;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static dev.pawl.testkit.store.contract.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Outgoing;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Facts become durable, in order, all of a commit or nothing of it. */
abstract class JournalContract extends Scene {

  @Test
  void shouldKeepFactsInOrder() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();

    assertThat(store().executions().lastSeq(card.key())).isZero();
    done(here, birth(card));
    done(here, several(card, 2, 3, 4));
    assertThat(store().executions().lastSeq(card.key())).isEqualTo(4);
    done(here, several(card));
    done(here, next(card, 5, succeeds(card)));
    assertThat(store().executions().lastSeq(card.key())).isEqualTo(5);

    List<Entry> entries = store().executions().facts(card.key());
    assertThat(texts(entries))
        .containsExactly("1 fact 1", "2 fact 2", "3 fact 3", "4 fact 4", "5 fact 5");
    assertThat(entries)
        .allSatisfy(entry -> assertThat(entry.at()).isEqualTo(fact(card, entry.seq()).at()));
  }

  private static Commit several(Card card, int... seqs) {
    List<Entry> entries = Arrays.stream(seqs).mapToObj(seq -> fact(card, seq)).toList();
    return new Commit(card, false, entries, 0, Outgoing.NOTHING, ON);
  }

  @Test
  void shouldRefuseASecondFactOfTheSameNumberAndHarmNoOther() throws Exception {
    Membership here = join("here");
    List<Card> cards = drafts.cards(7);
    done(here, births(cards, ON));

    Commit[] batch =
        cards.stream()
            .map(card -> next(card, card.equals(cards.get(3)) ? 1 : 2, ON))
            .toArray(Commit[]::new);
    List<Written> written = write(here, batch);

    assertThat(written.get(3)).isInstanceOf(Written.Refused.class);
    for (int i = 0; i < cards.size(); i++) {
      if (i != 3) {
        assertThat(written.get(i)).isEqualTo(Written.Done.DONE);
        assertThat(facts(cards.get(i))).containsExactly("1 fact 1", "2 fact 2");
      }
    }
    assertThat(facts(cards.get(3))).containsExactly("1 fact 1");
    done(here, next(cards.get(3), 2, ON));
  }

  @Test
  void shouldWriteNothingOfARefusedCommit() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Card friend = drafts.card();
    Card child = drafts.childOf(card, Drafts.STEP, 0);
    done(here, birth(card), birth(friend));
    send(card, "hello");

    Outgoing outgoing =
        new Outgoing(List.of(newborn(child, false)), List.of(letter(friend, "news")), List.of());
    List<Written> written =
        write(here, with(next(card, 1, 1, succeeds(card)), outgoing), next(friend, 2, ON));

    assertThat(written.getFirst()).isInstanceOf(Written.Refused.class);
    assertThat(written.getLast()).isEqualTo(Written.Done.DONE);
    assertThat(store().executions().find(card.key()).orElseThrow().status())
        .isEqualTo(Status.RUNNING);
    assertThat(store().executions().find(child.key())).isEmpty();
    assertThat(facts(child)).isEmpty();
    assertThat(bodies(here.letters(10))).containsExactly("1 hello");
    done(here, next(card, 2, 1, succeeds(card)));
  }

  @Test
  void shouldRefuseASecondBirth() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Card other = drafts.card();
    done(here, birth(card));

    List<Written> written = write(here, birth(other), birth(card));

    assertThat(written.getFirst()).isEqualTo(Written.Done.DONE);
    assertThat(written.getLast()).isInstanceOf(Written.Refused.class);
  }

  @Test
  void shouldRefuseASecondEnd() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));
    done(here, next(card, 2, succeeds(card)));

    List<Written> written =
        write(here, next(card, 3, Drafts.ends(card, Status.FAILED, Optional.empty())));

    assertThat(written.getFirst()).isInstanceOf(Written.Refused.class);
    assertThat(store().executions().find(card.key()).orElseThrow().status())
        .isEqualTo(Status.SUCCEEDED);
    assertThat(facts(card)).hasSize(2);
  }

  @Test
  void shouldMoveAnEndedExecutionToTheFinishedOnes() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card card = drafts.card();
    done(here, birth(card));

    Optional<Failure> failure = Optional.of(Failure.of("Payment.Declined", "no money"));
    done(here, next(card, 2, Drafts.ends(card, Status.FAILED, failure)));
    here.close();

    Summary found = store().executions().find(card.key()).orElseThrow();
    assertThat(found.card()).isEqualTo(card);
    assertThat(found.status()).isEqualTo(Status.FAILED);
    assertThat(found.startedAt()).isEqualTo(Drafts.began(card));
    assertThat(found.endedAt()).contains(Drafts.began(card).plusSeconds(1));
    assertThat(found.failure()).isEqualTo(failure);
    assertThat(found.standing()).isEmpty();
    assertThat(facts(card)).containsExactly("1 fact 1", "2 fact 2");
    assertThat(there.claim(10)).isEmpty();
  }

  @Test
  void shouldTakeAWholeLifeInOneCommit() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card card = drafts.card();
    Card friend = drafts.card();
    done(here, birth(friend));

    Commit life =
        new Commit(
            card,
            true,
            List.of(fact(card, 1), fact(card, 2)),
            0,
            Drafts.letters(letter(friend, "all is well")),
            succeeds(card));
    done(here, life);

    assertThat(facts(card)).containsExactly("1 fact 1", "2 fact 2");
    assertThat(store().executions().find(card.key()).orElseThrow().status())
        .isEqualTo(Status.SUCCEEDED);
    assertThat(bodies(here.letters(10))).containsExactly("1 all is well");
    here.close();
    assertThat(keys(there.claim(10))).containsExactly(friend.key());
  }

  @Test
  void shouldTakeManyCommitsOfAllKindsAtOnce() throws Exception {
    Membership here = join("here");
    List<Card> before = drafts.cards(200);
    done(here, births(before, ON));

    List<Card> young = drafts.cards(200);
    List<Commit> batch = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      Card card = before.get(i);
      batch.add(
          switch (i % 4) {
            case 0 -> next(card, 2, ON);
            case 1 -> next(card, 2, Drafts.UNTIL_A_LETTER);
            case 2 -> next(card, 2, Drafts.BACK);
            default -> next(card, 2, succeeds(card));
          });
      batch.add(birth(young.get(i)));
    }
    List<Written> written = here.write(here.writers() - 1, batch);

    assertThat(written).hasSize(400).containsOnly(Written.Done.DONE);
    assertThat(before).allSatisfy(card -> assertThat(facts(card)).hasSize(2));
    assertThat(young).allSatisfy(card -> assertThat(facts(card)).hasSize(1));
    assertThat(here.claim(1000)).hasSize(50);
  }

  @Test
  void shouldKeepAnyBytes() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    byte[] all = new byte[300_000];
    new Random(7).nextBytes(all);
    byte[] none = {};

    List<Entry> entries =
        List.of(
            new Entry(1, fact(card, 1).at(), all),
            new Entry(2, fact(card, 2).at(), none),
            new Entry(3, fact(card, 3).at(), new byte[] {0, 0, -1, '\\', '"'}));
    done(here, new Commit(card, true, entries, 0, Outgoing.NOTHING, ON));

    assertThat(store().executions().facts(card.key()))
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactlyElementsOf(entries);
  }

  @Test
  void shouldEndWhateverIsSaidOfTheFailure() throws Exception {
    Membership here = join("here");
    List<Card> cards = drafts.cards(4);
    done(here, births(cards, ON));
    List<String> sayings =
        List.of("a\u0000b", "half \uD83D", "word ".repeat(500_000), "x".repeat(2_000_000));

    for (int i = 0; i < cards.size(); i++) {
      Card card = cards.get(i);
      Optional<Failure> failure = Optional.of(Failure.of(sayings.get(i), sayings.get(i)));
      done(here, next(card, 2, Drafts.ends(card, Status.FAILED, failure)));

      Summary found = store().executions().find(card.key()).orElseThrow();
      assertThat(found.status()).isEqualTo(Status.FAILED);
      assertThat(found.failure()).isPresent();
    }
  }

  @Test
  void shouldParkWhateverIsSaidOfTheIncident() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));

    done(here, next(card, 2, Drafts.paused(Optional.of("a\u0000b " + "x".repeat(1_000_000)))));

    assertThat(store().executions().find(card.key()).orElseThrow().status())
        .isEqualTo(Status.PAUSED);
  }

  @Test
  void shouldHarmNoOtherByAKeyThatCannotBeKept() throws Exception {
    Membership here = join("here");
    Card first = drafts.card();
    Card strange = drafts.keyed(Drafts.OURS, Drafts.FLOW, "k\u0000".repeat(5_000));
    Card last = drafts.card();

    List<Written> written = write(here, birth(first), birth(strange), birth(last));

    assertThat(written.get(0)).isEqualTo(Written.Done.DONE);
    assertThat(written.get(1)).isInstanceOfAny(Written.Done.class, Written.Refused.class);
    assertThat(written.get(2)).isEqualTo(Written.Done.DONE);
  }

  @Test
  void shouldKeepTenantsApart() throws Exception {
    Membership here = join("here");
    Card ours = drafts.card();
    Card theirs =
        new Card(
            new ExecutionKey(THEIRS, ours.id()),
            new VersionKey(THEIRS, Drafts.FLOW, 1),
            Optional.empty(),
            Optional.empty(),
            0,
            Card.Tags.NONE);

    done(here, birth(ours), birth(theirs));
    done(here, next(theirs, 2, succeeds(theirs)));
    done(here, next(ours, 2, ON));

    assertThat(facts(ours)).hasSize(2);
    assertThat(store().executions().find(ours.key()).orElseThrow().status())
        .isEqualTo(Status.RUNNING);
    assertThat(store().executions().find(theirs.key()).orElseThrow().status())
        .isEqualTo(Status.SUCCEEDED);
  }

  @Test
  void shouldLetAllWritersWriteAtTheSameTime() throws Exception {
    Membership here = join("here");
    List<Card> first = drafts.cards(30);
    List<Card> second = drafts.cards(30);

    together(() -> lives(here, 0, first), () -> lives(here, here.writers() - 1, second));

    assertThat(first).allSatisfy(card -> assertThat(facts(card)).hasSize(10));
    assertThat(second).allSatisfy(card -> assertThat(facts(card)).hasSize(10));
  }

  private static boolean lives(Membership member, int writer, List<Card> cards) throws Exception {
    assertThat(member.write(writer, List.of(births(cards, ON)))).containsOnly(Written.Done.DONE);
    for (int seq = 2; seq <= 10; seq++) {
      long number = seq;
      List<Commit> batch = cards.stream().map(card -> next(card, number, ON)).toList();
      assertThat(member.write(writer, batch)).containsOnly(Written.Done.DONE);
    }
    return true;
  }

  @Test
  void shouldTakeACommitThatSaysNothingButWhereItGoes() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));

    done(here, fateOnly(card, 0, Drafts.BACK));

    assertThat(keys(here.claim(1))).containsExactly(card.key());
    assertThat(here.write(0, List.of())).isEmpty();
  }

  @Test
  void shouldTakeExecutionsOfAnyTime() throws Exception {
    Membership here = join("here");
    for (long days : new long[] {-3000, -40, -1, 1, 40, 3000}) {
      Card now = drafts.card();
      Card card =
          new Card(
              new ExecutionKey(
                  Drafts.OURS, drafts.id(Drafts.began(now).plus(Duration.ofDays(days)))),
              now.version(),
              now.machine(),
              now.parent(),
              now.depth(),
              now.tags());

      done(here, birth(card), birth(now));
      done(here, next(card, 2, succeeds(card)));

      assertThat(facts(card)).as(days + " days from now").hasSize(2);
      assertThat(store().executions().find(card.key())).isPresent();
    }
  }
}
