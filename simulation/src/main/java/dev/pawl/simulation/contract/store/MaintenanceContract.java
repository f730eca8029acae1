package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.OURS;
import static dev.pawl.simulation.contract.store.TestCommits.STEP;
import static dev.pawl.simulation.contract.store.TestCommits.childStart;
import static dev.pawl.simulation.contract.store.TestCommits.children;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.parks;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static dev.pawl.simulation.contract.store.TestCommits.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.NodeSession;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Maintenance removes expired data and reports repairs. */
abstract class MaintenanceContract extends StoreTestBase {

  @Test
  void shouldPreparePartitionsAtAnyTimeOnAnyNode() throws Exception {
    together(
        () -> {
          store().maintenance().preparePartitions();
          return true;
        },
        () -> {
          store().maintenance().preparePartitions();
          return true;
        });
    store().maintenance().preparePartitions();

    done(join("here"), insert(drafts.info()));
  }

  @Test
  void shouldForgetOldKeys() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata old = agedDays(50);
    ExecutionMetadata living = agedDays(70);
    ExecutionMetadata young = drafts.info();
    done(here, insert(old), insert(living), insert(young));
    done(here, next(old, 2, succeeds(old)), next(young, 2, succeeds(young)));

    store().maintenance().deleteFinished(Duration.ofDays(30));

    assertThat(store().executions().find(old.key())).isEmpty();
    assertThat(facts(old)).isEmpty();
    assertThat(facts(young)).hasSize(2);
    assertThat(store().executions().find(young.key())).isPresent();
    assertThat(facts(living)).hasSize(1);
    done(here, next(living, 2, succeeds(living)));
    store().maintenance().deleteFinished(Duration.ofDays(30));
    assertThat(store().executions().find(living.key())).isEmpty();
  }

  private ExecutionMetadata agedDays(int days) {
    ExecutionMetadata info = drafts.info();
    Instant began = TestCommits.began(info).minus(Duration.ofDays(days));
    return new ExecutionMetadata(
        new ExecutionKey(OURS, drafts.id(began)),
        info.version(),
        info.machine(),
        info.parent(),
        info.depth(),
        info.tags());
  }

  @Test
  void shouldFindNoViolationInAConsistentStore() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata parent = drafts.info();
    ExecutionMetadata child = drafts.childOf(parent, STEP, 0);
    ExecutionMetadata paused = drafts.info();
    ExecutionMetadata waking = drafts.info();
    done(here, insert(parent), insert(paused), insert(waking), insert(drafts.info()));
    send(waking, "hello");

    done(
        here,
        with(next(parent, 2, parks(Optional.empty(), "child")), children(childStart(child, false))),
        next(paused, 2, TestCommits.paused(Optional.empty())),
        next(waking, 2, 1, parks(Optional.of(Instant.now().plusSeconds(3600)), "timer")),
        insert(drafts.info(), TestCommits.UNTIL_A_MESSAGE));
    send(waking, "again");

    assertThat(store().maintenance().audit().values()).allMatch(count -> count == 0);
  }

  @Test
  void shouldWakeAnExecutionParkedWithoutReason() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));
    done(here, next(info, 2, parks(Optional.empty())));

    assertThat(found()).isEqualTo(1);

    assertThat(claimedOne(here).info()).isEqualTo(info);
    assertThat(found()).isZero();
  }

  @Test
  void shouldWakeAParentWhoseChildrenHaveEnded() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata parent = drafts.info();
    ExecutionMetadata child = drafts.childOf(parent, STEP, 0);
    done(here, insert(parent));
    done(
        here,
        with(next(parent, 2, parks(Optional.empty(), "child")), children(childStart(child, true))));
    assertThat(found()).isZero();

    done(here, next(child, 2, succeeds(child)));

    assertThat(found()).isEqualTo(1);
    assertThat(claimedOne(here).info()).isEqualTo(parent);
    done(here, next(parent, 3, ON));
    assertThat(found()).isZero();
  }

  private int found() {
    return store().maintenance().audit().values().stream().mapToInt(Integer::intValue).sum();
  }
}
