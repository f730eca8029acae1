package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.BACK;
import static dev.pawl.simulation.contract.store.TestCommits.FLOW;
import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.OURS;
import static dev.pawl.simulation.contract.store.TestCommits.STEP;
import static dev.pawl.simulation.contract.store.TestCommits.UNTIL_A_MESSAGE;
import static dev.pawl.simulation.contract.store.TestCommits.childStart;
import static dev.pawl.simulation.contract.store.TestCommits.children;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.inserts;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.offer;
import static dev.pawl.simulation.contract.store.TestCommits.offering;
import static dev.pawl.simulation.contract.store.TestCommits.paused;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static dev.pawl.simulation.contract.store.TestCommits.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ConcurrencyLimit.LimitKind;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExecutionMetadata.Reply;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Priority;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A flow or tenant never has more unfinished executions than its limit, on any number of nodes. */
abstract class ConcurrentLimitsContract extends StoreTestBase {

  private static final Optional<String> ITS_FLOW = Optional.of(FLOW);

  private NodeSession limitedToOne() throws Exception {
    limit(ITS_FLOW, 1);
    NodeSession here = join("here");
    done(here, inserts(drafts.infos(3), BACK));
    return here;
  }

  private void limit(Optional<String> flow, int atMost) {
    store().maintenance().limit(OURS, flow, ConcurrencyLimit.concurrent(atMost));
  }

  private Status status(ExecutionMetadata info) {
    return store().executions().find(info.key()).orElseThrow().status();
  }

  @Test
  void shouldStartOneAtATimeThoughItParks() throws Exception {
    NodeSession here = limitedToOne();
    NodeSession there = join("there");
    for (int started = 0; started < 3; started++) {
      ExecutionMetadata one = claimedOne(here).info();

      for (Disposition rest : List.of(UNTIL_A_MESSAGE, paused(Optional.empty()))) {
        int seq = rest.equals(UNTIL_A_MESSAGE) ? 2 : 3;
        done(here, next(one, seq, seq - 2, rest));
        assertThat(here.claim(10)).isEmpty();
        assertThat(there.claim(10)).isEmpty();
        send(one, "go on");
        assertThat(claimedOne(here).info()).isEqualTo(one);
        assertThat(there.claim(10)).isEmpty();
      }
      done(here, next(one, 4, 2, succeeds(one)));
    }
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldStartTheNextOnAnotherNodeWhenOneEnds() throws Exception {
    NodeSession here = limitedToOne();
    NodeSession there = join("there");
    ExecutionMetadata first = claimedOne(here).info();
    assertThat(there.claim(10)).isEmpty();

    done(here, next(first, 2, succeeds(first)));

    assertThat(claimedOne(there).info()).isNotEqualTo(first);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldReleaseThePermitOfAnExecutionThatWokeOnAnotherNode() throws Exception {
    NodeSession here = limitedToOne();
    NodeSession there = join("there");
    ExecutionMetadata first = claimedOne(here).info();
    done(here, next(first, 2, UNTIL_A_MESSAGE));
    send(first, "go on");
    claimedOne(there);

    done(there, next(first, 3, 1, succeeds(first)));

    assertThat(claimedOne(here).info()).isNotEqualTo(first);
  }

  @Test
  void shouldBePendingUntilItStarts() throws Exception {
    limit(ITS_FLOW, 1);
    NodeSession here = join("here");
    ExecutionMetadata first = drafts.info();
    ExecutionMetadata second = drafts.info();
    done(here, insert(first, BACK), insert(second, BACK));
    claimedOne(here);
    assertThat(here.claim(10)).isEmpty();

    assertThat(Stream.of(status(first), status(second)))
        .containsExactlyInAnyOrder(Status.RUNNING, Status.PENDING);
  }

  @Test
  void shouldKeepPermitsOfAnExecutionWhoseNodeDies() throws Exception {
    NodeSession here = limitedToOne();
    NodeSession there = join("there");
    ExecutionMetadata first = claimedOne(here).info();

    expire(here);
    there.releaseDead();

    assertThat(claimedOne(there).info()).isEqualTo(first);
    assertThat(there.claim(10)).isEmpty();
  }

  @Test
  void shouldCountExecutionsThatWereUnfinishedBefore() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> before = drafts.infos(3);
    done(here, inserts(before, ON));
    done(here, next(before.get(0), 2, UNTIL_A_MESSAGE));
    limit(ITS_FLOW, 2);
    ExecutionMetadata later = drafts.info();
    done(here, insert(later, BACK));
    assertThat(here.claim(10)).isEmpty();

    done(here, next(before.get(1), 2, succeeds(before.get(1))));
    assertThat(here.claim(10)).isEmpty();
    done(here, next(before.get(2), 2, succeeds(before.get(2))));

    assertThat(claimedOne(here).info()).isEqualTo(later);
  }

  @Test
  void shouldReleaseThePermitsOfExecutionsThatEndOnAnotherNodeWhileALimitIsSet() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    List<ExecutionMetadata> running = drafts.infos(3);
    done(there, inserts(running, ON));

    limit(ITS_FLOW, 3);
    // The other node may not have heard of the limit.
    for (ExecutionMetadata one : running) {
      done(there, next(one, 2, succeeds(one)));
    }

    List<ExecutionMetadata> later = drafts.infos(3);
    done(here, inserts(later, BACK));
    assertThat(claimed(here, 3).stream().map(ClaimedExecution::info))
        .containsExactlyInAnyOrderElementsOf(later);
  }

  @Test
  void shouldStartNothingWhileMoreAreUnfinishedThanALoweredLimit() throws Exception {
    limit(ITS_FLOW, 3);
    NodeSession here = join("here");
    done(here, inserts(drafts.infos(4), BACK));
    List<ExecutionMetadata> running =
        claimed(here, 3).stream().map(ClaimedExecution::info).toList();

    limit(ITS_FLOW, 1);

    for (ExecutionMetadata one : running.subList(0, 2)) {
      done(here, next(one, 2, succeeds(one)));
      assertThat(here.claim(10)).isEmpty();
    }
    done(here, next(running.get(2), 2, succeeds(running.get(2))));
    claimedOne(here);
  }

  @Test
  void shouldStartQueuedExecutionsWhenALimitIsRaisedOrRemoved() throws Exception {
    NodeSession here = limitedToOne();
    claimedOne(here);
    assertThat(here.claim(10)).isEmpty();

    limit(ITS_FLOW, 2);
    claimedOne(here);
    assertThat(here.claim(10)).isEmpty();

    store().maintenance().unlimit(OURS, ITS_FLOW, LimitKind.CONCURRENT);
    claimedOne(here);
  }

  @Test
  void shouldCountOnlyTopLevelExecutionsOfATenant() throws Exception {
    limit(Optional.empty(), 1);
    NodeSession here = join("here");
    ExecutionMetadata parent = drafts.info();
    done(here, insert(parent, BACK));
    claimedOne(here);
    ExecutionMetadata called = drafts.calledBy(parent, "refund", Reply.OUTPUT);
    ExecutionMetadata item = drafts.childOf(parent, STEP, 2);
    ExecutionMetadata unawaited = drafts.calledBy(parent, "refund", Reply.NONE);
    ExecutionMetadata other = drafts.info(OURS, "other");
    done(
        here,
        with(
            next(parent, 2, UNTIL_A_MESSAGE),
            children(
                childStart(called, false), childStart(item, false), childStart(unawaited, false))),
        insert(other, BACK));

    assertThat(keys(claimed(here, 2))).containsExactlyInAnyOrder(called.key(), item.key());
    assertThat(here.claim(10)).isEmpty();
    assertThat(here.isLimited(called)).isFalse();
    assertThat(here.isLimited(unawaited)).isTrue();
  }

  @Test
  void shouldCountCalledExecutionsOfAFlowButNotTheItemsOfItsMaps() throws Exception {
    limit(ITS_FLOW, 1);
    NodeSession here = join("here");
    ExecutionMetadata parent = drafts.info();
    done(here, insert(parent, BACK));
    claimedOne(here);
    ExecutionMetadata itself = drafts.calledBy(parent, FLOW, Reply.OUTPUT);
    ExecutionMetadata item = drafts.childOf(parent, STEP, 2);
    done(
        here,
        with(
            next(parent, 2, UNTIL_A_MESSAGE),
            children(childStart(itself, false), childStart(item, false))));

    assertThat(claimedOne(here).info()).isEqualTo(item);
    assertThat(here.claim(10)).isEmpty();
    assertThat(status(itself)).isEqualTo(Status.PENDING);
  }

  @Test
  void shouldNotQueueAChildBehindASiblingThatWaitsForItsParent() throws Exception {
    limit(Optional.empty(), 1);
    limit(Optional.of("child"), 1);
    NodeSession here = join("here");
    ExecutionMetadata parent = drafts.info();
    done(here, insert(parent, BACK));
    claimedOne(here);
    ExecutionMetadata ahead = drafts.info(OURS, "child");
    done(here, insert(ahead, BACK));
    assertThat(here.claim(10)).isEmpty();
    ExecutionMetadata child = drafts.calledBy(parent, "child", Reply.OUTPUT);

    done(here, with(next(parent, 2, UNTIL_A_MESSAGE), children(childStart(child, false))));

    assertThat(claimedOne(here).info()).isEqualTo(child);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldObeyBothKinds() throws Exception {
    limit(ITS_FLOW, 3);
    store().maintenance().limit(OURS, ITS_FLOW, ConcurrencyLimit.active(1));
    NodeSession here = join("here");
    done(here, inserts(drafts.infos(4), BACK));

    for (int started = 0; started < 3; started++) {
      ExecutionMetadata one = claimedOne(here).info();
      assertThat(here.claim(10)).isEmpty();
      done(here, next(one, 2, UNTIL_A_MESSAGE));
    }

    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldStartTheMostUrgentAndThenTheOldest() throws Exception {
    limit(ITS_FLOW, 1);
    NodeSession here = join("here");
    ExecutionMetadata holder = drafts.info();
    done(here, insert(holder, BACK));
    claimedOne(here);
    ExecutionMetadata first = drafts.info(Priority.NORMAL);
    ExecutionMetadata second = drafts.info(Priority.NORMAL);
    ExecutionMetadata urgent = drafts.info(Priority.CRITICAL);
    done(here, insert(first, BACK));
    done(here, insert(second, BACK));
    done(here, insert(urgent, BACK));
    assertThat(here.claim(10)).isEmpty();

    ExecutionMetadata last = holder;
    for (ExecutionMetadata expected : List.of(urgent, first, second)) {
      done(here, next(last, 2, succeeds(last)));
      assertThat(claimedOne(here).info()).isEqualTo(expected);
      last = expected;
    }
  }

  @Test
  void shouldNotHoldBackOthersBehindALimit() throws Exception {
    limit(ITS_FLOW, 1);
    NodeSession here = join("here");
    done(here, inserts(drafts.infos(30), BACK));
    ExecutionMetadata free = drafts.info(OURS, "refund");
    done(here, insert(free, BACK));

    assertThat(keys(claimed(here, 2))).contains(free.key());
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldNotExceedTheLimitOnConcurrentNodes() throws Exception {
    limit(ITS_FLOW, 2);
    NodeSession here = join("here");
    NodeSession there = join("there");
    done(here, inserts(drafts.infos(10), BACK));

    for (int round = 0; round < 5; round++) {
      List<List<ClaimedExecution>> taken = together(() -> here.claim(10), () -> there.claim(10));
      int both = taken.get(0).size() + taken.get(1).size();
      assertThat(both).isLessThanOrEqualTo(2);
      List<ClaimedExecution> more = claimed(here, 2 - both);
      assertThat(there.claim(10)).isEmpty();
      for (ClaimedExecution one : Stream.concat(taken.get(0).stream(), more.stream()).toList()) {
        done(here, next(one.info(), 2, succeeds(one.info())));
      }
      for (ClaimedExecution one : taken.get(1)) {
        done(there, next(one.info(), 2, succeeds(one.info())));
      }
    }
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldIssueNoCommandBeforeTheStart() throws Exception {
    limit(ITS_FLOW, 0);
    NodeSession here = join("here");
    ExecutionMetadata stays = drafts.info();
    ExecutionMetadata parks = drafts.info();
    ExecutionMetadata child = drafts.calledBy(stays, "refund", Reply.OUTPUT);

    List<CommitResult> written =
        write(
            here,
            with(insert(stays), offering(offer(stays, 1, "mail"))),
            with(insert(parks, UNTIL_A_MESSAGE), children(childStart(child, false))));

    assertThat(written).containsOnly(CommitResult.Queued.QUEUED);
    assertThat(
            store()
                .offers()
                .take(OURS, List.of("mail"), 9, new Offers.WorkerRef("ann", Duration.ofMinutes(1))))
        .isEmpty();
    assertThat(store().executions().find(child.key())).isEmpty();
    assertThat(status(stays)).isEqualTo(Status.PENDING);
    assertThat(status(parks)).isEqualTo(Status.PENDING);
  }
}
