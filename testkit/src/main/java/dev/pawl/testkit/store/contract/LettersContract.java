package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.OTHER_STEP;
import static dev.pawl.testkit.store.contract.Drafts.STEP;
import static dev.pawl.testkit.store.contract.Drafts.UNTIL_A_LETTER;
import static dev.pawl.testkit.store.contract.Drafts.abandons;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.letter;
import static dev.pawl.testkit.store.contract.Drafts.letters;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static dev.pawl.testkit.store.contract.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Letters that executions write to each other become durable with the commit that writes them. */
abstract class LettersContract extends Scene {

  @Test
  void shouldBringLettersOfACommit() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card sender = drafts.card();
    Card running = drafts.card();
    Card sleeping = drafts.card();
    done(here, birth(sender), birth(sleeping, UNTIL_A_LETTER));
    done(there, birth(running));

    done(
        here,
        with(
            next(sender, 2, ON),
            letters(letter(running, "one"), letter(sleeping, "wake up"), letter(running, "two"))));

    assertThat(bodies(there.letters(10))).containsExactly("1 one", "2 two");
    Claimed woken = claimedOne(there);
    assertThat(woken.card()).isEqualTo(sleeping);
    assertThat(bodies(woken.letters())).containsExactly("1 wake up");
  }

  @Test
  void shouldNumberLettersOfOneBatchInItsOrder() throws Exception {
    Membership here = join("here");
    Card receiver = drafts.card();
    List<Card> senders = drafts.cards(20);
    done(here, birth(receiver));
    send(receiver, "first");
    done(here, Drafts.births(senders, ON));

    Commit[] batch =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    with(
                        next(senders.get(i), 2, succeeds(senders.get(i))),
                        letters(letter(receiver, "from " + i))))
            .toArray(Commit[]::new);
    done(here, batch);

    List<String> expected = new ArrayList<>(List.of("1 first"));
    IntStream.range(0, 20).forEach(i -> expected.add((i + 2) + " from " + i));
    assertThat(bodies(here.letters(100))).containsExactlyElementsOf(expected);
  }

  @Test
  void shouldDropLettersToThoseWhoCannotReadThem() throws Exception {
    Membership here = join("here");
    Card sender = drafts.card();
    Card ended = drafts.card();
    done(here, birth(sender), birth(ended, succeeds(ended)));

    done(
        here,
        with(
            next(sender, 2, ON),
            letters(letter(ended, "too late"), letter(drafts.card(), "to nobody"))));

    assertThat(here.letters(10)).isEmpty();
    assertThat(facts(sender)).hasSize(2);
    assertThat(store().upkeep().audit().values()).allMatch(count -> count == 0);
  }

  @Test
  void shouldLetTheReceiverEndInTheSameBatch() throws Exception {
    Membership here = join("here");
    for (boolean senderFirst : new boolean[] {true, false}) {
      Card parent = drafts.card();
      Card child = drafts.childOf(parent, STEP, 0);
      done(here, birth(parent), birth(child));
      Commit ends = next(parent, 2, succeeds(parent));
      Commit sends = with(next(child, 2, succeeds(child)), letters(letter(parent, "done")));

      if (senderFirst) {
        done(here, sends, ends);
      } else {
        done(here, ends, sends);
      }

      assertThat(here.letters(10)).isEmpty();
      assertThat(store().executions().find(parent.key()).orElseThrow().endedAt()).isPresent();
      assertThat(store().upkeep().audit().values()).allMatch(count -> count == 0);
    }
  }

  @Test
  void shouldReadOneLetterWhileTheNextIsWritten() throws Exception {
    Membership here = join("here");
    for (boolean senderFirst : new boolean[] {true, false}) {
      Card reader = drafts.card();
      Card sender = drafts.card();
      done(here, birth(reader), birth(sender));
      send(reader, "old");
      Commit reads = next(reader, 2, 1, ON);
      Commit sends = with(next(sender, 2, ON), letters(letter(reader, "new")));

      if (senderFirst) {
        done(here, sends, reads);
      } else {
        done(here, reads, sends);
      }

      assertThat(bodies(here.letters(10))).containsExactly("2 new");
      done(here, next(reader, 3, 2, succeeds(reader)));
    }
  }

  @Test
  void shouldLetTheReceiverBeHandedBackInTheSameBatch() throws Exception {
    Membership here = join("here");
    Card receiver = drafts.card();
    Card sender = drafts.card();
    done(here, birth(receiver), birth(sender));

    done(
        here,
        next(receiver, 2, Drafts.BACK),
        with(next(sender, 2, ON), letters(letter(receiver, "hello"))));

    Claimed claimed = claimedOne(here);
    assertThat(claimed.card()).isEqualTo(receiver);
    assertThat(bodies(claimed.letters())).containsExactly("1 hello");
  }

  @Test
  void shouldTellAbandonedChildrenOnce() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card parent = drafts.card();
    Card running = drafts.childOf(parent, STEP, 0);
    Card sleeping = drafts.childOf(parent, STEP, 1);
    Card ended = drafts.childOf(parent, STEP, 2);
    Card ofAnotherStep = drafts.childOf(parent, OTHER_STEP, 0);
    Card ofAnotherParent = drafts.childOf(drafts.card(), STEP, 0);
    done(
        there,
        birth(running),
        birth(sleeping, UNTIL_A_LETTER),
        birth(ended, succeeds(ended)),
        birth(ofAnotherStep),
        birth(ofAnotherParent));
    done(here, birth(parent));

    done(here, with(next(parent, 2, ON), abandons(STEP, "cancel")));

    List<Letter> letters = there.letters(10);
    assertThat(bodies(letters)).containsExactly("1 cancel");
    assertThat(letters.getFirst().to()).isEqualTo(running.key());
    Claimed woken = claimedOne(there);
    assertThat(woken.card()).isEqualTo(sleeping);
    assertThat(bodies(woken.letters())).containsExactly("1 cancel");
    assertThat(there.claim(10)).isEmpty();
  }

  @Test
  void shouldTellAbandonedChildrenWhateverTheyDoInTheSameBatch() throws Exception {
    Membership here = join("here");
    Card parent = drafts.card();
    Card ending = drafts.childOf(parent, STEP, 0);
    Card parking = drafts.childOf(parent, STEP, 1);
    Card running = drafts.childOf(parent, STEP, 2);
    done(here, birth(parent), birth(ending), birth(parking), birth(running));

    List<Written> written =
        write(
            here,
            with(next(ending, 2, succeeds(ending)), letters(letter(parent, "done"))),
            with(next(parent, 2, ON), abandons(STEP, "cancel")),
            next(parking, 2, UNTIL_A_LETTER),
            next(running, 2, ON));

    assertThat(written.get(0)).isEqualTo(Written.Done.DONE);
    assertThat(written.get(1)).isEqualTo(Written.Done.DONE);
    assertThat(written.get(3)).isEqualTo(Written.Done.DONE);
    List<Letter> letters = new ArrayList<>(here.letters(10));
    if (written.get(2).equals(Written.Done.DONE)) {
      letters.addAll(claimedOne(here).letters());
    }
    assertThat(letters)
        .extracting(letter -> letter.to() + " " + text(letter.body()))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrder(
            parent.key() + " done", parking.key() + " cancel", running.key() + " cancel");
  }

  @Test
  void shouldLetExecutionsWriteToEachOtherAtTheSameTime() throws Exception {
    int rounds = 40;
    Membership here = join("here");
    Membership there = join("there");
    List<Card> ours = drafts.cards(10);
    List<Card> theirs = drafts.cards(10);
    done(here, Drafts.births(ours, ON));
    done(there, Drafts.births(theirs, ON));

    together(
        () -> writeToAll(here, ours, theirs, rounds),
        () -> writeToAll(there, theirs.reversed(), ours.reversed(), rounds));

    assertThat(here.letters(1000)).hasSize(rounds * 10);
    assertThat(there.letters(1000)).hasSize(rounds * 10);
    for (Card card : ours) {
      assertThat(here.letters(1000))
          .filteredOn(letter -> letter.to().equals(card.key()))
          .extracting(Letter::number)
          .containsExactlyElementsOf(IntStream.rangeClosed(1, rounds).boxed().toList());
    }
  }

  private static boolean writeToAll(
      Membership member, List<Card> senders, List<Card> receivers, int rounds)
      throws InterruptedException {
    for (int round = 0; round < rounds; round++) {
      int seq = round + 2;
      Commit[] batch =
          IntStream.range(0, senders.size())
              .mapToObj(
                  i ->
                      with(
                          next(senders.get(i), seq, ON),
                          letters(letter(receivers.get(i), "round"))))
              .toArray(Commit[]::new);
      done(member, batch);
    }
    return true;
  }
}
