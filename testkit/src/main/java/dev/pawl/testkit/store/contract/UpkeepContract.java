package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.OURS;
import static dev.pawl.testkit.store.contract.Drafts.STEP;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.children;
import static dev.pawl.testkit.store.contract.Drafts.newborn;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.parks;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static dev.pawl.testkit.store.contract.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Membership;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A store stays in order, and says when it was not. */
abstract class UpkeepContract extends Scene {

  @Test
  void shouldPrepareRoomWheneverAndByWhomeverItIsAsked() throws Exception {
    together(
        () -> {
          store().upkeep().prepareRoom();
          return true;
        },
        () -> {
          store().upkeep().prepareRoom();
          return true;
        });
    store().upkeep().prepareRoom();

    done(join("here"), birth(drafts.card()));
  }

  @Test
  void shouldForgetWhatBeganLongAgo() throws Exception {
    Membership here = join("here");
    Card old = agedDays(50);
    Card living = agedDays(70);
    Card young = drafts.card();
    done(here, birth(old), birth(living), birth(young));
    done(here, next(old, 2, succeeds(old)), next(young, 2, succeeds(young)));

    store().upkeep().forget(Duration.ofDays(30));

    assertThat(store().executions().find(old.key())).isEmpty();
    assertThat(facts(old)).isEmpty();
    assertThat(facts(young)).hasSize(2);
    assertThat(store().executions().find(young.key())).isPresent();
    assertThat(facts(living)).hasSize(1);
    done(here, next(living, 2, succeeds(living)));
    store().upkeep().forget(Duration.ofDays(30));
    assertThat(store().executions().find(living.key())).isEmpty();
  }

  private Card agedDays(int days) {
    Card card = drafts.card();
    Instant began = Drafts.began(card).minus(Duration.ofDays(days));
    return new Card(
        new ExecutionKey(OURS, drafts.id(began)),
        card.version(),
        card.machine(),
        card.parent(),
        card.depth(),
        card.tags());
  }

  @Test
  void shouldFindNothingWhereAllIsWell() throws Exception {
    Membership here = join("here");
    Card parent = drafts.card();
    Card child = drafts.childOf(parent, STEP, 0);
    Card paused = drafts.card();
    Card waking = drafts.card();
    done(here, birth(parent), birth(paused), birth(waking), birth(drafts.card()));
    send(waking, "hello");

    done(
        here,
        with(next(parent, 2, parks(Optional.empty(), "child")), children(newborn(child, false))),
        next(paused, 2, Drafts.paused(Optional.empty())),
        next(waking, 2, 1, parks(Optional.of(Instant.now().plusSeconds(3600)), "timer")),
        birth(drafts.card(), Drafts.UNTIL_A_LETTER));
    send(waking, "again");

    assertThat(store().upkeep().audit().values()).allMatch(count -> count == 0);
  }

  @Test
  void shouldWakeOneThatSleepsForNoReason() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));
    done(here, next(card, 2, parks(Optional.empty())));

    assertThat(found()).isEqualTo(1);

    assertThat(claimedOne(here).card()).isEqualTo(card);
    assertThat(found()).isZero();
  }

  @Test
  void shouldWakeOneWhoseChildrenAreGone() throws Exception {
    Membership here = join("here");
    Card parent = drafts.card();
    Card child = drafts.childOf(parent, STEP, 0);
    done(here, birth(parent));
    done(
        here,
        with(next(parent, 2, parks(Optional.empty(), "child")), children(newborn(child, true))));
    assertThat(found()).isZero();

    done(here, next(child, 2, succeeds(child)));

    assertThat(found()).isEqualTo(1);
    assertThat(claimedOne(here).card()).isEqualTo(parent);
    done(here, next(parent, 3, ON));
    assertThat(found()).isZero();
  }

  private int found() {
    return store().upkeep().audit().values().stream().mapToInt(Integer::intValue).sum();
  }
}
