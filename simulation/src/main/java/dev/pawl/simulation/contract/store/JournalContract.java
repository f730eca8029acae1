package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.THEIRS;
import static dev.pawl.simulation.contract.store.TestCommits.childStart;
import static dev.pawl.simulation.contract.store.TestCommits.dispositionOnly;
import static dev.pawl.simulation.contract.store.TestCommits.fact;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.inserts;
import static dev.pawl.simulation.contract.store.TestCommits.message;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static dev.pawl.simulation.contract.store.TestCommits.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Outgoing;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.VersionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The facts of a commit become durable in order and atomically. */
abstract class JournalContract extends StoreTestBase {

  @Test
  void shouldKeepFactsInOrder() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();

    assertThat(store().executions().lastSeq(info.key())).isZero();
    done(here, insert(info));
    done(here, several(info, 2, 3, 4));
    assertThat(store().executions().lastSeq(info.key())).isEqualTo(4);
    done(here, several(info));
    done(here, next(info, 5, succeeds(info)));
    assertThat(store().executions().lastSeq(info.key())).isEqualTo(5);

    List<JournalEntry> entries = store().executions().facts(info.key());
    assertThat(texts(entries))
        .containsExactly("1 fact 1", "2 fact 2", "3 fact 3", "4 fact 4", "5 fact 5");
    assertThat(entries)
        .allSatisfy(entry -> assertThat(entry.at()).isEqualTo(fact(info, entry.seq()).at()));
  }

  private static Commit several(ExecutionMetadata info, int... seqs) {
    List<JournalEntry> entries = Arrays.stream(seqs).mapToObj(seq -> fact(info, seq)).toList();
    return new Commit(info, false, entries, 0, Outgoing.NOTHING, ON);
  }

  @Test
  void shouldRefuseASecondFactOfTheSameNumberAndHarmNoOther() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> infos = drafts.infos(7);
    done(here, inserts(infos, ON));

    Commit[] batch =
        infos.stream()
            .map(info -> next(info, info.equals(infos.get(3)) ? 1 : 2, ON))
            .toArray(Commit[]::new);
    List<CommitResult> written = write(here, batch);

    assertThat(written.get(3)).isInstanceOf(CommitResult.Refused.class);
    for (int i = 0; i < infos.size(); i++) {
      if (i != 3) {
        assertThat(written.get(i)).isEqualTo(Committed.COMMITTED);
        assertThat(facts(infos.get(i))).containsExactly("1 fact 1", "2 fact 2");
      }
    }
    assertThat(facts(infos.get(3))).containsExactly("1 fact 1");
    done(here, next(infos.get(3), 2, ON));
  }

  @Test
  void shouldWriteNothingOfARefusedCommit() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    ExecutionMetadata friend = drafts.info();
    ExecutionMetadata child = drafts.childOf(info, TestCommits.STEP, 0);
    done(here, insert(info), insert(friend));
    send(info, "hello");

    Outgoing outgoing =
        new Outgoing(
            List.of(childStart(child, false)), List.of(message(friend, "news")), List.of());
    List<CommitResult> written =
        write(here, with(next(info, 1, 1, succeeds(info)), outgoing), next(friend, 2, ON));

    assertThat(written.getFirst()).isInstanceOf(CommitResult.Refused.class);
    assertThat(written.getLast()).isEqualTo(Committed.COMMITTED);
    assertThat(store().executions().find(info.key()).orElseThrow().status())
        .isEqualTo(Status.RUNNING);
    assertThat(store().executions().find(child.key())).isEmpty();
    assertThat(facts(child)).isEmpty();
    assertThat(bodies(here.messages(10))).containsExactly("1 hello");
    done(here, next(info, 2, 1, succeeds(info)));
  }

  @Test
  void shouldRefuseASecondInsert() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    ExecutionMetadata other = drafts.info();
    done(here, insert(info));

    List<CommitResult> written = write(here, insert(other), insert(info));

    assertThat(written.getFirst()).isEqualTo(Committed.COMMITTED);
    assertThat(written.getLast()).isInstanceOf(CommitResult.Refused.class);
  }

  @Test
  void shouldRefuseASecondEnd() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));
    done(here, next(info, 2, succeeds(info)));

    List<CommitResult> written =
        write(here, next(info, 3, TestCommits.ends(info, Status.FAILED, Optional.empty())));

    assertThat(written.getFirst()).isInstanceOf(CommitResult.Refused.class);
    assertThat(store().executions().find(info.key()).orElseThrow().status())
        .isEqualTo(Status.SUCCEEDED);
    assertThat(facts(info)).hasSize(2);
  }

  @Test
  void shouldMoveAnEndedExecutionToFinishedExecutions() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    Optional<Failure> failure = Optional.of(Failure.of("Payment.Declined", "no money"));
    done(here, next(info, 2, TestCommits.ends(info, Status.FAILED, failure)));
    here.close();

    Summary found = store().executions().find(info.key()).orElseThrow();
    assertThat(found.info()).isEqualTo(info);
    assertThat(found.status()).isEqualTo(Status.FAILED);
    assertThat(found.startedAt()).isEqualTo(TestCommits.began(info));
    assertThat(found.endedAt()).contains(TestCommits.began(info).plusSeconds(1));
    assertThat(found.failure()).isEqualTo(failure);
    assertThat(found.standing()).isEmpty();
    assertThat(facts(info)).containsExactly("1 fact 1", "2 fact 2");
    assertThat(there.claim(10)).isEmpty();
  }

  @Test
  void shouldWriteAStartAndAnEndInOneCommit() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata info = drafts.info();
    ExecutionMetadata friend = drafts.info();
    done(here, insert(friend));

    Commit life =
        new Commit(
            info,
            true,
            List.of(fact(info, 1), fact(info, 2)),
            0,
            TestCommits.messages(message(friend, "all is well")),
            succeeds(info));
    done(here, life);

    assertThat(facts(info)).containsExactly("1 fact 1", "2 fact 2");
    assertThat(store().executions().find(info.key()).orElseThrow().status())
        .isEqualTo(Status.SUCCEEDED);
    assertThat(bodies(here.messages(10))).containsExactly("1 all is well");
    here.close();
    assertThat(keys(there.claim(10))).containsExactly(friend.key());
  }

  @Test
  void shouldWriteManyCommitsOfAllKindsInOneBatch() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> before = drafts.infos(200);
    done(here, inserts(before, ON));

    List<ExecutionMetadata> young = drafts.infos(200);
    List<Commit> batch = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      ExecutionMetadata info = before.get(i);
      batch.add(
          switch (i % 4) {
            case 0 -> next(info, 2, ON);
            case 1 -> next(info, 2, TestCommits.UNTIL_A_MESSAGE);
            case 2 -> next(info, 2, TestCommits.BACK);
            default -> next(info, 2, succeeds(info));
          });
      batch.add(insert(young.get(i)));
    }
    List<CommitResult> written = here.write(here.writers() - 1, batch);

    assertThat(written).hasSize(400).containsOnly(Committed.COMMITTED);
    assertThat(before).allSatisfy(info -> assertThat(facts(info)).hasSize(2));
    assertThat(young).allSatisfy(info -> assertThat(facts(info)).hasSize(1));
    assertThat(here.claim(1000)).hasSize(50);
  }

  @Test
  void shouldKeepAnyBytes() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    byte[] all = new byte[300_000];
    new Random(7).nextBytes(all);
    byte[] none = {};

    List<JournalEntry> entries =
        List.of(
            new JournalEntry(1, fact(info, 1).at(), all),
            new JournalEntry(2, fact(info, 2).at(), none),
            new JournalEntry(3, fact(info, 3).at(), new byte[] {0, 0, -1, '\\', '"'}));
    done(here, new Commit(info, true, entries, 0, Outgoing.NOTHING, ON));

    assertThat(store().executions().facts(info.key()))
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactlyElementsOf(entries);
  }

  @Test
  void shouldEndWithAnyFailureText() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> infos = drafts.infos(4);
    done(here, inserts(infos, ON));
    List<String> sayings =
        List.of("a\u0000b", "half \uD83D", "word ".repeat(500_000), "x".repeat(2_000_000));

    for (int i = 0; i < infos.size(); i++) {
      ExecutionMetadata info = infos.get(i);
      Optional<Failure> failure = Optional.of(Failure.of(sayings.get(i), sayings.get(i)));
      done(here, next(info, 2, TestCommits.ends(info, Status.FAILED, failure)));

      Summary found = store().executions().find(info.key()).orElseThrow();
      assertThat(found.status()).isEqualTo(Status.FAILED);
      assertThat(found.failure()).isPresent();
    }
  }

  @Test
  void shouldParkWithAnyIncidentText() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    done(here, next(info, 2, TestCommits.paused(Optional.of("a\u0000b " + "x".repeat(1_000_000)))));

    assertThat(store().executions().find(info.key()).orElseThrow().status())
        .isEqualTo(Status.PAUSED);
  }

  @Test
  void shouldRefuseOnlyTheStartWithAnInvalidKey() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata first = drafts.info();
    ExecutionMetadata strange =
        drafts.keyed(TestCommits.OURS, TestCommits.FLOW, "k\u0000".repeat(5_000));
    ExecutionMetadata last = drafts.info();

    List<CommitResult> written = write(here, insert(first), insert(strange), insert(last));

    assertThat(written.get(0)).isEqualTo(Committed.COMMITTED);
    assertThat(written.get(1)).isInstanceOfAny(Committed.class, CommitResult.Refused.class);
    assertThat(written.get(2)).isEqualTo(Committed.COMMITTED);
  }

  @Test
  void shouldKeepTenantsApart() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata ours = drafts.info();
    ExecutionMetadata theirs =
        new ExecutionMetadata(
            new ExecutionKey(THEIRS, ours.id()),
            new VersionKey(THEIRS, TestCommits.FLOW, 1),
            Optional.empty(),
            Optional.empty(),
            0,
            StartAttributes.NONE);

    done(here, insert(ours), insert(theirs));
    done(here, next(theirs, 2, succeeds(theirs)));
    done(here, next(ours, 2, ON));

    assertThat(facts(ours)).hasSize(2);
    assertThat(store().executions().find(ours.key()).orElseThrow().status())
        .isEqualTo(Status.RUNNING);
    assertThat(store().executions().find(theirs.key()).orElseThrow().status())
        .isEqualTo(Status.SUCCEEDED);
  }

  @Test
  void shouldLetAllWritersWriteAtTheSameTime() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> first = drafts.infos(30);
    List<ExecutionMetadata> second = drafts.infos(30);

    together(() -> lives(here, 0, first), () -> lives(here, here.writers() - 1, second));

    assertThat(first).allSatisfy(info -> assertThat(facts(info)).hasSize(10));
    assertThat(second).allSatisfy(info -> assertThat(facts(info)).hasSize(10));
  }

  private static boolean lives(NodeSession member, int writer, List<ExecutionMetadata> infos)
      throws Exception {
    assertThat(member.write(writer, List.of(inserts(infos, ON)))).containsOnly(Committed.COMMITTED);
    for (int seq = 2; seq <= 10; seq++) {
      long number = seq;
      List<Commit> batch = infos.stream().map(info -> next(info, number, ON)).toList();
      assertThat(member.write(writer, batch)).containsOnly(Committed.COMMITTED);
    }
    return true;
  }

  @Test
  void shouldWriteACommitWithoutFacts() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    done(here, dispositionOnly(info, 0, TestCommits.BACK));

    assertThat(keys(here.claim(1))).containsExactly(info.key());
    assertThat(here.write(0, List.of())).isEmpty();
  }

  @Test
  void shouldWriteExecutionsOfAnyAge() throws Exception {
    NodeSession here = join("here");
    for (long days : new long[] {-3000, -40, -1, 1, 40, 3000}) {
      ExecutionMetadata now = drafts.info();
      ExecutionMetadata info =
          new ExecutionMetadata(
              new ExecutionKey(
                  TestCommits.OURS, drafts.id(TestCommits.began(now).plus(Duration.ofDays(days)))),
              now.version(),
              now.machine(),
              now.parent(),
              now.depth(),
              now.tags());

      done(here, insert(info), insert(now));
      done(here, next(info, 2, succeeds(info)));

      assertThat(facts(info)).as(days + " days from now").hasSize(2);
      assertThat(store().executions().find(info.key())).isPresent();
    }
  }
}
