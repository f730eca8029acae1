package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.BACK;
import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.inserts;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.ClaimedExecution.Snapshot;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.NodeSession;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A node can write only while its lease is valid. */
abstract class NodeSessionContract extends StoreTestBase {

  private static final Instant SNAPSHOT_TIME = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void shouldNumberEachIncarnation() {
    NodeSession first = join("here");
    int number = first.node();
    first.close();

    assertThat(List.of(join("here").node(), join("here").node()))
        .doesNotHaveDuplicates()
        .doesNotContain(number);
  }

  @Test
  void shouldReturnTheDatabaseTimeOnRenewal() {
    NodeSession here = join("here");

    Instant first = here.renew();
    Instant second = here.renew();

    assertThat(second).isAfterOrEqualTo(first);
    assertThat(here.lease()).isPositive();
    assertThat(here.writers()).isPositive();
  }

  @Test
  void shouldCountTheMembers() throws Exception {
    NodeSession here = join("here");
    here.renew();
    assertThat(here.members()).isEqualTo(1);
    NodeSession there = join("there");
    NodeSession elsewhere = join("elsewhere");

    here.renew();
    assertThat(here.members()).isEqualTo(3);

    there.close();
    expire(elsewhere);
    here.releaseDead();
    here.renew();
    assertThat(here.members()).isEqualTo(1);
  }

  @Test
  void shouldReportAnExpiredLeaseToItsNode() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    expire(here);

    assertExpelled(here::renew);
    assertExpelled(here::renew);
    assertExpelled(() -> write(here, next(info, 2, ON)));
    assertThat(facts(info)).hasSize(1);
  }

  @Test
  void shouldRefuseWritesOfAnExpiredNode() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata info = drafts.info();
    ExecutionMetadata young = drafts.info();
    done(here, insert(info));
    expire(here);
    there.releaseDead();

    assertExpelled(() -> write(here, next(info, 2, ON), insert(young)));

    assertThat(facts(info)).hasSize(1);
    assertThat(store().executions().find(young.key())).isEmpty();
    assertExpelled(() -> here.claim(1));
    assertExpelled(() -> here.messages(1));
    assertExpelled(
        () -> here.saveSnapshot(info.key(), new Snapshot(1, SNAPSHOT_TIME, 1, bytes("late"))));
    assertExpelled(() -> here.children(info.key()));
    assertExpelled(here::renew);
    assertExpelled(here::releaseDead);
    assertThat(claimedOne(there).snapshot()).isEmpty();
  }

  @Test
  void shouldRefuseClaimsOfAnExpiredNode() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    expire(here);
    there.releaseDead();
    ExecutionMetadata info = drafts.info();
    done(there, insert(info, BACK));

    assertExpelled(() -> here.claim(1));

    assertThat(keys(there.claim(1))).containsExactly(info.key());
  }

  @Test
  void shouldRefuseEveryWriterOfAnExpiredNode() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    List<ExecutionMetadata> infos = drafts.infos(here.writers());
    done(here, inserts(infos, ON));
    expire(here);
    there.releaseDead();

    for (int writer = 0; writer < here.writers(); writer++) {
      int number = writer;
      assertExpelled(() -> here.write(number, List.of(next(infos.get(number), 2, ON))));
    }

    assertThat(infos).allSatisfy(info -> assertThat(facts(info)).hasSize(1));
  }

  @Test
  void shouldHandOverEverythingOfADeadNode() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata info = drafts.info();
    ExecutionMetadata mine = drafts.info();
    Awaited call = TestCommits.call(info, 1);
    done(here, insert(info));
    done(there, insert(mine));
    send(info, "read");
    done(here, next(info, 2, 1, TestCommits.awaits(call)));
    send(info, "before");
    claimedOne(here);
    send(info, "after");
    done(here, next(info, 3, 2, ON));

    expire(here);
    assertThat(there.claim(10)).isEmpty();
    int released = there.releaseDead();

    assertThat(released).isEqualTo(1);
    assertThat(there.releaseDead()).isZero();
    ClaimedExecution claimed = claimedOne(there);
    assertThat(claimed.info()).isEqualTo(info);
    assertThat(texts(claimed.facts())).containsExactly("1 fact 1", "2 fact 2", "3 fact 3");
    assertThat(claimed.read()).isEqualTo(2);
    assertThat(bodies(claimed.messages())).containsExactly("3 after");
    assertThat(claimed.awaited()).containsExactly(call);
    send(info, "later");
    assertThat(bodies(there.messages(10))).contains("4 later");
    done(there, next(info, 4, 4, ON), next(mine, 2, ON));
  }

  @Test
  void shouldHandOverThousandsOfADeadNode() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    List<ExecutionMetadata> infos = drafts.infos(2_500);
    for (int i = 0; i < infos.size(); i += 500) {
      done(here, inserts(infos.subList(i, i + 500), ON));
    }

    expire(here);

    assertThat(there.releaseDead()).isEqualTo(2_500);
    assertThat(there.claim(5_000)).hasSize(2_500);
  }

  @Test
  void shouldReleaseADeadNodeOnce() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    NodeSession elsewhere = join("elsewhere");
    done(here, inserts(drafts.infos(50), ON));
    expire(here);

    List<Integer> released = together(there::releaseDead, elsewhere::releaseDead);
    int rest = there.releaseDead();

    assertThat(released.get(0) + released.get(1) + rest).isEqualTo(50);
    assertThat(there.claim(100)).hasSize(50);
  }

  @Test
  void shouldNotReleaseLiveNodes() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    assertThat(there.releaseDead()).isZero();

    assertThat(there.claim(10)).isEmpty();
    done(here, next(info, 2, ON));
  }

  @Test
  void shouldKeepCommitsAcknowledgedToAnExpiredNode() throws Exception {
    NodeSession zombie = join("zombie");
    NodeSession there = join("there");
    ExecutionMetadata info = drafts.info();
    done(zombie, insert(info));
    CountDownLatch begun = new CountDownLatch(5);

    List<Integer> counts =
        together(
            () -> writeUntilExpelled(zombie, info, begun),
            () -> {
              begun.await();
              expire(zombie);
              there.releaseDead();
              return claimedOne(there).facts().size();
            });

    assertThat(counts.get(1)).isEqualTo(counts.get(0));
    assertThat(facts(info)).hasSize(counts.get(0));
  }

  private static int writeUntilExpelled(
      NodeSession zombie, ExecutionMetadata info, CountDownLatch begun)
      throws InterruptedException {
    int written = 1;
    while (true) {
      try {
        done(zombie, next(info, written + 1L, ON));
        written++;
        begun.countDown();
      } catch (ExpelledException expelled) {
        return written;
      }
    }
  }

  @Test
  void shouldHandOverAtOnceWhenANodeLeaves() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    List<ExecutionMetadata> infos = drafts.infos(30);
    done(here, inserts(infos, ON));
    send(infos.getFirst(), "hello");

    here.close();

    List<ClaimedExecution> claimed = there.claim(100);
    assertThat(claimed).hasSize(30);
    assertThat(claimed.stream().flatMap(one -> one.messages().stream())).hasSize(1);
    assertExpelled(() -> write(here, next(infos.getFirst(), 2, ON)));
    here.close();
    assertThat(store().executions().find(infos.getFirst().key()).orElseThrow().status())
        .isEqualTo(Status.RUNNING);
  }

  private static void assertExpelled(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(ExpelledException.class);
  }
}
