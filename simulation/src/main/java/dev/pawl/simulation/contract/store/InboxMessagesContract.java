package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.OTHER_STEP;
import static dev.pawl.simulation.contract.store.TestCommits.STEP;
import static dev.pawl.simulation.contract.store.TestCommits.UNTIL_A_MESSAGE;
import static dev.pawl.simulation.contract.store.TestCommits.abandons;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.message;
import static dev.pawl.simulation.contract.store.TestCommits.messages;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static dev.pawl.simulation.contract.store.TestCommits.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.NodeSession;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages between executions become durable with the commit that sends them. */
abstract class InboxMessagesContract extends StoreTestBase {

  @Test
  void shouldDeliverMessagesOfACommit() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata sender = drafts.info();
    ExecutionMetadata running = drafts.info();
    ExecutionMetadata sleeping = drafts.info();
    done(here, insert(sender), insert(sleeping, UNTIL_A_MESSAGE));
    done(there, insert(running));

    done(
        here,
        with(
            next(sender, 2, ON),
            messages(
                message(running, "one"), message(sleeping, "wake up"), message(running, "two"))));

    assertThat(bodies(there.messages(10))).containsExactly("1 one", "2 two");
    ClaimedExecution woken = claimedOne(there);
    assertThat(woken.info()).isEqualTo(sleeping);
    assertThat(bodies(woken.messages())).containsExactly("1 wake up");
  }

  @Test
  void shouldNumberMessagesOfOneBatchInItsOrder() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata receiver = drafts.info();
    List<ExecutionMetadata> senders = drafts.infos(20);
    done(here, insert(receiver));
    send(receiver, "first");
    done(here, TestCommits.inserts(senders, ON));

    Commit[] batch =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    with(
                        next(senders.get(i), 2, succeeds(senders.get(i))),
                        messages(message(receiver, "from " + i))))
            .toArray(Commit[]::new);
    done(here, batch);

    List<String> expected = new ArrayList<>(List.of("1 first"));
    IntStream.range(0, 20).forEach(i -> expected.add((i + 2) + " from " + i));
    assertThat(bodies(here.messages(100))).containsExactlyElementsOf(expected);
  }

  @Test
  void shouldDropMessagesToEndedExecutions() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata sender = drafts.info();
    ExecutionMetadata ended = drafts.info();
    done(here, insert(sender), insert(ended, succeeds(ended)));

    done(
        here,
        with(
            next(sender, 2, ON),
            messages(message(ended, "too late"), message(drafts.info(), "to nobody"))));

    assertThat(here.messages(10)).isEmpty();
    assertThat(facts(sender)).hasSize(2);
    assertThat(store().maintenance().audit().values()).allMatch(count -> count == 0);
  }

  @Test
  void shouldLetTheReceiverEndInTheSameBatch() throws Exception {
    NodeSession here = join("here");
    for (boolean senderFirst : new boolean[] {true, false}) {
      ExecutionMetadata parent = drafts.info();
      ExecutionMetadata child = drafts.childOf(parent, STEP, 0);
      done(here, insert(parent), insert(child));
      Commit ends = next(parent, 2, succeeds(parent));
      Commit sends = with(next(child, 2, succeeds(child)), messages(message(parent, "done")));

      if (senderFirst) {
        done(here, sends, ends);
      } else {
        done(here, ends, sends);
      }

      assertThat(here.messages(10)).isEmpty();
      assertThat(store().executions().find(parent.key()).orElseThrow().endedAt()).isPresent();
      assertThat(store().maintenance().audit().values()).allMatch(count -> count == 0);
    }
  }

  @Test
  void shouldReadOneMessageWhileTheNextIsWritten() throws Exception {
    NodeSession here = join("here");
    for (boolean senderFirst : new boolean[] {true, false}) {
      ExecutionMetadata reader = drafts.info();
      ExecutionMetadata sender = drafts.info();
      done(here, insert(reader), insert(sender));
      send(reader, "old");
      Commit reads = next(reader, 2, 1, ON);
      Commit sends = with(next(sender, 2, ON), messages(message(reader, "new")));

      if (senderFirst) {
        done(here, sends, reads);
      } else {
        done(here, reads, sends);
      }

      assertThat(bodies(here.messages(10))).containsExactly("2 new");
      done(here, next(reader, 3, 2, succeeds(reader)));
    }
  }

  @Test
  void shouldReleaseTheReceiverInTheSameBatch() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata receiver = drafts.info();
    ExecutionMetadata sender = drafts.info();
    done(here, insert(receiver), insert(sender));

    done(
        here,
        next(receiver, 2, TestCommits.BACK),
        with(next(sender, 2, ON), messages(message(receiver, "hello"))));

    ClaimedExecution claimed = claimedOne(here);
    assertThat(claimed.info()).isEqualTo(receiver);
    assertThat(bodies(claimed.messages())).containsExactly("1 hello");
  }

  @Test
  void shouldNotifyAbandonedChildrenOnce() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata parent = drafts.info();
    ExecutionMetadata running = drafts.childOf(parent, STEP, 0);
    ExecutionMetadata sleeping = drafts.childOf(parent, STEP, 1);
    ExecutionMetadata ended = drafts.childOf(parent, STEP, 2);
    ExecutionMetadata ofAnotherStep = drafts.childOf(parent, OTHER_STEP, 0);
    ExecutionMetadata ofAnotherParent = drafts.childOf(drafts.info(), STEP, 0);
    done(
        there,
        insert(running),
        insert(sleeping, UNTIL_A_MESSAGE),
        insert(ended, succeeds(ended)),
        insert(ofAnotherStep),
        insert(ofAnotherParent));
    done(here, insert(parent));

    done(here, with(next(parent, 2, ON), abandons(STEP, "cancel")));

    List<InboxMessage> messages = there.messages(10);
    assertThat(bodies(messages)).containsExactly("1 cancel");
    assertThat(messages.getFirst().to()).isEqualTo(running.key());
    ClaimedExecution woken = claimedOne(there);
    assertThat(woken.info()).isEqualTo(sleeping);
    assertThat(bodies(woken.messages())).containsExactly("1 cancel");
    assertThat(there.claim(10)).isEmpty();
  }

  @Test
  void shouldNotifyAbandonedChildrenThatCommitInTheSameBatch() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata parent = drafts.info();
    ExecutionMetadata ending = drafts.childOf(parent, STEP, 0);
    ExecutionMetadata parking = drafts.childOf(parent, STEP, 1);
    ExecutionMetadata running = drafts.childOf(parent, STEP, 2);
    done(here, insert(parent), insert(ending), insert(parking), insert(running));

    List<CommitResult> written =
        write(
            here,
            with(next(ending, 2, succeeds(ending)), messages(message(parent, "done"))),
            with(next(parent, 2, ON), abandons(STEP, "cancel")),
            next(parking, 2, UNTIL_A_MESSAGE),
            next(running, 2, ON));

    assertThat(written.get(0)).isEqualTo(Committed.COMMITTED);
    assertThat(written.get(1)).isEqualTo(Committed.COMMITTED);
    assertThat(written.get(3)).isEqualTo(Committed.COMMITTED);
    List<InboxMessage> messages = new ArrayList<>(here.messages(10));
    if (written.get(2).equals(Committed.COMMITTED)) {
      messages.addAll(claimedOne(here).messages());
    }
    assertThat(messages)
        .extracting(message -> message.to() + " " + text(message.body()))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrder(
            parent.key() + " done", parking.key() + " cancel", running.key() + " cancel");
  }

  @Test
  void shouldLetExecutionsWriteToEachOtherAtTheSameTime() throws Exception {
    int rounds = 40;
    NodeSession here = join("here");
    NodeSession there = join("there");
    List<ExecutionMetadata> ours = drafts.infos(10);
    List<ExecutionMetadata> theirs = drafts.infos(10);
    done(here, TestCommits.inserts(ours, ON));
    done(there, TestCommits.inserts(theirs, ON));

    together(
        () -> writeToAll(here, ours, theirs, rounds),
        () -> writeToAll(there, theirs.reversed(), ours.reversed(), rounds));

    assertThat(here.messages(1000)).hasSize(rounds * 10);
    assertThat(there.messages(1000)).hasSize(rounds * 10);
    for (ExecutionMetadata info : ours) {
      assertThat(here.messages(1000))
          .filteredOn(message -> message.to().equals(info.key()))
          .extracting(InboxMessage::number)
          .containsExactlyElementsOf(IntStream.rangeClosed(1, rounds).boxed().toList());
    }
  }

  private static boolean writeToAll(
      NodeSession member,
      List<ExecutionMetadata> senders,
      List<ExecutionMetadata> receivers,
      int rounds)
      throws InterruptedException {
    for (int round = 0; round < rounds; round++) {
      int seq = round + 2;
      Commit[] batch =
          IntStream.range(0, senders.size())
              .mapToObj(
                  i ->
                      with(
                          next(senders.get(i), seq, ON),
                          messages(message(receivers.get(i), "round"))))
              .toArray(Commit[]::new);
      done(member, batch);
    }
    return true;
  }
}
