package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.BACK;
import static dev.pawl.testkit.store.contract.Drafts.FLOW;
import static dev.pawl.testkit.store.contract.Drafts.OURS;
import static dev.pawl.testkit.store.contract.Drafts.THEIRS;
import static dev.pawl.testkit.store.contract.Drafts.UNTIL_A_LETTER;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.births;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nodes never hold more of a flow or tenant with a limit of active executions than they may. */
abstract class LimitsContract extends Scene {

  @Test
  void shouldCountOverAllNodes() throws Exception {
    limit(OURS, Optional.of(FLOW), 3);
    Membership here = join("here");
    Membership there = join("there");
    done(here, births(drafts.cards(12), BACK));

    for (int round = 0; round < 4; round++) {
      List<List<Claimed>> taken = together(() -> here.claim(10), () -> there.claim(10));
      List<Claimed> first = new ArrayList<>(taken.get(0));
      List<Claimed> second = new ArrayList<>(taken.get(1));
      // Two claims that meet may leave a slot to the next one, never take one too many.
      assertThat(first.size() + second.size()).isLessThanOrEqualTo(3);
      first.addAll(claimed(here, 3 - first.size() - second.size()));

      assertThat(here.claim(10)).isEmpty();
      assertThat(there.claim(10)).isEmpty();
      for (Claimed one : first) {
        done(here, next(one.card(), 2, succeeds(one.card())));
      }
      for (Claimed one : second) {
        done(there, next(one.card(), 2, succeeds(one.card())));
      }
    }
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldCountThoseThatWouldStayWhereTheyAreBorn() throws Exception {
    limit(OURS, Optional.of(FLOW), 2);
    Membership here = join("here");
    Membership there = join("there");
    List<Card> cards = drafts.cards(5);
    Card free = drafts.card(OURS, "refund");
    Card express = drafts.card();

    List<Written> written =
        write(here, births(Stream.concat(cards.stream(), Stream.of(free)).toList(), Drafts.ON));
    done(here, birth(express, succeeds(express)));

    assertThat(written.getLast()).isEqualTo(Written.Done.DONE);
    assertThat(written).containsOnly(Written.Done.DONE, Written.Queued.QUEUED);
    int stayed = (int) written.stream().filter(Written.Done.DONE::equals).count() - 1;
    assertThat(stayed).isBetween(0, 2);
    claimed(there, 2 - stayed);
    assertThat(there.claim(10)).isEmpty();
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldTellForWhichThereIsALimit() throws Exception {
    limit(OURS, Optional.of(FLOW), 2);
    Membership here = join("here");

    assertThat(here.isLimited(drafts.card())).isTrue();
    assertThat(here.isLimited(drafts.card(OURS, "refund"))).isFalse();
  }

  @Test
  void shouldMakeRoomWhenOneParks() throws Exception {
    Membership here = limitedToOne();
    Card first = claimedOne(here).card();
    assertThat(here.claim(10)).isEmpty();

    done(here, next(first, 2, UNTIL_A_LETTER));

    assertThat(claimedOne(here).card()).isNotEqualTo(first);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldMakeRoomWhenOneEnds() throws Exception {
    Membership here = limitedToOne();
    Card first = claimedOne(here).card();

    done(here, next(first, 2, succeeds(first)));

    assertThat(claimedOne(here).card()).isNotEqualTo(first);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldMakeRoomWhenOneIsHandedBack() throws Exception {
    Membership here = limitedToOne();
    Card first = claimedOne(here).card();

    done(here, next(first, 2, BACK));

    claimedOne(here);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldMakeRoomWhenANodeDies() throws Exception {
    Membership here = limitedToOne();
    Membership there = join("there");
    Card first = claimedOne(here).card();
    assertThat(there.claim(10)).isEmpty();

    expire(here);
    there.releaseDead();

    claimedOne(there);
    assertThat(there.claim(10)).isEmpty();
    assertThat(store().executions().find(first.key())).isPresent();
  }

  @Test
  void shouldMakeRoomWhenANodeLeaves() throws Exception {
    Membership here = limitedToOne();
    Membership there = join("there");
    claimedOne(here);

    here.close();

    claimedOne(there);
    assertThat(there.claim(10)).isEmpty();
  }

  @Test
  void shouldCountOneThatWakes() throws Exception {
    Membership here = limitedToOne();
    Card first = claimedOne(here).card();
    done(here, next(first, 2, UNTIL_A_LETTER));
    Card second = claimedOne(here).card();

    send(first, "wake up");

    assertThat(here.claim(10)).isEmpty();
    done(here, next(second, 2, succeeds(second)));
    claimedOne(here);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldLimitATenant() throws Exception {
    limit(OURS, Optional.empty(), 2);
    Membership here = join("here");
    List<Card> ours =
        List.of(drafts.card(), drafts.card(OURS, "refund"), drafts.card(OURS, "third"));
    Card theirs = drafts.card(THEIRS, FLOW);
    done(here, births(Stream.concat(ours.stream(), Stream.of(theirs)).toList(), BACK));

    List<ExecutionKey> taken = keys(claimed(here, 3));

    assertThat(taken).contains(theirs.key());
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldObeyBothLimits() throws Exception {
    limit(OURS, Optional.empty(), 3);
    limit(OURS, Optional.of(FLOW), 2);
    Membership here = join("here");
    List<Card> orders = drafts.cards(4);
    List<Card> refunds = Stream.generate(() -> drafts.card(OURS, "refund")).limit(4).toList();
    done(here, births(orders, BACK));
    done(here, births(refunds, BACK));

    List<Card> taken = claimed(here, 3).stream().map(Claimed::card).toList();

    assertThat(here.claim(10)).isEmpty();
    assertThat(taken.stream().filter(orders::contains).count()).isLessThanOrEqualTo(2);
  }

  @Test
  void shouldNotHoldBackOthersBehindALimit() throws Exception {
    limit(OURS, Optional.of(FLOW), 1);
    Membership here = join("here");
    done(here, births(drafts.cards(30), BACK));
    Card free = drafts.card(OURS, "refund");
    done(here, birth(free, BACK));

    List<ExecutionKey> taken = keys(claimed(here, 2));

    assertThat(taken).contains(free.key());
  }

  @Test
  void shouldLetGoWhenALimitIsRaisedOrLifted() throws Exception {
    limit(OURS, Optional.of(FLOW), 1);
    Membership here = join("here");
    done(here, births(drafts.cards(10), BACK));
    claimed(here, 1);
    assertThat(here.claim(10)).isEmpty();

    limit(OURS, Optional.of(FLOW), 3);
    claimed(here, 2);
    assertThat(here.claim(10)).isEmpty();

    store().upkeep().unlimit(OURS, Optional.of(FLOW), ConcurrencyLimit.Kind.ACTIVE);
    claimed(here, 7);
  }

  @Test
  void shouldLetTheMostUrgentGoFirst() throws Exception {
    limit(OURS, Optional.of(FLOW), 1);
    Membership here = join("here");
    Card holder = drafts.card();
    done(here, birth(holder, BACK));
    claimed(here, 1);
    Card normal = drafts.card(Priority.NORMAL);
    Card urgent = drafts.card(Priority.CRITICAL);
    done(here, birth(normal, BACK));
    done(here, birth(urgent, BACK));
    assertThat(here.claim(10)).isEmpty();

    done(here, next(holder, 2, succeeds(holder)));

    assertThat(keys(claimed(here, 1))).containsExactly(urgent.key());
  }

  @Test
  void shouldSayWhatALimitCanBe() {
    assertThatThrownBy(() -> limit(OURS, Optional.of(FLOW), -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a limit is a number from 0 to 100000, not -1; to have none, lift it");
    assertThatThrownBy(() -> limit(OURS, Optional.of(FLOW), 100_001))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Membership limitedToOne() throws Exception {
    limit(OURS, Optional.of(FLOW), 1);
    Membership here = join("here");
    done(here, births(drafts.cards(3), BACK));
    return here;
  }

  private void limit(TenantId tenant, Optional<String> flow, int atMost) {
    store().upkeep().limit(tenant, flow, ConcurrencyLimit.active(atMost));
  }
}
