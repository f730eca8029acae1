package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.BACK;
import static dev.pawl.simulation.contract.store.TestCommits.FLOW;
import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.OURS;
import static dev.pawl.simulation.contract.store.TestCommits.THEIRS;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.inserts;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.ClaimedExecution.Snapshot;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExecutionMetadata.Parent;
import dev.pawl.engine.store.ExecutionMetadata.Reply;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.VersionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A runnable execution is claimed by one node, in order of urgency, with all its data. */
abstract class ClaimContract extends StoreTestBase {

  private static final Instant SNAPSHOT_TIME = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void shouldGiveEachExecutionToOneNode() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    List<ExecutionMetadata> infos = drafts.infos(200);
    done(here, inserts(infos, BACK));

    List<List<ExecutionKey>> taken =
        together(() -> claimUntilNothingIsLeft(here), () -> claimUntilNothingIsLeft(there));

    assertThat(taken.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(infos.stream().map(ExecutionMetadata::key).toList());
  }

  private static List<ExecutionKey> claimUntilNothingIsLeft(NodeSession member) {
    List<ExecutionKey> taken = new ArrayList<>();
    List<ClaimedExecution> claimed = member.claim(7);
    while (!claimed.isEmpty()) {
      assertThat(claimed).hasSizeLessThanOrEqualTo(7);
      taken.addAll(keys(claimed));
      claimed = member.claim(7);
    }
    return taken;
  }

  @Test
  void shouldTakeTheMostUrgentFirst() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata low = drafts.info(Priority.LOW);
    ExecutionMetadata normal = drafts.info(Priority.NORMAL);
    ExecutionMetadata critical = drafts.info(Priority.CRITICAL);
    ExecutionMetadata high = drafts.info(Priority.HIGH);
    done(here, insert(low, BACK), insert(normal, BACK), insert(critical, BACK), insert(high, BACK));

    List<ExecutionKey> taken = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      taken.addAll(keys(here.claim(1)));
    }

    assertThat(taken).containsExactly(critical.key(), high.key(), normal.key(), low.key());
  }

  @Test
  void shouldTakeTheOldestOfEqualsFirst() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> infos = drafts.infos(20);
    done(here, inserts(infos.subList(0, 10), BACK));
    done(here, inserts(infos.subList(10, 20), BACK));

    List<ExecutionKey> taken = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      taken.addAll(keys(here.claim(1)));
    }

    assertThat(taken)
        .containsExactlyElementsOf(infos.stream().map(ExecutionMetadata::key).toList());
  }

  @Test
  void shouldNotLetOneTenantFillTheQueue() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> many = drafts.infos(2_000);
    List<ExecutionMetadata> few =
        Stream.generate(() -> drafts.info(THEIRS, FLOW)).limit(4).toList();

    done(here, inserts(Stream.concat(many.stream(), few.stream()).toList(), BACK));

    assertThat(keys(here.claim(1_000)))
        .containsAll(few.stream().map(ExecutionMetadata::key).toList());
  }

  @Test
  void shouldOfferWorkReturnedByANode() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));
    assertThat(there.claim(10)).isEmpty();

    done(here, next(info, 2, BACK));

    assertThat(store().executions().find(info.key()).orElseThrow().status())
        .isEqualTo(Status.WAITING);
    assertThat(keys(there.claim(10))).containsExactly(info.key());
    done(there, next(info, 3, succeeds(info)));
  }

  @Test
  void shouldReturnTheCompleteExecutionInfo() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata full =
        new ExecutionMetadata(
            new ExecutionKey(THEIRS, drafts.id()),
            new VersionKey(THEIRS, "ein Fluß \"mit\" Namen", 12),
            Optional.of("Items"),
            Optional.of(new Parent(drafts.id(), TestCommits.STEP, 31, Reply.DESCRIPTION_WITH_JSON)),
            3,
            new ExecutionMetadata.StartAttributes(
                Priority.HIGH,
                Optional.of("order 4711"),
                Map.of("city", "Köln", "a,b", "{\"x\"}", "empty", ""),
                Optional.of("key"),
                Optional.of(drafts.id())));

    done(here, insert(full, BACK));

    assertThat(store().executions().find(full.key()).orElseThrow().info()).isEqualTo(full);
    assertThat(claimedOne(here).info()).isEqualTo(full);
    done(here, next(full, 2, succeeds(full)));
    assertThat(store().executions().find(full.key()).orElseThrow().info()).isEqualTo(full);
  }

  @Test
  void shouldReturnTheSnapshotAndTheFactsAfterIt() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    ExecutionMetadata plain = drafts.info();
    done(here, insert(info), insert(plain));
    for (int seq = 2; seq <= 6; seq++) {
      done(here, next(info, seq, ON), next(plain, seq, ON));
    }
    here.saveSnapshot(info.key(), new Snapshot(2, SNAPSHOT_TIME, 1, bytes("after 2")));
    here.saveSnapshot(info.key(), new Snapshot(4, SNAPSHOT_TIME, 9, bytes("after 4")));
    here.saveSnapshot(info.key(), new Snapshot(3, SNAPSHOT_TIME, 1, bytes("after 3, too late")));

    done(here, next(info, 7, BACK), next(plain, 7, BACK));

    List<ClaimedExecution> claimed = claimed(here, 2);
    ClaimedExecution kept = one(claimed, info);
    assertThat(kept.snapshot())
        .hasValueSatisfying(
            snapshot -> {
              assertThat(snapshot.seq()).isEqualTo(4);
              assertThat(snapshot.at()).isEqualTo(SNAPSHOT_TIME);
              assertThat(snapshot.format()).isEqualTo(9);
              assertThat(text(snapshot.bytes())).isEqualTo("after 4");
            });
    assertThat(texts(kept.facts())).containsExactly("5 fact 5", "6 fact 6", "7 fact 7");
    assertThat(one(claimed, plain).snapshot()).isEmpty();
    assertThat(one(claimed, plain).facts()).hasSize(7);
    assertThat(facts(info)).hasSize(7);
  }

  private static ClaimedExecution one(List<ClaimedExecution> claimed, ExecutionMetadata info) {
    return claimed.stream().filter(one -> one.info().equals(info)).findFirst().orElseThrow();
  }

  @Test
  void shouldIgnoreASnapshotOfAnEndedExecution() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));
    here.saveSnapshot(info.key(), new Snapshot(1, SNAPSHOT_TIME, 1, bytes("in time")));
    done(here, next(info, 2, succeeds(info)));

    here.saveSnapshot(info.key(), new Snapshot(2, SNAPSHOT_TIME, 1, bytes("too late")));
    here.saveSnapshot(drafts.info().key(), new Snapshot(2, SNAPSHOT_TIME, 1, bytes("of nobody")));

    assertThat(store().executions().find(info.key()).orElseThrow().status())
        .isEqualTo(Status.SUCCEEDED);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldReportRunnableExecutions() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata ready = drafts.info(OURS, "other");
    ExecutionMetadata running = drafts.info();
    done(there, insert(running));

    List<Boolean> results =
        together(
            () -> {
              while (there.claim(1).isEmpty()) {
                there.awaitWork(Duration.ofSeconds(50));
              }
              while (there.messages(1).isEmpty()) {
                there.awaitWork(Duration.ofSeconds(50));
              }
              return true;
            },
            () -> {
              done(here, insert(ready, BACK));
              send(running, "hello");
              return true;
            });

    assertThat(results).containsExactly(true, true);
  }
}
