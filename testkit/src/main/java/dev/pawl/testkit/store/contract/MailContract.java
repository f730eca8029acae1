package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.THEIRS;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Mail.Delivery;
import dev.pawl.engine.store.Membership;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Letters from outside are accepted once, numbered, and read in order. */
abstract class MailContract extends Scene {

  @Test
  void shouldBringLettersInOrderUntilTheyAreRead() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));

    send(card, "a", "b", "c", "d", "e");

    assertThat(bodies(here.letters(2))).containsExactly("1 a", "2 b");
    assertThat(bodies(here.letters(100))).containsExactly("1 a", "2 b", "3 c", "4 d", "5 e");
    done(here, next(card, 2, 3, ON));
    assertThat(bodies(here.letters(100))).containsExactly("4 d", "5 e");
    done(here, next(card, 3, 5, ON));
    assertThat(here.letters(100)).isEmpty();
  }

  @Test
  void shouldBringLettersToTheNodeThatHasTheExecution() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card ours = drafts.card();
    Card theirs = drafts.card();
    done(here, birth(ours));
    done(there, birth(theirs));

    send(ours, "to us");
    send(theirs, "to them");

    assertThat(here.letters(10)).extracting(Letter::to).containsExactly(ours.key());
    assertThat(there.letters(10)).extracting(Letter::to).containsExactly(theirs.key());
  }

  @Test
  void shouldTellThatOneWhoGotALetterGoesOnByItself() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card, Drafts.UNTIL_A_LETTER));
    assertThat(wakeAt(card)).isEmpty();

    send(card, "news");

    assertThat(wakeAt(card)).isPresent();
  }

  private Optional<Instant> wakeAt(Card card) {
    return store().executions().find(card.key()).orElseThrow().standing().orElseThrow().wakeAt();
  }

  @Test
  void shouldNumberLettersOfManySendersWithoutGaps() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));

    Callable<Boolean> sender =
        () -> {
          IntStream.range(0, 25).forEach(number -> send(card, "letter"));
          return true;
        };
    together(sender, sender, sender, sender);

    assertThat(here.letters(1000))
        .extracting(Letter::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 100).boxed().toList());
  }

  @Test
  void shouldSayWhoCannotReadALetter() throws Exception {
    Membership here = join("here");
    Card ended = drafts.card();
    Card express = drafts.card();
    done(here, birth(ended), birth(express, succeeds(express)));
    done(here, next(ended, 2, succeeds(ended)));

    assertThat(send(ended.key(), Optional.empty())).isEqualTo(Delivery.ENDED);
    assertThat(send(express.key(), Optional.of("key"))).isEqualTo(Delivery.ENDED);
    assertThat(send(drafts.card().key(), Optional.empty())).isEqualTo(Delivery.UNKNOWN);
    assertThat(send(new ExecutionKey(THEIRS, ended.id()), Optional.empty()))
        .isEqualTo(Delivery.UNKNOWN);
    assertThat(here.letters(10)).isEmpty();
  }

  @Test
  void shouldAcceptALetterOncePerKeyAndExecution() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Card other = drafts.card();
    done(here, birth(card), birth(other));

    assertThat(send(card.key(), Optional.of("k"))).isEqualTo(Delivery.ACCEPTED);
    assertThat(send(card.key(), Optional.of("k"))).isEqualTo(Delivery.REPEATED);
    assertThat(send(other.key(), Optional.of("k"))).isEqualTo(Delivery.ACCEPTED);
    assertThat(send(card.key(), Optional.of("l"))).isEqualTo(Delivery.ACCEPTED);

    assertThat(here.letters(10)).hasSize(3);
  }

  @Test
  void shouldKnowALetterAgainThatWasReadLongAgo() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));
    send(card.key(), Optional.of("k"));
    done(here, next(card, 2, 1, ON));

    assertThat(send(card.key(), Optional.of("k"))).isEqualTo(Delivery.REPEATED);
    done(here, next(card, 3, 1, succeeds(card)));

    assertThat(send(card.key(), Optional.of("k"))).isEqualTo(Delivery.REPEATED);
    assertThat(send(card.key(), Optional.of("l"))).isEqualTo(Delivery.ENDED);
  }

  @Test
  void shouldAcceptOneOfTwoLettersThatRace() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));

    for (int round = 0; round < 20; round++) {
      Optional<String> key = Optional.of("round " + round);
      assertThat(together(() -> send(card.key(), key), () -> send(card.key(), key)))
          .containsExactlyInAnyOrder(Delivery.ACCEPTED, Delivery.REPEATED);
    }

    assertThat(here.letters(100))
        .extracting(Letter::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 20).boxed().toList());
  }

  @Test
  void shouldAcceptOrRefuseWhileTheExecutionEnds() throws Exception {
    Membership here = join("here");

    for (int round = 0; round < 20; round++) {
      Card card = drafts.card();
      done(here, birth(card));

      List<Object> results =
          together(
              () -> send(card.key(), Optional.empty()),
              () -> write(here, next(card, 2, succeeds(card))));

      assertThat(results.getFirst()).isIn(Delivery.ACCEPTED, Delivery.ENDED);
      assertThat(send(card.key(), Optional.empty())).isEqualTo(Delivery.ENDED);
      assertThat(here.letters(10)).isEmpty();
    }
  }

  private Delivery send(ExecutionKey to, Optional<String> key) {
    return store().mail().send(to, bytes("letter"), key);
  }
}
