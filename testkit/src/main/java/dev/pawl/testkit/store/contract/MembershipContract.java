package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.BACK;
import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.births;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Claimed.Snapshot;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Membership;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A node writes while it has the right to, and not a row longer. */
abstract class MembershipContract extends Scene {

  private static final Instant KEPT_AT = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void shouldNumberEachIncarnation() {
    Membership first = join("here");
    int number = first.node();
    first.close();

    assertThat(List.of(join("here").node(), join("here").node()))
        .doesNotHaveDuplicates()
        .doesNotContain(number);
  }

  @Test
  void shouldTellTheTimeWhenRenewing() {
    Membership here = join("here");

    Instant first = here.renew();
    Instant second = here.renew();

    assertThat(second).isAfterOrEqualTo(first);
    assertThat(here.lease()).isPositive();
    assertThat(here.writers()).isPositive();
  }

  @Test
  void shouldCountTheMembers() throws Exception {
    Membership here = join("here");
    here.renew();
    assertThat(here.members()).isEqualTo(1);
    Membership there = join("there");
    Membership elsewhere = join("elsewhere");

    here.renew();
    assertThat(here.members()).isEqualTo(3);

    there.close();
    expire(elsewhere);
    here.releaseDead();
    here.renew();
    assertThat(here.members()).isEqualTo(1);
  }

  @Test
  void shouldTellANodeWhoseLeaseIsOver() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));

    expire(here);

    assertExpelled(here::renew);
    assertExpelled(here::renew);
    assertExpelled(() -> write(here, next(card, 2, ON)));
    assertThat(facts(card)).hasSize(1);
  }

  @Test
  void shouldTakeNothingFromAnExpelledNode() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card card = drafts.card();
    Card young = drafts.card();
    done(here, birth(card));
    expire(here);
    there.releaseDead();

    assertExpelled(() -> write(here, next(card, 2, ON), birth(young)));

    assertThat(facts(card)).hasSize(1);
    assertThat(store().executions().find(young.key())).isEmpty();
    assertExpelled(() -> here.claim(1));
    assertExpelled(() -> here.letters(1));
    assertExpelled(() -> here.keep(card.key(), new Snapshot(1, KEPT_AT, 1, bytes("late"))));
    assertExpelled(() -> here.children(card.key()));
    assertExpelled(here::renew);
    assertExpelled(here::releaseDead);
    assertThat(claimedOne(there).snapshot()).isEmpty();
  }

  @Test
  void shouldGiveNothingToAnExpelledNode() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    expire(here);
    there.releaseDead();
    Card card = drafts.card();
    done(there, birth(card, BACK));

    assertExpelled(() -> here.claim(1));

    assertThat(keys(there.claim(1))).containsExactly(card.key());
  }

  @Test
  void shouldTellEachWriterOfAnExpelledNode() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    List<Card> cards = drafts.cards(here.writers());
    done(here, births(cards, ON));
    expire(here);
    there.releaseDead();

    for (int writer = 0; writer < here.writers(); writer++) {
      int number = writer;
      assertExpelled(() -> here.write(number, List.of(next(cards.get(number), 2, ON))));
    }

    assertThat(cards).allSatisfy(card -> assertThat(facts(card)).hasSize(1));
  }

  @Test
  void shouldHandOverEverythingOfADeadNode() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card card = drafts.card();
    Card mine = drafts.card();
    Awaited call = Drafts.call(card, 1);
    done(here, birth(card));
    done(there, birth(mine));
    send(card, "read");
    done(here, next(card, 2, 1, Drafts.awaits(call)));
    send(card, "before");
    claimedOne(here);
    send(card, "after");
    done(here, next(card, 3, 2, ON));

    expire(here);
    assertThat(there.claim(10)).isEmpty();
    int released = there.releaseDead();

    assertThat(released).isEqualTo(1);
    assertThat(there.releaseDead()).isZero();
    Claimed claimed = claimedOne(there);
    assertThat(claimed.card()).isEqualTo(card);
    assertThat(texts(claimed.facts())).containsExactly("1 fact 1", "2 fact 2", "3 fact 3");
    assertThat(claimed.read()).isEqualTo(2);
    assertThat(bodies(claimed.letters())).containsExactly("3 after");
    assertThat(claimed.awaited()).containsExactly(call);
    send(card, "later");
    assertThat(bodies(there.letters(10))).contains("4 later");
    done(there, next(card, 4, 4, ON), next(mine, 2, ON));
  }

  @Test
  void shouldHandOverThousandsOfADeadNode() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    List<Card> cards = drafts.cards(2_500);
    for (int i = 0; i < cards.size(); i += 500) {
      done(here, births(cards.subList(i, i + 500), ON));
    }

    expire(here);

    assertThat(there.releaseDead()).isEqualTo(2_500);
    assertThat(there.claim(5_000)).hasSize(2_500);
  }

  @Test
  void shouldReleaseADeadNodeOnceWhoeverDoesIt() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Membership elsewhere = join("elsewhere");
    done(here, births(drafts.cards(50), ON));
    expire(here);

    List<Integer> released = together(there::releaseDead, elsewhere::releaseDead);
    int rest = there.releaseDead();

    assertThat(released.get(0) + released.get(1) + rest).isEqualTo(50);
    assertThat(there.claim(100)).hasSize(50);
  }

  @Test
  void shouldLeaveTheLivingAlone() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card card = drafts.card();
    done(here, birth(card));

    assertThat(there.releaseDead()).isZero();

    assertThat(there.claim(10)).isEmpty();
    done(here, next(card, 2, ON));
  }

  @Test
  void shouldHaveWrittenWhatAZombieWasToldIsDone() throws Exception {
    Membership zombie = join("zombie");
    Membership there = join("there");
    Card card = drafts.card();
    done(zombie, birth(card));
    CountDownLatch begun = new CountDownLatch(5);

    List<Integer> counts =
        together(
            () -> writeUntilExpelled(zombie, card, begun),
            () -> {
              begun.await();
              expire(zombie);
              there.releaseDead();
              return claimedOne(there).facts().size();
            });

    assertThat(counts.get(1)).isEqualTo(counts.get(0));
    assertThat(facts(card)).hasSize(counts.get(0));
  }

  private static int writeUntilExpelled(Membership zombie, Card card, CountDownLatch begun)
      throws InterruptedException {
    int written = 1;
    while (true) {
      try {
        done(zombie, next(card, written + 1L, ON));
        written++;
        begun.countDown();
      } catch (ExpelledException told) {
        return written;
      }
    }
  }

  @Test
  void shouldHandOverAtOnceWhenANodeLeaves() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    List<Card> cards = drafts.cards(30);
    done(here, births(cards, ON));
    send(cards.getFirst(), "hello");

    here.close();

    List<Claimed> claimed = there.claim(100);
    assertThat(claimed).hasSize(30);
    assertThat(claimed.stream().flatMap(one -> one.letters().stream())).hasSize(1);
    assertExpelled(() -> write(here, next(cards.getFirst(), 2, ON)));
    here.close();
    assertThat(store().executions().find(cards.getFirst().key()).orElseThrow().status())
        .isEqualTo(Status.RUNNING);
  }

  private static void assertExpelled(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(ExpelledException.class);
  }
}
