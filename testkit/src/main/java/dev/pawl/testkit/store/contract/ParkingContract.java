package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.UNTIL_A_LETTER;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.fateOnly;
import static dev.pawl.testkit.store.contract.Drafts.knowing;
import static dev.pawl.testkit.store.contract.Drafts.letter;
import static dev.pawl.testkit.store.contract.Drafts.letters;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.sleeps;
import static dev.pawl.testkit.store.contract.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Executions.Standing;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An execution leaves memory only when it has read everything, and comes back for a reason. */
abstract class ParkingContract extends Scene {

  @Test
  void shouldLetAParkedExecutionSleep() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Instant far = Instant.now().plus(Duration.ofDays(30)).truncatedTo(ChronoUnit.MILLIS);
    Fate.Parks parks = sleeps(far);
    done(here, birth(card));

    done(here, next(card, 2, parks));

    Summary found = store().executions().find(card.key()).orElseThrow();
    assertThat(found.status()).isEqualTo(Status.WAITING);
    assertThat(found.standing())
        .contains(new Standing(OptionalInt.empty(), Optional.of(far), parks.waitsFor()));
    assertThat(here.claim(10)).isEmpty();
    assertThat(facts(card)).hasSize(2);
  }

  @Test
  void shouldNotParkWhileALetterIsUnread() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));
    send(card, "one", "two");

    List<Written> written = write(here, next(card, 2, 1, UNTIL_A_LETTER));

    assertThat(written).containsExactly(Written.NotParked.NOT_PARKED);
    assertThat(facts(card)).containsExactly("1 fact 1", "2 fact 2");
    assertThat(store().executions().find(card.key()).orElseThrow().status())
        .isEqualTo(Status.RUNNING);
    assertThat(bodies(here.letters(10))).containsExactly("2 two");
    assertThat(here.claim(10)).isEmpty();
    done(here, next(card, 3, 2, UNTIL_A_LETTER));
    assertThat(store().executions().find(card.key()).orElseThrow().status())
        .isEqualTo(Status.WAITING);
  }

  @Test
  void shouldParkWithLettersItKnowsAndLeavesUnread() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card card = drafts.card();
    done(here, birth(card));
    send(card, "one", "two");

    assertThat(write(here, next(card, 2, 0, knowing(1, UNTIL_A_LETTER))))
        .containsExactly(Written.NotParked.NOT_PARKED);
    done(here, next(card, 3, 0, knowing(2, UNTIL_A_LETTER)));

    assertThat(store().executions().find(card.key()).orElseThrow().status())
        .isEqualTo(Status.WAITING);
    assertThat(here.claim(10)).isEmpty();
    send(card, "three");
    Claimed claimed = claimedOne(there);
    assertThat(claimed.read()).isZero();
    assertThat(bodies(claimed.letters())).containsExactly("1 one", "2 two", "3 three");
    done(there, next(card, 4, 3, UNTIL_A_LETTER));
  }

  @Test
  void shouldParkNeighboursOfOneThatDoesNotPark() throws Exception {
    Membership here = join("here");
    List<Card> cards = drafts.cards(5);
    done(here, Drafts.births(cards, ON));
    send(cards.get(2), "wait");

    List<Written> written =
        write(
            here, cards.stream().map(card -> next(card, 2, UNTIL_A_LETTER)).toArray(Commit[]::new));

    for (int i = 0; i < cards.size(); i++) {
      assertThat(written.get(i))
          .isEqualTo(i == 2 ? Written.NotParked.NOT_PARKED : Written.Done.DONE);
    }
  }

  @Test
  void shouldWakeByALetter() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card card = drafts.card();
    done(here, birth(card));
    done(here, next(card, 2, UNTIL_A_LETTER));

    send(card, "hello", "again");

    Claimed claimed = claimedOne(there);
    assertThat(claimed.card()).isEqualTo(card);
    assertThat(texts(claimed.facts())).containsExactly("1 fact 1", "2 fact 2");
    assertThat(bodies(claimed.letters())).containsExactly("1 hello", "2 again");
    assertThat(claimed.read()).isZero();
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldRememberWhatWasReadBefore() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));
    send(card, "one", "two");
    done(here, next(card, 2, 2, UNTIL_A_LETTER));

    send(card, "three");

    Claimed claimed = claimedOne(here);
    assertThat(claimed.read()).isEqualTo(2);
    assertThat(bodies(claimed.letters())).containsExactly("3 three");
    done(here, next(card, 3, 3, UNTIL_A_LETTER));
  }

  @Test
  void shouldWakeWhenItIsTime() throws Exception {
    Membership here = join("here");
    Card late = drafts.card();
    Card soon = drafts.card();
    Card far = drafts.card();
    Instant now = here.renew();
    Instant time = now.plusMillis(300);
    done(here, birth(late), birth(soon), birth(far));

    done(
        here,
        next(late, 2, sleeps(now.minusSeconds(3600))),
        next(soon, 2, sleeps(time)),
        next(far, 2, sleeps(now.plusSeconds(3600))));

    assertThat(keys(claimed(here, 2))).containsExactly(late.key(), soon.key());
    assertThat(here.renew()).isAfterOrEqualTo(time);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldSleepFromBirthOn() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();

    done(here, birth(card, UNTIL_A_LETTER));

    assertThat(here.claim(10)).isEmpty();
    send(card, "good morning");
    assertThat(bodies(claimedOne(here).letters())).containsExactly("1 good morning");
  }

  @Test
  void shouldRememberAwaitedCalls() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card card = drafts.card();
    Awaited first = Drafts.call(card, 1);
    Awaited second = new Awaited(Drafts.OTHER_STEP, 3, true, Optional.empty(), Optional.empty());
    done(here, birth(card));
    done(here, next(card, 2, Drafts.awaits(first, second)));
    send(card, "answer");

    assertThat(claimedOne(here).awaited()).containsExactly(first, second);

    here.close();
    assertThat(claimedOne(there).awaited()).containsExactly(first, second);
    done(there, next(card, 3, 1, Drafts.awaits(second)));
    send(card, "late answer");
    assertThat(claimedOne(there).awaited()).containsExactly(second);
  }

  @Test
  void shouldRememberAwaitedCallsOfOneThatIsHandedBack() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Awaited call = Drafts.call(card, 1);
    done(here, birth(card));
    done(here, next(card, 2, Drafts.awaits(call)));
    send(card, "something else");
    claimedOne(here);

    done(here, next(card, 3, 1, Drafts.BACK));

    assertThat(claimedOne(here).awaited()).containsExactly(call);
  }

  @Test
  void shouldTellWhatItWaitsFor() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Card born = drafts.card();
    Fate.Parks parks =
        Drafts.parks(Optional.empty(), "child", "event:a,b", "event:\\", "event:Ä \"x\"", "person");
    done(here, birth(card), birth(born, parks));

    done(here, next(card, 2, parks));

    for (Card one : List.of(card, born)) {
      assertThat(store().executions().find(one.key()).orElseThrow().standing())
          .contains(new Standing(OptionalInt.empty(), Optional.empty(), parks.waitsFor()));
    }
  }

  @Test
  void shouldTellOfPausesAndIncidents() throws Exception {
    Membership here = join("here");
    Card paused = drafts.card();
    Card broken = drafts.card();
    done(here, birth(paused), birth(broken));

    Fate.Parks trouble = Drafts.paused(Optional.of("no such version"));
    done(here, next(paused, 2, Drafts.paused(Optional.empty())), next(broken, 2, trouble));

    Summary found = store().executions().find(broken.key()).orElseThrow();
    assertThat(found.status()).isEqualTo(Status.PAUSED);
    assertThat(found.standing().orElseThrow().waitsFor()).isEqualTo(trouble.waitsFor());
    assertThat(store().executions().find(paused.key()).orElseThrow().status())
        .isEqualTo(Status.PAUSED);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldNotTellOfAPauseThatIsOver() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));
    done(here, next(card, 2, Drafts.paused(Optional.of("trouble"))));
    send(card, "resume");

    claimedOne(here);
    Status resumed = store().executions().find(card.key()).orElseThrow().status();
    done(here, next(card, 3, 1, Drafts.BACK));

    assertThat(resumed).isEqualTo(Status.RUNNING);
    Summary found = store().executions().find(card.key()).orElseThrow();
    assertThat(found.status()).isEqualTo(Status.WAITING);
    assertThat(found.standing().orElseThrow().waitsFor().incident()).isEmpty();
  }

  @Test
  void shouldLoseNoLetterThatIsWrittenInTheSameBatch() throws Exception {
    Membership here = join("here");
    for (boolean senderFirst : new boolean[] {true, false}) {
      Card sleeper = drafts.card();
      Card sender = drafts.card();
      done(here, birth(sleeper), birth(sender));
      Commit parks = next(sleeper, 2, UNTIL_A_LETTER);
      Commit sends = with(next(sender, 2, ON), letters(letter(sleeper, "wake up")));

      List<Written> written = senderFirst ? write(here, sends, parks) : write(here, parks, sends);

      Written parked = written.get(senderFirst ? 1 : 0);
      List<Letter> letters =
          parked.equals(Written.NotParked.NOT_PARKED)
              ? here.letters(10)
              : claimedOne(here).letters();
      assertThat(bodies(letters)).containsExactly("1 wake up");
      done(here, fateOnly(sleeper, 1, UNTIL_A_LETTER));
    }
  }

  @Test
  void shouldLoseNoLetterToItself() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));

    List<Written> written =
        write(here, with(next(card, 2, UNTIL_A_LETTER), letters(letter(card, "remember"))));

    List<Letter> letters =
        written.getFirst().equals(Written.NotParked.NOT_PARKED)
            ? here.letters(10)
            : claimedOne(here).letters();
    assertThat(bodies(letters)).containsExactly("1 remember");
  }

  @Test
  void shouldLoseNoLetterHoweverTheyRace() throws Exception {
    int count = 150;
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));

    List<List<String>> results =
        together(
            () -> {
              for (int i = 1; i <= count; i++) {
                send(card, "letter");
              }
              return List.of();
            },
            () -> readAndParkUntil(here, card, count));

    assertThat(results.get(1))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, count).mapToObj(number -> number + " letter").toList());
  }

  private static List<String> readAndParkUntil(Membership member, Card card, int count)
      throws InterruptedException {
    List<String> bodies = new ArrayList<>();
    int read = 0;
    long seq = 1;
    while (read < count) {
      Written written = write(member, next(card, ++seq, read, UNTIL_A_LETTER)).getFirst();
      List<Letter> letters =
          written.equals(Written.NotParked.NOT_PARKED)
              ? member.letters(7)
              : claimedOne(member).letters();
      for (Letter letter : letters) {
        if (letter.number() > read) {
          bodies.addAll(bodies(List.of(letter)));
          read = letter.number();
        }
      }
    }
    return bodies;
  }
}
