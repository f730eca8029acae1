package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.OTHER_STEP;
import static dev.pawl.simulation.contract.store.TestCommits.STEP;
import static dev.pawl.simulation.contract.store.TestCommits.childStart;
import static dev.pawl.simulation.contract.store.TestCommits.children;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static dev.pawl.simulation.contract.store.TestCommits.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.NodeSession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Children start in the commit of their parent. */
abstract class ChildrenContract extends StoreTestBase {

  @Test
  void shouldKeepOwnedChildrenOnTheNode() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata parent = drafts.info();
    ExecutionMetadata child = drafts.childOf(parent, STEP, 7);
    done(here, insert(parent));

    done(here, with(next(parent, 2, ON), children(childStart(child, true))));

    assertThat(there.claim(10)).isEmpty();
    assertThat(here.claim(10)).isEmpty();
    assertThat(store().executions().find(child.key()).orElseThrow().status())
        .isEqualTo(Status.RUNNING);
    done(here, next(child, 2, succeeds(child)));
    assertThat(facts(child)).containsExactly("1 fact 1", "2 fact 2");
  }

  @Test
  void shouldOfferOtherChildrenToAnyNode() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata parent = drafts.info();
    ExecutionMetadata child = drafts.childOf(parent, STEP, 7);
    done(here, insert(parent));

    done(
        here,
        with(next(parent, 2, TestCommits.UNTIL_A_MESSAGE), children(childStart(child, false))));

    assertThat(store().executions().find(child.key()).orElseThrow().status())
        .isEqualTo(Status.PENDING);
    ClaimedExecution claimed = claimedOne(there);
    assertThat(claimed.info()).isEqualTo(child);
    assertThat(texts(claimed.facts())).containsExactly("1 fact 1");
    assertThat(claimed.messages()).isEmpty();
    assertThat(claimed.read()).isZero();
    assertThat(claimed.awaited()).isEmpty();
    assertThat(claimed.snapshot()).isEmpty();
  }

  @Test
  void shouldStartManyChildrenInOneCommit() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata parent = drafts.info();
    List<ExecutionMetadata> all = new ArrayList<>();
    Commit.ChildStart[] childStarts = new Commit.ChildStart[300];
    for (int i = 0; i < childStarts.length; i++) {
      all.add(drafts.childOf(parent, STEP, i));
      childStarts[i] = childStart(all.get(i), i % 2 == 0);
    }

    done(here, with(insert(parent), children(childStarts)));

    assertThat(here.children(parent.key())).containsExactlyInAnyOrderElementsOf(all);
    assertThat(here.claim(1000)).hasSize(150);
  }

  @Test
  void shouldCountLiveAndEndedChildren() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata parent = drafts.info();
    ExecutionMetadata running = drafts.childOf(parent, STEP, 0);
    ExecutionMetadata ended = drafts.childOf(parent, STEP, 1);
    ExecutionMetadata later = drafts.childOf(parent, OTHER_STEP, 0);
    ExecutionMetadata stranger = drafts.childOf(drafts.info(), STEP, 0);
    done(here, insert(parent), insert(stranger));

    done(
        here,
        with(
            next(parent, 2, ON),
            children(
                childStart(running, true), childStart(ended, true), childStart(later, false))));
    done(here, next(ended, 2, succeeds(ended)));

    assertThat(there.children(parent.key())).containsExactlyInAnyOrder(running, ended, later);
    assertThat(there.children(running.key())).isEmpty();
  }

  @Test
  void shouldRefuseAParentWhoseChildExists() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata parent = drafts.info();
    ExecutionMetadata child = drafts.childOf(parent, STEP, 0);
    done(here, insert(parent), insert(child));

    List<CommitResult> written =
        write(here, with(next(parent, 2, ON), children(childStart(child, true))));

    assertThat(written.getFirst()).isInstanceOf(CommitResult.Refused.class);
    assertThat(facts(parent)).hasSize(1);
  }
}
