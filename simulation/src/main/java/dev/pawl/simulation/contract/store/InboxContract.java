package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.THEIRS;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.NodeSession;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** External messages are accepted once, numbered, and read in order. */
abstract class InboxContract extends StoreTestBase {

  @Test
  void shouldReturnMessagesInOrderUntilTheyAreRead() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    send(info, "a", "b", "c", "d", "e");

    assertThat(bodies(here.messages(2))).containsExactly("1 a", "2 b");
    assertThat(bodies(here.messages(100))).containsExactly("1 a", "2 b", "3 c", "4 d", "5 e");
    done(here, next(info, 2, 3, ON));
    assertThat(bodies(here.messages(100))).containsExactly("4 d", "5 e");
    done(here, next(info, 3, 5, ON));
    assertThat(here.messages(100)).isEmpty();
  }

  @Test
  void shouldDeliverMessagesToTheOwningNode() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata ours = drafts.info();
    ExecutionMetadata theirs = drafts.info();
    done(here, insert(ours));
    done(there, insert(theirs));

    send(ours, "to us");
    send(theirs, "to them");

    assertThat(here.messages(10)).extracting(InboxMessage::to).containsExactly(ours.key());
    assertThat(there.messages(10)).extracting(InboxMessage::to).containsExactly(theirs.key());
  }

  @Test
  void shouldReportThatAReceiverIsAwake() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info, TestCommits.UNTIL_A_MESSAGE));
    assertThat(wakeAt(info)).isEmpty();

    send(info, "news");

    assertThat(wakeAt(info)).isPresent();
  }

  private Optional<Instant> wakeAt(ExecutionMetadata info) {
    return store().executions().find(info.key()).orElseThrow().standing().orElseThrow().wakeAt();
  }

  @Test
  void shouldNumberMessagesOfManySendersWithoutGaps() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    Callable<Boolean> sender =
        () -> {
          IntStream.range(0, 25).forEach(number -> send(info, "message"));
          return true;
        };
    together(sender, sender, sender, sender);

    assertThat(here.messages(1000))
        .extracting(InboxMessage::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 100).boxed().toList());
  }

  @Test
  void shouldReportUndeliverableMessages() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata ended = drafts.info();
    ExecutionMetadata express = drafts.info();
    done(here, insert(ended), insert(express, succeeds(express)));
    done(here, next(ended, 2, succeeds(ended)));

    assertThat(send(ended.key(), Optional.empty())).isEqualTo(Inbox.MessageAcceptance.ENDED);
    assertThat(send(express.key(), Optional.of("key"))).isEqualTo(Inbox.MessageAcceptance.ENDED);
    assertThat(send(drafts.info().key(), Optional.empty()))
        .isEqualTo(Inbox.MessageAcceptance.UNKNOWN);
    assertThat(send(new ExecutionKey(THEIRS, ended.id()), Optional.empty()))
        .isEqualTo(Inbox.MessageAcceptance.UNKNOWN);
    assertThat(here.messages(10)).isEmpty();
  }

  @Test
  void shouldAcceptAMessageOncePerKeyAndExecution() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    ExecutionMetadata other = drafts.info();
    done(here, insert(info), insert(other));

    assertThat(send(info.key(), Optional.of("k"))).isEqualTo(Inbox.MessageAcceptance.ACCEPTED);
    assertThat(send(info.key(), Optional.of("k"))).isEqualTo(Inbox.MessageAcceptance.REPEATED);
    assertThat(send(other.key(), Optional.of("k"))).isEqualTo(Inbox.MessageAcceptance.ACCEPTED);
    assertThat(send(info.key(), Optional.of("l"))).isEqualTo(Inbox.MessageAcceptance.ACCEPTED);

    assertThat(here.messages(10)).hasSize(3);
  }

  @Test
  void shouldCompareTheBodiesOfMessagesWithOneKey() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    assertThat(sendOne(info, "yes")).isEqualTo(Inbox.MessageAcceptance.ACCEPTED);
    assertThat(sendOne(info, "no")).isEqualTo(Inbox.MessageAcceptance.CONFLICTING);
    assertThat(sendOne(info, "yes")).isEqualTo(Inbox.MessageAcceptance.REPEATED);
    assertThat(send(info.key(), Optional.of("k"))).isEqualTo(Inbox.MessageAcceptance.REPEATED);
    done(here, next(info, 2, 1, succeeds(info)));

    assertThat(sendOne(info, "no")).isEqualTo(Inbox.MessageAcceptance.CONFLICTING);
    assertThat(sendOne(info, "yes")).isEqualTo(Inbox.MessageAcceptance.REPEATED);
  }

  private Inbox.MessageAcceptance sendOne(ExecutionMetadata info, String digest) {
    return store()
        .inbox()
        .send(
            new Inbox.OutgoingMessage(
                info.key(), bytes(digest), Optional.of("k"), Optional.of(digest), false));
  }

  @Test
  void shouldRecogniseAMessageThatWasReadBefore() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));
    send(info.key(), Optional.of("k"));
    done(here, next(info, 2, 1, ON));

    assertThat(send(info.key(), Optional.of("k"))).isEqualTo(Inbox.MessageAcceptance.REPEATED);
    done(here, next(info, 3, 1, succeeds(info)));

    assertThat(send(info.key(), Optional.of("k"))).isEqualTo(Inbox.MessageAcceptance.REPEATED);
    assertThat(send(info.key(), Optional.of("l"))).isEqualTo(Inbox.MessageAcceptance.ENDED);
  }

  @Test
  void shouldAcceptOneOfTwoConcurrentMessages() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    for (int round = 0; round < 20; round++) {
      Optional<String> key = Optional.of("round " + round);
      assertThat(together(() -> send(info.key(), key), () -> send(info.key(), key)))
          .containsExactlyInAnyOrder(
              Inbox.MessageAcceptance.ACCEPTED, Inbox.MessageAcceptance.REPEATED);
    }

    assertThat(here.messages(100))
        .extracting(InboxMessage::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 20).boxed().toList());
  }

  @Test
  void shouldAcceptOrRefuseWhileTheExecutionEnds() throws Exception {
    NodeSession here = join("here");

    for (int round = 0; round < 20; round++) {
      ExecutionMetadata info = drafts.info();
      done(here, insert(info));

      List<Object> results =
          together(
              () -> send(info.key(), Optional.empty()),
              () -> write(here, next(info, 2, succeeds(info))));

      assertThat(results.getFirst())
          .isIn(Inbox.MessageAcceptance.ACCEPTED, Inbox.MessageAcceptance.ENDED);
      assertThat(send(info.key(), Optional.empty())).isEqualTo(Inbox.MessageAcceptance.ENDED);
      assertThat(here.messages(10)).isEmpty();
    }
  }

  private Inbox.MessageAcceptance send(ExecutionKey to, Optional<String> key) {
    return store().inbox().send(to, bytes("message"), key);
  }
}
