package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.BACK;
import static dev.pawl.testkit.store.contract.Drafts.FLOW;
import static dev.pawl.testkit.store.contract.Drafts.OURS;
import static dev.pawl.testkit.store.contract.Drafts.STEP;
import static dev.pawl.testkit.store.contract.Drafts.UNTIL_A_LETTER;
import static dev.pawl.testkit.store.contract.Drafts.abandons;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.children;
import static dev.pawl.testkit.store.contract.Drafts.ends;
import static dev.pawl.testkit.store.contract.Drafts.newborn;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static dev.pawl.testkit.store.contract.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Card.Reply;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of starts for which there is no concurrency permit. */
abstract class OverflowContract extends Scene {

  private static final Optional<String> ITS_FLOW = Optional.of(FLOW);
  private static final ConcurrencyLimit ONE = ConcurrencyLimit.concurrent(1);

  private void limit(Optional<String> flow, ConcurrencyLimit limit) {
    store().upkeep().limit(OURS, flow, limit);
  }

  /** A node, and an execution of it that has the only permit. */
  private Membership withHolder(ConcurrencyLimit limit) throws Exception {
    limit(ITS_FLOW, limit);
    Membership here = join("here");
    done(here, birth(drafts.card(), BACK));
    claimedOne(here);
    return here;
  }

  private void cancel(Card card) {
    assertThat(
            store()
                .mail()
                .send(new Mail.Outgoing(card.key(), bytes("enough"), Optional.empty(), true)))
        .isEqualTo(Mail.Delivery.ACCEPTED);
  }

  @Test
  void shouldRejectAStartBeyondTheLimit() throws Exception {
    limit(ITS_FLOW, ONE.rejecting());
    Membership here = join("here");
    Membership there = join("there");
    Card first = drafts.card();
    Card second = drafts.card();
    Card third = drafts.card();

    assertThat(write(here, birth(first, BACK), birth(second, BACK)))
        .containsExactly(Written.Done.DONE, new Written.Rejected(ITS_FLOW, 1));
    assertThat(write(there, birth(drafts.card(), BACK)))
        .containsExactly(new Written.Rejected(ITS_FLOW, 1));
    assertThat(store().executions().find(second.key())).isEmpty();
    assertThat(claimedOne(there).card()).isEqualTo(first);
    done(there, next(first, 2, UNTIL_A_LETTER));
    assertThat(write(here, birth(drafts.card(), BACK)))
        .containsExactly(new Written.Rejected(ITS_FLOW, 1));
    send(first, "go on");
    claimedOne(there);
    done(there, next(first, 3, 1, succeeds(first)));

    done(here, birth(third, BACK));
    assertThat(claimedOne(here).card()).isEqualTo(third);
  }

  @Test
  void shouldRejectForTheTenantToo() throws Exception {
    limit(Optional.empty(), ONE.rejecting());
    Membership here = join("here");

    assertThat(write(here, birth(drafts.card(), BACK), birth(drafts.card(OURS, "refund"), BACK)))
        .containsExactly(Written.Done.DONE, new Written.Rejected(Optional.empty(), 1));
  }

  @Test
  void shouldAdmitAsManyAsTheLimitSaysOfStartsThatRace() throws Exception {
    limit(ITS_FLOW, ConcurrencyLimit.concurrent(3).rejecting());
    Membership here = join("here");
    Membership there = join("there");
    List<Written> written = new ArrayList<>();

    together(
            () -> write(here, Drafts.births(drafts.cards(4), BACK)),
            () -> write(there, Drafts.births(new Drafts().cards(4), BACK)))
        .forEach(written::addAll);

    assertThat(written).filteredOn(Written.Done.DONE::equals).hasSize(3);
    assertThat(written).filteredOn(Written.Rejected.class::isInstance).hasSize(5);
    claimed(here, 3);
  }

  @Test
  void shouldGiveBackThePermitOfAStartThatWasMadeBefore() throws Exception {
    limit(ITS_FLOW, ConcurrencyLimit.concurrent(2).rejecting());
    Membership here = join("here");
    Card first = drafts.keyed(OURS, FLOW, "monday");
    done(here, birth(first, BACK));

    assertThat(write(here, birth(drafts.keyed(OURS, FLOW, "monday"), BACK)))
        .containsExactly(new Written.Duplicate(first.id()));

    done(here, birth(drafts.card(), BACK));
    claimed(here, 2);
  }

  @Test
  void shouldQueueChildrenThatALimitWouldReject() throws Exception {
    limit(Optional.of("refund"), ONE.rejecting());
    Membership here = join("here");
    Card parent = drafts.card();
    done(here, birth(parent));
    Card first = drafts.calledBy(parent, "refund", Reply.OUTPUT);
    Card second = drafts.calledBy(parent, "refund", Reply.OUTPUT);

    done(
        here,
        with(
            next(parent, 2, UNTIL_A_LETTER),
            children(newborn(first, false), newborn(second, false))));

    Card started = claimedOne(here).card();
    assertThat(here.claim(10)).isEmpty();
    done(here, next(started, 2, succeeds(started)));
    claimedOne(here);
  }

  @Test
  void shouldEndWhatHasWaitedForTooLong() throws Exception {
    Membership here = withHolder(ONE.withQueueTimeout(Duration.ofMillis(30)));
    Card late = drafts.card();
    done(here, birth(late, BACK));

    Claimed claimed = claimedOne(here);

    assertThat(claimed.card()).isEqualTo(late);
    assertThat(claimed.unstarted()).isTrue();
    done(here, next(late, 2, ends(late, Status.TIMED_OUT, Optional.empty())));
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldTakeTheTimeoutOfTheTenant() throws Exception {
    limit(Optional.empty(), ONE.withQueueTimeout(Duration.ofMillis(30)));
    Membership here = withHolder(ConcurrencyLimit.concurrent(9));
    Card late = drafts.card();
    done(here, birth(late, BACK));

    assertThat(claimedOne(here).unstarted()).isTrue();
  }

  @Test
  void shouldObeyAQueueTimeoutThatIsSetLater() throws Exception {
    Membership here = withHolder(ONE);
    done(here, birth(drafts.card(), BACK));
    assertThat(here.claim(10)).isEmpty();

    limit(ITS_FLOW, ONE.withQueueTimeout(Duration.ofMillis(30)));

    assertThat(claimedOne(here).unstarted()).isTrue();
  }

  @Test
  void shouldNotTimeOutWhatHasStarted() throws Exception {
    limit(ITS_FLOW, ONE.withQueueTimeout(Duration.ofMillis(1)));
    store().upkeep().limit(OURS, ITS_FLOW, ConcurrencyLimit.active(1));
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card, BACK));
    Claimed first = claimedOne(here);
    // It may have waited for too long already: then it is another one's turn.
    if (first.unstarted()) {
      return;
    }

    done(here, next(card, 2, BACK));

    assertThat(claimedOne(here).unstarted()).isFalse();
  }

  @Test
  void shouldCancelWhatHasNotStarted() throws Exception {
    Membership here = withHolder(ONE);
    Card waiting = drafts.card();
    done(here, birth(waiting, BACK));
    assertThat(here.claim(10)).isEmpty();
    send(waiting, "an event");
    assertThat(here.claim(10)).isEmpty();

    cancel(waiting);

    Claimed claimed = claimedOne(here);
    assertThat(claimed.unstarted()).isTrue();
    assertThat(bodies(claimed.letters())).containsExactly("1 an event", "2 enough");
    done(here, next(waiting, 2, 2, ends(waiting, Status.CANCELLED, Optional.empty())));
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldEndOnAnotherNodeWhatWasToBeEnded() throws Exception {
    Membership here = withHolder(ONE);
    Membership there = join("there");
    Card waiting = drafts.card();
    done(here, birth(waiting, BACK));
    assertThat(here.claim(10)).isEmpty();
    cancel(waiting);
    claimedOne(there);

    expire(there);
    here.releaseDead();

    Claimed again = claimedOne(here);
    assertThat(again.card()).isEqualTo(waiting);
    assertThat(again.unstarted()).isTrue();
  }

  @Test
  void shouldCancelChildrenThatHaveNotStarted() throws Exception {
    limit(Optional.of("refund"), ConcurrencyLimit.concurrent(0));
    Membership here = join("here");
    Card parent = drafts.card();
    Card older = drafts.calledBy(parent, "refund", Reply.OUTPUT);
    Card newer = drafts.calledBy(parent, "refund", Reply.OUTPUT);
    done(here, with(birth(parent), children(newborn(older, false))));
    assertThat(here.claim(10)).isEmpty();

    done(here, with(next(parent, 2, Drafts.ON), abandons(STEP, "enough")));
    Claimed first = claimedOne(here);
    done(here, next(first.card(), 2, 1, ends(first.card(), Status.CANCELLED, Optional.empty())));
    done(
        here,
        with(
            next(parent, 3, Drafts.ON),
            new Commit.Outgoing(
                List.of(newborn(newer, false)), List.of(), abandons(STEP, "enough").abandoned())));
    Claimed second = claimedOne(here);

    assertThat(first.card()).isEqualTo(older);
    assertThat(first.unstarted()).isTrue();
    assertThat(second.card()).isEqualTo(newer);
    assertThat(second.unstarted()).isTrue();
  }

  @Test
  void shouldCancelAsUsualWhatHasStarted() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card, UNTIL_A_LETTER));

    cancel(card);

    assertThat(claimedOne(here).unstarted()).isFalse();
  }

  @Test
  void shouldSayWhatALimitCanBe() {
    assertThatThrownBy(() -> ConcurrencyLimit.active(1).rejecting())
        .hasMessageContaining("belong to a limit of unfinished executions");
    assertThatThrownBy(() -> ONE.withQueueTimeout(Duration.ZERO))
        .hasMessage("queueTimeout: PT0S is not between 1 second and 365 days");
  }
}
