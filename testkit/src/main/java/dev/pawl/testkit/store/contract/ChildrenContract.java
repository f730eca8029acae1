package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.OTHER_STEP;
import static dev.pawl.testkit.store.contract.Drafts.STEP;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.children;
import static dev.pawl.testkit.store.contract.Drafts.newborn;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static dev.pawl.testkit.store.contract.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Children are born with the commit that starts them. */
abstract class ChildrenContract extends Scene {

  @Test
  void shouldKeepOwnedChildrenOnTheNode() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card parent = drafts.card();
    Card child = drafts.childOf(parent, STEP, 7);
    done(here, birth(parent));

    done(here, with(next(parent, 2, ON), children(newborn(child, true))));

    assertThat(there.claim(10)).isEmpty();
    assertThat(here.claim(10)).isEmpty();
    assertThat(store().executions().find(child.key()).orElseThrow().status())
        .isEqualTo(Status.RUNNING);
    done(here, next(child, 2, succeeds(child)));
    assertThat(facts(child)).containsExactly("1 fact 1", "2 fact 2");
  }

  @Test
  void shouldOfferOtherChildrenToAnyNode() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card parent = drafts.card();
    Card child = drafts.childOf(parent, STEP, 7);
    done(here, birth(parent));

    done(here, with(next(parent, 2, Drafts.UNTIL_A_LETTER), children(newborn(child, false))));

    assertThat(store().executions().find(child.key()).orElseThrow().status())
        .isEqualTo(Status.PENDING);
    Claimed claimed = claimedOne(there);
    assertThat(claimed.card()).isEqualTo(child);
    assertThat(texts(claimed.facts())).containsExactly("1 fact 1");
    assertThat(claimed.letters()).isEmpty();
    assertThat(claimed.read()).isZero();
    assertThat(claimed.awaited()).isEmpty();
    assertThat(claimed.snapshot()).isEmpty();
  }

  @Test
  void shouldBearManyChildrenAtOnce() throws Exception {
    Membership here = join("here");
    Card parent = drafts.card();
    List<Card> all = new ArrayList<>();
    Commit.Newborn[] newborns = new Commit.Newborn[300];
    for (int i = 0; i < newborns.length; i++) {
      all.add(drafts.childOf(parent, STEP, i));
      newborns[i] = newborn(all.get(i), i % 2 == 0);
    }

    done(here, with(birth(parent), children(newborns)));

    assertThat(here.children(parent.key())).containsExactlyInAnyOrderElementsOf(all);
    assertThat(here.claim(1000)).hasSize(150);
  }

  @Test
  void shouldKnowChildrenAliveAndEnded() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card parent = drafts.card();
    Card running = drafts.childOf(parent, STEP, 0);
    Card ended = drafts.childOf(parent, STEP, 1);
    Card later = drafts.childOf(parent, OTHER_STEP, 0);
    Card stranger = drafts.childOf(drafts.card(), STEP, 0);
    done(here, birth(parent), birth(stranger));

    done(
        here,
        with(
            next(parent, 2, ON),
            children(newborn(running, true), newborn(ended, true), newborn(later, false))));
    done(here, next(ended, 2, succeeds(ended)));

    assertThat(there.children(parent.key())).containsExactlyInAnyOrder(running, ended, later);
    assertThat(there.children(running.key())).isEmpty();
  }

  @Test
  void shouldRefuseAParentWhoseChildWasBornBefore() throws Exception {
    Membership here = join("here");
    Card parent = drafts.card();
    Card child = drafts.childOf(parent, STEP, 0);
    done(here, birth(parent), birth(child));

    List<Written> written = write(here, with(next(parent, 2, ON), children(newborn(child, true))));

    assertThat(written.getFirst()).isInstanceOf(Written.Refused.class);
    assertThat(facts(parent)).hasSize(1);
  }
}
