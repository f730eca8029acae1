package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.BACK;
import static dev.pawl.testkit.store.contract.Drafts.FLOW;
import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.OURS;
import static dev.pawl.testkit.store.contract.Drafts.STEP;
import static dev.pawl.testkit.store.contract.Drafts.UNTIL_A_LETTER;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.births;
import static dev.pawl.testkit.store.contract.Drafts.children;
import static dev.pawl.testkit.store.contract.Drafts.newborn;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.offer;
import static dev.pawl.testkit.store.contract.Drafts.offering;
import static dev.pawl.testkit.store.contract.Drafts.paused;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static dev.pawl.testkit.store.contract.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Card.Reply;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ConcurrencyLimit.Kind;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Offers.Taker;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A flow or tenant never has more unfinished executions than its limit says, wherever they are. */
abstract class ConcurrentLimitsContract extends Scene {

  private static final Optional<String> ITS_FLOW = Optional.of(FLOW);

  private Membership limitedToOne() throws Exception {
    limit(ITS_FLOW, 1);
    Membership here = join("here");
    done(here, births(drafts.cards(3), BACK));
    return here;
  }

  private void limit(Optional<String> flow, int atMost) {
    store().upkeep().limit(OURS, flow, ConcurrencyLimit.concurrent(atMost));
  }

  private Status status(Card card) {
    return store().executions().find(card.key()).orElseThrow().status();
  }

  @Test
  void shouldStartOneAtATimeThoughItParks() throws Exception {
    Membership here = limitedToOne();
    Membership there = join("there");
    for (int started = 0; started < 3; started++) {
      Card one = claimedOne(here).card();

      for (Fate rest : List.of(UNTIL_A_LETTER, paused(Optional.empty()))) {
        int seq = rest.equals(UNTIL_A_LETTER) ? 2 : 3;
        done(here, next(one, seq, seq - 2, rest));
        assertThat(here.claim(10)).isEmpty();
        assertThat(there.claim(10)).isEmpty();
        send(one, "go on");
        assertThat(claimedOne(here).card()).isEqualTo(one);
        assertThat(there.claim(10)).isEmpty();
      }
      done(here, next(one, 4, 2, succeeds(one)));
    }
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldStartTheNextOnAnotherNodeWhenOneEnds() throws Exception {
    Membership here = limitedToOne();
    Membership there = join("there");
    Card first = claimedOne(here).card();
    assertThat(there.claim(10)).isEmpty();

    done(here, next(first, 2, succeeds(first)));

    assertThat(claimedOne(there).card()).isNotEqualTo(first);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldReleaseThePermitOfOneThatWokeOnAnotherNode() throws Exception {
    Membership here = limitedToOne();
    Membership there = join("there");
    Card first = claimedOne(here).card();
    done(here, next(first, 2, UNTIL_A_LETTER));
    send(first, "go on");
    claimedOne(there);

    done(there, next(first, 3, 1, succeeds(first)));

    assertThat(claimedOne(here).card()).isNotEqualTo(first);
  }

  @Test
  void shouldBePendingUntilItStarts() throws Exception {
    limit(ITS_FLOW, 1);
    Membership here = join("here");
    Card first = drafts.card();
    Card second = drafts.card();
    done(here, birth(first, BACK), birth(second, BACK));
    claimedOne(here);
    assertThat(here.claim(10)).isEmpty();

    assertThat(Stream.of(status(first), status(second)))
        .containsExactlyInAnyOrder(Status.RUNNING, Status.PENDING);
  }

  @Test
  void shouldStayWithAnExecutionWhoseNodeDies() throws Exception {
    Membership here = limitedToOne();
    Membership there = join("there");
    Card first = claimedOne(here).card();

    expire(here);
    there.releaseDead();

    assertThat(claimedOne(there).card()).isEqualTo(first);
    assertThat(there.claim(10)).isEmpty();
  }

  @Test
  void shouldCountExecutionsThatWereUnfinishedBefore() throws Exception {
    Membership here = join("here");
    List<Card> before = drafts.cards(3);
    done(here, births(before, ON));
    done(here, next(before.get(0), 2, UNTIL_A_LETTER));
    limit(ITS_FLOW, 2);
    Card later = drafts.card();
    done(here, birth(later, BACK));
    assertThat(here.claim(10)).isEmpty();

    done(here, next(before.get(1), 2, succeeds(before.get(1))));
    assertThat(here.claim(10)).isEmpty();
    done(here, next(before.get(2), 2, succeeds(before.get(2))));

    assertThat(claimedOne(here).card()).isEqualTo(later);
  }

  @Test
  void shouldStartNothingWhileMoreAreUnfinishedThanALoweredLimit() throws Exception {
    limit(ITS_FLOW, 3);
    Membership here = join("here");
    done(here, births(drafts.cards(4), BACK));
    List<Card> running = claimed(here, 3).stream().map(Claimed::card).toList();

    limit(ITS_FLOW, 1);

    for (Card one : running.subList(0, 2)) {
      done(here, next(one, 2, succeeds(one)));
      assertThat(here.claim(10)).isEmpty();
    }
    done(here, next(running.get(2), 2, succeeds(running.get(2))));
    claimedOne(here);
  }

  @Test
  void shouldLetGoWhenALimitIsRaisedOrLifted() throws Exception {
    Membership here = limitedToOne();
    claimedOne(here);
    assertThat(here.claim(10)).isEmpty();

    limit(ITS_FLOW, 2);
    claimedOne(here);
    assertThat(here.claim(10)).isEmpty();

    store().upkeep().unlimit(OURS, ITS_FLOW, Kind.CONCURRENT);
    claimedOne(here);
  }

  @Test
  void shouldCountOnlyTopLevelExecutionsOfATenant() throws Exception {
    limit(Optional.empty(), 1);
    Membership here = join("here");
    Card parent = drafts.card();
    done(here, birth(parent, BACK));
    claimedOne(here);
    Card called = drafts.calledBy(parent, "refund", Reply.OUTPUT);
    Card item = drafts.childOf(parent, STEP, 2);
    Card unawaited = drafts.calledBy(parent, "refund", Reply.NONE);
    Card other = drafts.card(OURS, "other");
    done(
        here,
        with(
            next(parent, 2, UNTIL_A_LETTER),
            children(newborn(called, false), newborn(item, false), newborn(unawaited, false))),
        birth(other, BACK));

    assertThat(keys(claimed(here, 2))).containsExactlyInAnyOrder(called.key(), item.key());
    assertThat(here.claim(10)).isEmpty();
    assertThat(here.isLimited(called)).isFalse();
    assertThat(here.isLimited(unawaited)).isTrue();
  }

  @Test
  void shouldCountCalledExecutionsOfAFlowButNotTheItemsOfItsMaps() throws Exception {
    limit(ITS_FLOW, 1);
    Membership here = join("here");
    Card parent = drafts.card();
    done(here, birth(parent, BACK));
    claimedOne(here);
    Card itself = drafts.calledBy(parent, FLOW, Reply.OUTPUT);
    Card item = drafts.childOf(parent, STEP, 2);
    done(
        here,
        with(
            next(parent, 2, UNTIL_A_LETTER),
            children(newborn(itself, false), newborn(item, false))));

    assertThat(claimedOne(here).card()).isEqualTo(item);
    assertThat(here.claim(10)).isEmpty();
    assertThat(status(itself)).isEqualTo(Status.PENDING);
  }

  @Test
  void shouldNotLetAChildWaitBehindOneThatWaitsForItsParent() throws Exception {
    limit(Optional.empty(), 1);
    limit(Optional.of("child"), 1);
    Membership here = join("here");
    Card parent = drafts.card();
    done(here, birth(parent, BACK));
    claimedOne(here);
    Card ahead = drafts.card(OURS, "child");
    done(here, birth(ahead, BACK));
    assertThat(here.claim(10)).isEmpty();
    Card child = drafts.calledBy(parent, "child", Reply.OUTPUT);

    done(here, with(next(parent, 2, UNTIL_A_LETTER), children(newborn(child, false))));

    assertThat(claimedOne(here).card()).isEqualTo(child);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldObeyBothKinds() throws Exception {
    limit(ITS_FLOW, 3);
    store().upkeep().limit(OURS, ITS_FLOW, ConcurrencyLimit.active(1));
    Membership here = join("here");
    done(here, births(drafts.cards(4), BACK));

    for (int started = 0; started < 3; started++) {
      Card one = claimedOne(here).card();
      assertThat(here.claim(10)).isEmpty();
      done(here, next(one, 2, UNTIL_A_LETTER));
    }

    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldStartTheMostUrgentAndThenTheOldest() throws Exception {
    limit(ITS_FLOW, 1);
    Membership here = join("here");
    Card holder = drafts.card();
    done(here, birth(holder, BACK));
    claimedOne(here);
    Card first = drafts.card(Priority.NORMAL);
    Card second = drafts.card(Priority.NORMAL);
    Card urgent = drafts.card(Priority.CRITICAL);
    done(here, birth(first, BACK));
    done(here, birth(second, BACK));
    done(here, birth(urgent, BACK));
    assertThat(here.claim(10)).isEmpty();

    Card last = holder;
    for (Card expected : List.of(urgent, first, second)) {
      done(here, next(last, 2, succeeds(last)));
      assertThat(claimedOne(here).card()).isEqualTo(expected);
      last = expected;
    }
  }

  @Test
  void shouldNotHoldBackOthersBehindALimit() throws Exception {
    limit(ITS_FLOW, 1);
    Membership here = join("here");
    done(here, births(drafts.cards(30), BACK));
    Card free = drafts.card(OURS, "refund");
    done(here, birth(free, BACK));

    assertThat(keys(claimed(here, 2))).contains(free.key());
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldNeverStartTooManyOnNodesThatRace() throws Exception {
    limit(ITS_FLOW, 2);
    Membership here = join("here");
    Membership there = join("there");
    done(here, births(drafts.cards(10), BACK));

    for (int round = 0; round < 5; round++) {
      List<List<Claimed>> taken = together(() -> here.claim(10), () -> there.claim(10));
      int both = taken.get(0).size() + taken.get(1).size();
      assertThat(both).isLessThanOrEqualTo(2);
      List<Claimed> more = claimed(here, 2 - both);
      assertThat(there.claim(10)).isEmpty();
      for (Claimed one : Stream.concat(taken.get(0).stream(), more.stream()).toList()) {
        done(here, next(one.card(), 2, succeeds(one.card())));
      }
      for (Claimed one : taken.get(1)) {
        done(there, next(one.card(), 2, succeeds(one.card())));
      }
    }
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldAskForNothingBeforeItStarts() throws Exception {
    limit(ITS_FLOW, 0);
    Membership here = join("here");
    Card stays = drafts.card();
    Card parks = drafts.card();
    Card child = drafts.calledBy(stays, "refund", Reply.OUTPUT);

    List<Written> written =
        write(
            here,
            with(birth(stays), offering(offer(stays, 1, "mail"))),
            with(birth(parks, UNTIL_A_LETTER), children(newborn(child, false))));

    assertThat(written).containsOnly(Written.Queued.QUEUED);
    assertThat(
            store()
                .offers()
                .take(OURS, List.of("mail"), 9, new Taker("ann", Duration.ofMinutes(1))))
        .isEmpty();
    assertThat(store().executions().find(child.key())).isEmpty();
    assertThat(status(stays)).isEqualTo(Status.PENDING);
    assertThat(status(parks)).isEqualTo(Status.PENDING);
  }
}
