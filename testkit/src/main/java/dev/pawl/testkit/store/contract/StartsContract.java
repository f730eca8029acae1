package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.FLOW;
import static dev.pawl.testkit.store.contract.Drafts.OURS;
import static dev.pawl.testkit.store.contract.Drafts.THEIRS;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One start per idempotency key, flow and tenant. */
abstract class StartsContract extends Scene {

  @Test
  void shouldStartOncePerKey() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card first = drafts.keyed(OURS, FLOW, "monday");
    Card again = drafts.keyed(OURS, FLOW, "monday");
    Card neighbour = drafts.card();
    done(here, birth(first));

    List<Written> written = write(there, birth(neighbour), birth(again));

    assertThat(written).containsExactly(Written.Done.DONE, new Written.Duplicate(first.id()));
    assertThat(store().executions().find(again.key())).isEmpty();
    assertThat(facts(again)).isEmpty();
  }

  @Test
  void shouldKnowWhatWasStartedBefore() throws Exception {
    Membership here = join("here");
    Card first = drafts.keyed(OURS, FLOW, "monday");
    Card ended = drafts.keyed(OURS, FLOW, "tuesday");
    done(here, birth(first), birth(ended, succeeds(ended)));

    assertThat(store().executions().startedBefore(drafts.keyed(OURS, FLOW, "monday")))
        .contains(first.key());
    assertThat(store().executions().startedBefore(drafts.keyed(OURS, FLOW, "tuesday")))
        .contains(ended.key());
    assertThat(store().executions().startedBefore(drafts.keyed(OURS, FLOW, "friday"))).isEmpty();
    assertThat(store().executions().startedBefore(drafts.keyed(THEIRS, FLOW, "monday"))).isEmpty();
    assertThat(store().executions().startedBefore(drafts.card())).isEmpty();
  }

  @Test
  void shouldRememberWhatTheKeyCameWith() throws Exception {
    Membership here = join("here");
    done(
        here,
        birth(drafts.asked("monday", "ann", "one digest")),
        birth(drafts.keyed(OURS, FLOW, "tuesday")));

    write(here, birth(drafts.asked("monday", "bob", "another")));

    assertThat(store().executions().request(drafts.keyed(OURS, FLOW, "monday")))
        .contains("one digest");
    assertThat(store().executions().request(drafts.keyed(THEIRS, FLOW, "monday"))).isEmpty();
    assertThat(store().executions().request(drafts.keyed(OURS, FLOW, "tuesday"))).isEmpty();
    assertThat(store().executions().request(drafts.card())).isEmpty();
  }

  @Test
  void shouldKnowWhoStartedIt() throws Exception {
    Membership here = join("here");
    Card plain = drafts.askedBy("ann");
    Card longer = drafts.asked("monday", "bob", "digest");
    Card ended = drafts.askedBy("cid");
    done(here, birth(plain), birth(longer), birth(ended, succeeds(ended)));

    for (Card card : List.of(plain, longer, ended)) {
      assertThat(store().executions().find(card.key()).orElseThrow().card().tags().origin().by())
          .isEqualTo(card.tags().origin().by());
    }

    done(here, next(longer, 2, succeeds(longer)));
    assertThat(store().executions().find(longer.key()).orElseThrow().card().tags().origin().by())
        .contains("bob");
  }

  @Test
  void shouldTellKeysOfFlowsAndTenantsApart() throws Exception {
    Membership here = join("here");

    done(
        here,
        birth(drafts.keyed(OURS, FLOW, "monday")),
        birth(drafts.keyed(OURS, "refund", "monday")),
        birth(drafts.keyed(THEIRS, FLOW, "monday")),
        birth(drafts.keyed(OURS, FLOW, "tuesday")));
  }

  @Test
  void shouldKnowTheKeyOfAnExecutionThatHasEnded() throws Exception {
    Membership here = join("here");
    Card longer = drafts.keyed(OURS, FLOW, "monday");
    Card express = drafts.keyed(OURS, FLOW, "tuesday");
    done(here, birth(longer), birth(express, succeeds(express)));
    done(here, next(longer, 2, succeeds(longer)));

    List<Written> written =
        write(
            here,
            birth(drafts.keyed(OURS, FLOW, "monday")),
            birth(drafts.keyed(OURS, FLOW, "tuesday")));

    assertThat(written)
        .containsExactly(new Written.Duplicate(longer.id()), new Written.Duplicate(express.id()));
  }

  @Test
  void shouldTakeOneOfTwoStartsInTheSameBatch() throws Exception {
    Membership here = join("here");
    Card first = drafts.keyed(OURS, FLOW, "monday");
    Card second = drafts.keyed(OURS, FLOW, "monday");
    Card neighbour = drafts.card();

    List<Written> written = write(here, birth(first), birth(neighbour), birth(second));

    assertThat(written)
        .containsExactly(Written.Done.DONE, Written.Done.DONE, new Written.Duplicate(first.id()));
  }

  @Test
  void shouldTakeOneOfTwoStartsThatRace() throws Exception {
    Membership here = join("here");
    Membership there = join("there");

    for (int round = 0; round < 30; round++) {
      Card ours = drafts.keyed(OURS, FLOW, "slot " + round);
      Card theirs = drafts.keyed(OURS, FLOW, "slot " + round);

      List<Written> written = new ArrayList<>();
      together(() -> write(here, birth(ours)), () -> write(there, birth(theirs)))
          .forEach(written::addAll);

      Card winner = written.getFirst().equals(Written.Done.DONE) ? ours : theirs;
      assertThat(written)
          .containsExactlyInAnyOrder(Written.Done.DONE, new Written.Duplicate(winner.id()));
    }
  }
}
