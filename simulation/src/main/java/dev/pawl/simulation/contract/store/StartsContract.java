package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.FLOW;
import static dev.pawl.simulation.contract.store.TestCommits.OURS;
import static dev.pawl.simulation.contract.store.TestCommits.THEIRS;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.NodeSession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each idempotency key of a flow and tenant starts one execution. */
abstract class StartsContract extends StoreTestBase {

  @Test
  void shouldStartOncePerKey() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata first = drafts.keyed(OURS, FLOW, "monday");
    ExecutionMetadata again = drafts.keyed(OURS, FLOW, "monday");
    ExecutionMetadata neighbour = drafts.info();
    done(here, insert(first));

    List<CommitResult> written = write(there, insert(neighbour), insert(again));

    assertThat(written)
        .containsExactly(Committed.COMMITTED, new CommitResult.Duplicate(first.id()));
    assertThat(store().executions().find(again.key())).isEmpty();
    assertThat(facts(again)).isEmpty();
  }

  @Test
  void shouldRecogniseEarlierStarts() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata first = drafts.keyed(OURS, FLOW, "monday");
    ExecutionMetadata ended = drafts.keyed(OURS, FLOW, "tuesday");
    done(here, insert(first), insert(ended, succeeds(ended)));

    assertThat(store().executions().findStarted(drafts.keyed(OURS, FLOW, "monday")))
        .contains(first.key());
    assertThat(store().executions().findStarted(drafts.keyed(OURS, FLOW, "tuesday")))
        .contains(ended.key());
    assertThat(store().executions().findStarted(drafts.keyed(OURS, FLOW, "friday"))).isEmpty();
    assertThat(store().executions().findStarted(drafts.keyed(THEIRS, FLOW, "monday"))).isEmpty();
    assertThat(store().executions().findStarted(drafts.info())).isEmpty();
  }

  @Test
  void shouldRememberTheRequestOfTheKey() throws Exception {
    NodeSession here = join("here");
    done(
        here,
        insert(drafts.requested("monday", "ann", "one digest")),
        insert(drafts.keyed(OURS, FLOW, "tuesday")));

    write(here, insert(drafts.requested("monday", "bob", "another")));

    assertThat(store().executions().request(drafts.keyed(OURS, FLOW, "monday")))
        .contains("one digest");
    assertThat(store().executions().request(drafts.keyed(THEIRS, FLOW, "monday"))).isEmpty();
    assertThat(store().executions().request(drafts.keyed(OURS, FLOW, "tuesday"))).isEmpty();
    assertThat(store().executions().request(drafts.info())).isEmpty();
  }

  @Test
  void shouldRecordWhoStartedIt() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata plain = drafts.requestedBy("ann");
    ExecutionMetadata longer = drafts.requested("monday", "bob", "digest");
    ExecutionMetadata ended = drafts.requestedBy("cid");
    done(here, insert(plain), insert(longer), insert(ended, succeeds(ended)));

    for (ExecutionMetadata info : List.of(plain, longer, ended)) {
      assertThat(store().executions().find(info.key()).orElseThrow().info().tags().origin().by())
          .isEqualTo(info.tags().origin().by());
    }

    done(here, next(longer, 2, succeeds(longer)));
    assertThat(store().executions().find(longer.key()).orElseThrow().info().tags().origin().by())
        .contains("bob");
  }

  @Test
  void shouldSeparateKeysByFlowAndTenant() throws Exception {
    NodeSession here = join("here");

    done(
        here,
        insert(drafts.keyed(OURS, FLOW, "monday")),
        insert(drafts.keyed(OURS, "refund", "monday")),
        insert(drafts.keyed(THEIRS, FLOW, "monday")),
        insert(drafts.keyed(OURS, FLOW, "tuesday")));
  }

  @Test
  void shouldKnowTheKeyOfAnExecutionThatHasEnded() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata longer = drafts.keyed(OURS, FLOW, "monday");
    ExecutionMetadata express = drafts.keyed(OURS, FLOW, "tuesday");
    done(here, insert(longer), insert(express, succeeds(express)));
    done(here, next(longer, 2, succeeds(longer)));

    List<CommitResult> written =
        write(
            here,
            insert(drafts.keyed(OURS, FLOW, "monday")),
            insert(drafts.keyed(OURS, FLOW, "tuesday")));

    assertThat(written)
        .containsExactly(
            new CommitResult.Duplicate(longer.id()), new CommitResult.Duplicate(express.id()));
  }

  @Test
  void shouldAcceptOneOfTwoStartsInTheSameBatch() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata first = drafts.keyed(OURS, FLOW, "monday");
    ExecutionMetadata second = drafts.keyed(OURS, FLOW, "monday");
    ExecutionMetadata neighbour = drafts.info();

    List<CommitResult> written = write(here, insert(first), insert(neighbour), insert(second));

    assertThat(written)
        .containsExactly(
            Committed.COMMITTED, Committed.COMMITTED, new CommitResult.Duplicate(first.id()));
  }

  @Test
  void shouldAcceptOneOfTwoConcurrentStarts() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");

    for (int round = 0; round < 30; round++) {
      ExecutionMetadata ours = drafts.keyed(OURS, FLOW, "permit " + round);
      ExecutionMetadata theirs = drafts.keyed(OURS, FLOW, "permit " + round);

      List<CommitResult> written = new ArrayList<>();
      together(() -> write(here, insert(ours)), () -> write(there, insert(theirs)))
          .forEach(written::addAll);

      ExecutionMetadata winner = written.getFirst().equals(Committed.COMMITTED) ? ours : theirs;
      assertThat(written)
          .containsExactlyInAnyOrder(Committed.COMMITTED, new CommitResult.Duplicate(winner.id()));
    }
  }
}
