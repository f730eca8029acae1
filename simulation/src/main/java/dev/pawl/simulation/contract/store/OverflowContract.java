package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.BACK;
import static dev.pawl.simulation.contract.store.TestCommits.FLOW;
import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.OURS;
import static dev.pawl.simulation.contract.store.TestCommits.STEP;
import static dev.pawl.simulation.contract.store.TestCommits.UNTIL_A_MESSAGE;
import static dev.pawl.simulation.contract.store.TestCommits.abandons;
import static dev.pawl.simulation.contract.store.TestCommits.childStart;
import static dev.pawl.simulation.contract.store.TestCommits.children;
import static dev.pawl.simulation.contract.store.TestCommits.ends;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static dev.pawl.simulation.contract.store.TestCommits.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExecutionMetadata.Reply;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.NodeSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Starts beyond the concurrency limit are queued or rejected. */
abstract class OverflowContract extends StoreTestBase {

  private static final Optional<String> ITS_FLOW = Optional.of(FLOW);
  private static final ConcurrencyLimit ONE = ConcurrencyLimit.concurrent(1);

  private void limit(Optional<String> flow, ConcurrencyLimit limit) {
    store().maintenance().limit(OURS, flow, limit);
  }

  /** Returns a node that owns the execution with the only permit. */
  private NodeSession withHolder(ConcurrencyLimit limit) throws Exception {
    limit(ITS_FLOW, limit);
    NodeSession here = join("here");
    done(here, insert(drafts.info(), BACK));
    claimedOne(here);
    return here;
  }

  private void cancel(ExecutionMetadata info) {
    assertThat(
            store()
                .inbox()
                .send(
                    new Inbox.OutgoingMessage(
                        info.key(), bytes("enough"), Optional.empty(), Optional.empty(), true)))
        .isEqualTo(MessageAcceptance.ACCEPTED);
  }

  @Test
  void shouldRejectAStartBeyondTheLimit() throws Exception {
    limit(ITS_FLOW, ONE.rejecting());
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata first = drafts.info();
    ExecutionMetadata second = drafts.info();
    ExecutionMetadata third = drafts.info();

    assertThat(write(here, insert(first, BACK), insert(second, BACK)))
        .containsExactly(Committed.COMMITTED, new CommitResult.Rejected(ITS_FLOW, 1));
    assertThat(write(there, insert(drafts.info(), BACK)))
        .containsExactly(new CommitResult.Rejected(ITS_FLOW, 1));
    assertThat(store().executions().find(second.key())).isEmpty();
    assertThat(claimedOne(there).info()).isEqualTo(first);
    done(there, next(first, 2, UNTIL_A_MESSAGE));
    assertThat(write(here, insert(drafts.info(), BACK)))
        .containsExactly(new CommitResult.Rejected(ITS_FLOW, 1));
    send(first, "go on");
    claimedOne(there);
    done(there, next(first, 3, 1, succeeds(first)));

    done(here, insert(third, BACK));
    assertThat(claimedOne(here).info()).isEqualTo(third);
  }

  @Test
  void shouldRejectForTheTenantToo() throws Exception {
    limit(Optional.empty(), ONE.rejecting());
    NodeSession here = join("here");

    assertThat(write(here, insert(drafts.info(), BACK), insert(drafts.info(OURS, "refund"), BACK)))
        .containsExactly(Committed.COMMITTED, new CommitResult.Rejected(Optional.empty(), 1));
  }

  @Test
  void shouldAdmitConcurrentStartsUpToTheLimit() throws Exception {
    limit(ITS_FLOW, ConcurrencyLimit.concurrent(3).rejecting());
    NodeSession here = join("here");
    NodeSession there = join("there");
    List<CommitResult> written = new ArrayList<>();

    together(
            () -> write(here, TestCommits.inserts(drafts.infos(4), BACK)),
            () -> write(there, TestCommits.inserts(new TestCommits().infos(4), BACK)))
        .forEach(written::addAll);

    assertThat(written).filteredOn(Committed.COMMITTED::equals).hasSize(3);
    assertThat(written).filteredOn(CommitResult.Rejected.class::isInstance).hasSize(5);
    claimed(here, 3);
  }

  @Test
  void shouldReleaseThePermitOfADuplicateStart() throws Exception {
    limit(ITS_FLOW, ConcurrencyLimit.concurrent(2).rejecting());
    NodeSession here = join("here");
    ExecutionMetadata first = drafts.keyed(OURS, FLOW, "monday");
    done(here, insert(first, BACK));

    assertThat(write(here, insert(drafts.keyed(OURS, FLOW, "monday"), BACK)))
        .containsExactly(new CommitResult.Duplicate(first.id()));

    done(here, insert(drafts.info(), BACK));
    claimed(here, 2);
  }

  @Test
  void shouldQueueChildrenThatALimitWouldReject() throws Exception {
    limit(Optional.of("refund"), ONE.rejecting());
    NodeSession here = join("here");
    ExecutionMetadata parent = drafts.info();
    done(here, insert(parent));
    ExecutionMetadata first = drafts.calledBy(parent, "refund", Reply.OUTPUT);
    ExecutionMetadata second = drafts.calledBy(parent, "refund", Reply.OUTPUT);

    done(
        here,
        with(
            next(parent, 2, UNTIL_A_MESSAGE),
            children(childStart(first, false), childStart(second, false))));

    ExecutionMetadata started = claimedOne(here).info();
    assertThat(here.claim(10)).isEmpty();
    done(here, next(started, 2, succeeds(started)));
    claimedOne(here);
  }

  @Test
  void shouldTimeOutQueuedExecutions() throws Exception {
    NodeSession here = withHolder(ONE.withQueueTimeout(Duration.ofMillis(30)));
    ExecutionMetadata late = drafts.info();
    done(here, insert(late, BACK));

    ClaimedExecution claimed = claimedOne(here);

    assertThat(claimed.info()).isEqualTo(late);
    assertThat(claimed.unstarted()).isTrue();
    done(here, next(late, 2, ends(late, Status.TIMED_OUT, Optional.empty())));
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldTakeTheTimeoutOfTheTenant() throws Exception {
    limit(Optional.empty(), ONE.withQueueTimeout(Duration.ofMillis(30)));
    NodeSession here = withHolder(ConcurrencyLimit.concurrent(9));
    ExecutionMetadata late = drafts.info();
    done(here, insert(late, BACK));

    assertThat(claimedOne(here).unstarted()).isTrue();
  }

  @Test
  void shouldObeyAQueueTimeoutThatIsSetLater() throws Exception {
    NodeSession here = withHolder(ONE);
    done(here, insert(drafts.info(), BACK));
    assertThat(here.claim(10)).isEmpty();

    limit(ITS_FLOW, ONE.withQueueTimeout(Duration.ofMillis(30)));

    assertThat(claimedOne(here).unstarted()).isTrue();
  }

  @Test
  void shouldNotTimeOutAStartedExecution() throws Exception {
    limit(ITS_FLOW, ONE.withQueueTimeout(Duration.ofMillis(1)));
    store().maintenance().limit(OURS, ITS_FLOW, ConcurrencyLimit.active(1));
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info, BACK));
    ClaimedExecution first = claimedOne(here);
    // It may have timed out in the queue; then the other execution has the permit.
    if (first.unstarted()) {
      return;
    }

    done(here, next(info, 2, BACK));

    assertThat(claimedOne(here).unstarted()).isFalse();
  }

  @Test
  void shouldCancelExecutionsThatHaveNotStarted() throws Exception {
    NodeSession here = withHolder(ONE);
    ExecutionMetadata waiting = drafts.info();
    done(here, insert(waiting, BACK));
    assertThat(here.claim(10)).isEmpty();
    send(waiting, "an event");
    assertThat(here.claim(10)).isEmpty();

    cancel(waiting);

    ClaimedExecution claimed = claimedOne(here);
    assertThat(claimed.unstarted()).isTrue();
    assertThat(bodies(claimed.messages())).containsExactly("1 an event", "2 enough");
    done(here, next(waiting, 2, 2, ends(waiting, Status.CANCELLED, Optional.empty())));
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldEndACancelledExecutionOnAnotherNode() throws Exception {
    NodeSession here = withHolder(ONE);
    NodeSession there = join("there");
    ExecutionMetadata waiting = drafts.info();
    done(here, insert(waiting, BACK));
    assertThat(here.claim(10)).isEmpty();
    cancel(waiting);
    claimedOne(there);

    expire(there);
    here.releaseDead();

    ClaimedExecution again = claimedOne(here);
    assertThat(again.info()).isEqualTo(waiting);
    assertThat(again.unstarted()).isTrue();
  }

  @Test
  void shouldHaveStartedOnceItParks() throws Exception {
    NodeSession here = withHolder(ONE);
    ExecutionMetadata waiting = cancelledBeforeItsStart(here);

    done(here, compensates(next(waiting, 2, 1, UNTIL_A_MESSAGE)));
    assertThat(here.claim(10)).isEmpty();
    send(waiting, "undone");

    ClaimedExecution woken = claimedOne(here);
    assertThat(woken.info()).isEqualTo(waiting);
    assertThat(woken.unstarted()).isFalse();
  }

  @Test
  void shouldEndAReleasedUnstartedExecutionWithoutAPermit() throws Exception {
    NodeSession here = withHolder(ONE);
    ExecutionMetadata waiting = cancelledBeforeItsStart(here);

    done(here, compensates(next(waiting, 2, 1, BACK)));

    ClaimedExecution again = claimedOne(here);
    assertThat(again.info()).isEqualTo(waiting);
    assertThat(again.unstarted()).isTrue();
  }

  @Test
  void shouldContinueToCompensateAnUnstartedExecutionWhoseNodeDies() throws Exception {
    NodeSession here = withHolder(ONE);
    NodeSession there = join("there");
    ExecutionMetadata waiting = cancelledBeforeItsStart(there);
    done(there, compensates(next(waiting, 2, 1, ON)));

    expire(there);
    here.releaseDead();

    ClaimedExecution again = claimedOne(here);
    assertThat(again.info()).isEqualTo(waiting);
    assertThat(again.unstarted()).isTrue();
    assertThat(again.facts()).hasSize(2);
    done(here, next(waiting, 3, 1, ends(waiting, Status.CANCELLED, Optional.empty())));
    assertThat(here.claim(10)).isEmpty();
  }

  /** Returns an execution that was cancelled before it had a permit. */
  private ExecutionMetadata cancelledBeforeItsStart(NodeSession here) throws Exception {
    ExecutionMetadata waiting = drafts.info();
    done(here, insert(waiting, BACK));
    assertThat(here.claim(10)).isEmpty();
    cancel(waiting);
    assertThat(claimedOne(here).unstarted()).isTrue();
    return waiting;
  }

  private static Commit compensates(Commit commit) {
    return new Commit(
        commit.info(),
        commit.isNew(),
        commit.facts(),
        commit.read(),
        commit.outgoing(),
        commit.disposition(),
        Optional.of(Status.CANCELLED));
  }

  @Test
  void shouldCancelChildrenThatHaveNotStarted() throws Exception {
    limit(Optional.of("refund"), ConcurrencyLimit.concurrent(0));
    NodeSession here = join("here");
    ExecutionMetadata parent = drafts.info();
    ExecutionMetadata older = drafts.calledBy(parent, "refund", Reply.OUTPUT);
    ExecutionMetadata newer = drafts.calledBy(parent, "refund", Reply.OUTPUT);
    done(here, with(insert(parent), children(childStart(older, false))));
    assertThat(here.claim(10)).isEmpty();

    done(here, with(next(parent, 2, TestCommits.ON), abandons(STEP, "enough")));
    ClaimedExecution first = claimedOne(here);
    done(here, next(first.info(), 2, 1, ends(first.info(), Status.CANCELLED, Optional.empty())));
    done(
        here,
        with(
            next(parent, 3, TestCommits.ON),
            new Commit.Outgoing(
                List.of(childStart(newer, false)),
                List.of(),
                abandons(STEP, "enough").abandoned())));
    ClaimedExecution second = claimedOne(here);

    assertThat(first.info()).isEqualTo(older);
    assertThat(first.unstarted()).isTrue();
    assertThat(second.info()).isEqualTo(newer);
    assertThat(second.unstarted()).isTrue();
  }

  @Test
  void shouldCancelStartedExecutionsAsUsual() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info, UNTIL_A_MESSAGE));

    cancel(info);

    assertThat(claimedOne(here).unstarted()).isFalse();
  }

  @Test
  void shouldDescribeTheAllowedLimits() {
    assertThatThrownBy(() -> ConcurrencyLimit.active(1).rejecting())
        .hasMessageContaining("belong to a limit of unfinished executions");
    assertThatThrownBy(() -> ONE.withQueueTimeout(Duration.ZERO))
        .hasMessage("queueTimeout: PT0S is not between 1 second and 365 days");
  }
}
