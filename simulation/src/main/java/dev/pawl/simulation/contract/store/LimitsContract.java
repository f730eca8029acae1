package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.BACK;
import static dev.pawl.simulation.contract.store.TestCommits.FLOW;
import static dev.pawl.simulation.contract.store.TestCommits.OURS;
import static dev.pawl.simulation.contract.store.TestCommits.THEIRS;
import static dev.pawl.simulation.contract.store.TestCommits.UNTIL_A_MESSAGE;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.inserts;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nodes never own more executions of a flow or tenant than its limit of active executions. */
abstract class LimitsContract extends StoreTestBase {

  @Test
  void shouldCountOverAllNodes() throws Exception {
    limit(OURS, Optional.of(FLOW), 3);
    NodeSession here = join("here");
    NodeSession there = join("there");
    done(here, inserts(drafts.infos(12), BACK));

    for (int round = 0; round < 4; round++) {
      List<List<ClaimedExecution>> taken = together(() -> here.claim(10), () -> there.claim(10));
      List<ClaimedExecution> first = new ArrayList<>(taken.get(0));
      List<ClaimedExecution> second = new ArrayList<>(taken.get(1));
      // Two concurrent claims may leave a permit unused but never exceed the limit.
      assertThat(first.size() + second.size()).isLessThanOrEqualTo(3);
      first.addAll(claimed(here, 3 - first.size() - second.size()));

      assertThat(here.claim(10)).isEmpty();
      assertThat(there.claim(10)).isEmpty();
      for (ClaimedExecution one : first) {
        done(here, next(one.info(), 2, succeeds(one.info())));
      }
      for (ClaimedExecution one : second) {
        done(there, next(one.info(), 2, succeeds(one.info())));
      }
    }
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldCountExecutionsThatStayOnTheirNode() throws Exception {
    limit(OURS, Optional.of(FLOW), 2);
    NodeSession here = join("here");
    NodeSession there = join("there");
    List<ExecutionMetadata> infos = drafts.infos(5);
    ExecutionMetadata free = drafts.info(OURS, "refund");
    ExecutionMetadata express = drafts.info();

    List<CommitResult> written =
        write(
            here, inserts(Stream.concat(infos.stream(), Stream.of(free)).toList(), TestCommits.ON));
    done(here, insert(express, succeeds(express)));

    assertThat(written.getLast()).isEqualTo(Committed.COMMITTED);
    assertThat(written).containsOnly(Committed.COMMITTED, CommitResult.Queued.QUEUED);
    int stayed = (int) written.stream().filter(Committed.COMMITTED::equals).count() - 1;
    assertThat(stayed).isBetween(0, 2);
    claimed(there, 2 - stayed);
    assertThat(there.claim(10)).isEmpty();
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldListTheScopesWithALimit() throws Exception {
    limit(OURS, Optional.of(FLOW), 2);
    NodeSession here = join("here");

    assertThat(here.isLimited(drafts.info())).isTrue();
    assertThat(here.isLimited(drafts.info(OURS, "refund"))).isFalse();
  }

  @Test
  void shouldReleaseThePermitWhenAnExecutionParks() throws Exception {
    NodeSession here = limitedToOne();
    ExecutionMetadata first = claimedOne(here).info();
    assertThat(here.claim(10)).isEmpty();

    done(here, next(first, 2, UNTIL_A_MESSAGE));

    assertThat(claimedOne(here).info()).isNotEqualTo(first);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldReleaseThePermitWhenAnExecutionEnds() throws Exception {
    NodeSession here = limitedToOne();
    ExecutionMetadata first = claimedOne(here).info();

    done(here, next(first, 2, succeeds(first)));

    assertThat(claimedOne(here).info()).isNotEqualTo(first);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldReleaseThePermitOfAReleasedExecution() throws Exception {
    NodeSession here = limitedToOne();
    ExecutionMetadata first = claimedOne(here).info();

    done(here, next(first, 2, BACK));

    claimedOne(here);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldReleasePermitsWhenANodeDies() throws Exception {
    NodeSession here = limitedToOne();
    NodeSession there = join("there");
    ExecutionMetadata first = claimedOne(here).info();
    assertThat(there.claim(10)).isEmpty();

    expire(here);
    there.releaseDead();

    claimedOne(there);
    assertThat(there.claim(10)).isEmpty();
    assertThat(store().executions().find(first.key())).isPresent();
  }

  @Test
  void shouldReleasePermitsWhenANodeLeaves() throws Exception {
    NodeSession here = limitedToOne();
    NodeSession there = join("there");
    claimedOne(here);

    here.close();

    claimedOne(there);
    assertThat(there.claim(10)).isEmpty();
  }

  @Test
  void shouldCountAnExecutionThatWakes() throws Exception {
    NodeSession here = limitedToOne();
    ExecutionMetadata first = claimedOne(here).info();
    done(here, next(first, 2, UNTIL_A_MESSAGE));
    ExecutionMetadata second = claimedOne(here).info();

    send(first, "wake up");

    assertThat(here.claim(10)).isEmpty();
    done(here, next(second, 2, succeeds(second)));
    claimedOne(here);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldLimitATenant() throws Exception {
    limit(OURS, Optional.empty(), 2);
    NodeSession here = join("here");
    List<ExecutionMetadata> ours =
        List.of(drafts.info(), drafts.info(OURS, "refund"), drafts.info(OURS, "third"));
    ExecutionMetadata theirs = drafts.info(THEIRS, FLOW);
    done(here, inserts(Stream.concat(ours.stream(), Stream.of(theirs)).toList(), BACK));

    List<ExecutionKey> taken = keys(claimed(here, 3));

    assertThat(taken).contains(theirs.key());
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldObeyBothLimits() throws Exception {
    limit(OURS, Optional.empty(), 3);
    limit(OURS, Optional.of(FLOW), 2);
    NodeSession here = join("here");
    List<ExecutionMetadata> orders = drafts.infos(4);
    List<ExecutionMetadata> refunds =
        Stream.generate(() -> drafts.info(OURS, "refund")).limit(4).toList();
    done(here, inserts(orders, BACK));
    done(here, inserts(refunds, BACK));

    List<ExecutionMetadata> taken = claimed(here, 3).stream().map(ClaimedExecution::info).toList();

    assertThat(here.claim(10)).isEmpty();
    assertThat(taken.stream().filter(orders::contains).count()).isLessThanOrEqualTo(2);
  }

  @Test
  void shouldNotHoldBackOthersBehindALimit() throws Exception {
    limit(OURS, Optional.of(FLOW), 1);
    NodeSession here = join("here");
    done(here, inserts(drafts.infos(30), BACK));
    ExecutionMetadata free = drafts.info(OURS, "refund");
    done(here, insert(free, BACK));

    List<ExecutionKey> taken = keys(claimed(here, 2));

    assertThat(taken).contains(free.key());
  }

  @Test
  void shouldStartQueuedExecutionsWhenALimitIsRaisedOrRemoved() throws Exception {
    limit(OURS, Optional.of(FLOW), 1);
    NodeSession here = join("here");
    done(here, inserts(drafts.infos(10), BACK));
    claimed(here, 1);
    assertThat(here.claim(10)).isEmpty();

    limit(OURS, Optional.of(FLOW), 3);
    claimed(here, 2);
    assertThat(here.claim(10)).isEmpty();

    store().maintenance().unlimit(OURS, Optional.of(FLOW), ConcurrencyLimit.LimitKind.ACTIVE);
    claimed(here, 7);
  }

  @Test
  void shouldStartTheMostUrgentFirst() throws Exception {
    limit(OURS, Optional.of(FLOW), 1);
    NodeSession here = join("here");
    ExecutionMetadata holder = drafts.info();
    done(here, insert(holder, BACK));
    claimed(here, 1);
    ExecutionMetadata normal = drafts.info(Priority.NORMAL);
    ExecutionMetadata urgent = drafts.info(Priority.CRITICAL);
    done(here, insert(normal, BACK));
    done(here, insert(urgent, BACK));
    assertThat(here.claim(10)).isEmpty();

    done(here, next(holder, 2, succeeds(holder)));

    assertThat(keys(claimed(here, 1))).containsExactly(urgent.key());
  }

  @Test
  void shouldDescribeTheAllowedLimits() {
    assertThatThrownBy(() -> limit(OURS, Optional.of(FLOW), -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a limit is a number from 0 to 100000, not -1; to have none, lift it");
    assertThatThrownBy(() -> limit(OURS, Optional.of(FLOW), 100_001))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private NodeSession limitedToOne() throws Exception {
    limit(OURS, Optional.of(FLOW), 1);
    NodeSession here = join("here");
    done(here, inserts(drafts.infos(3), BACK));
    return here;
  }

  private void limit(TenantId tenant, Optional<String> flow, int atMost) {
    store().maintenance().limit(tenant, flow, ConcurrencyLimit.active(atMost));
  }
}
