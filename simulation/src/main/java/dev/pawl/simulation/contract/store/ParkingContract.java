package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.UNTIL_A_MESSAGE;
import static dev.pawl.simulation.contract.store.TestCommits.dispositionOnly;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.message;
import static dev.pawl.simulation.contract.store.TestCommits.messages;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.sleeps;
import static dev.pawl.simulation.contract.store.TestCommits.with;
import static dev.pawl.simulation.contract.store.TestCommits.withKnownMessages;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.CommitResult.MessagesPending;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.NodeSession;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An execution parks only when it has read all its messages, and wakes for a reason. */
abstract class ParkingContract extends StoreTestBase {

  @Test
  void shouldLetAParkedExecutionSleep() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    Instant far = Instant.now().plus(Duration.ofDays(30)).truncatedTo(ChronoUnit.MILLIS);
    Disposition.Park parks = sleeps(far);
    done(here, insert(info));

    done(here, next(info, 2, parks));

    Summary found = store().executions().find(info.key()).orElseThrow();
    assertThat(found.status()).isEqualTo(Status.WAITING);
    assertThat(found.standing())
        .contains(
            new Executions.WaitState(OptionalInt.empty(), Optional.of(far), parks.waitsFor()));
    assertThat(here.claim(10)).isEmpty();
    assertThat(facts(info)).hasSize(2);
  }

  @Test
  void shouldNotParkWhileAMessageIsUnread() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));
    send(info, "one", "two");

    List<CommitResult> written = write(here, next(info, 2, 1, UNTIL_A_MESSAGE));

    assertThat(written).containsExactly(MessagesPending.MESSAGES_PENDING);
    assertThat(facts(info)).containsExactly("1 fact 1", "2 fact 2");
    assertThat(store().executions().find(info.key()).orElseThrow().status())
        .isEqualTo(Status.RUNNING);
    assertThat(bodies(here.messages(10))).containsExactly("2 two");
    assertThat(here.claim(10)).isEmpty();
    done(here, next(info, 3, 2, UNTIL_A_MESSAGE));
    assertThat(store().executions().find(info.key()).orElseThrow().status())
        .isEqualTo(Status.WAITING);
  }

  @Test
  void shouldParkWithMessagesItKnowsAndLeavesUnread() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));
    send(info, "one", "two");

    assertThat(write(here, next(info, 2, 0, withKnownMessages(1, UNTIL_A_MESSAGE))))
        .containsExactly(MessagesPending.MESSAGES_PENDING);
    done(here, next(info, 3, 0, withKnownMessages(2, UNTIL_A_MESSAGE)));

    assertThat(store().executions().find(info.key()).orElseThrow().status())
        .isEqualTo(Status.WAITING);
    assertThat(here.claim(10)).isEmpty();
    send(info, "three");
    ClaimedExecution claimed = claimedOne(there);
    assertThat(claimed.read()).isZero();
    assertThat(bodies(claimed.messages())).containsExactly("1 one", "2 two", "3 three");
    done(there, next(info, 4, 3, UNTIL_A_MESSAGE));
  }

  @Test
  void shouldParkOthersInTheBatchOfOneThatDoesNotPark() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> infos = drafts.infos(5);
    done(here, TestCommits.inserts(infos, ON));
    send(infos.get(2), "wait");

    List<CommitResult> written =
        write(
            here,
            infos.stream().map(info -> next(info, 2, UNTIL_A_MESSAGE)).toArray(Commit[]::new));

    for (int i = 0; i < infos.size(); i++) {
      assertThat(written.get(i))
          .isEqualTo(i == 2 ? MessagesPending.MESSAGES_PENDING : Committed.COMMITTED);
    }
  }

  @Test
  void shouldWakeByAMessage() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));
    done(here, next(info, 2, UNTIL_A_MESSAGE));

    send(info, "hello", "again");

    ClaimedExecution claimed = claimedOne(there);
    assertThat(claimed.info()).isEqualTo(info);
    assertThat(texts(claimed.facts())).containsExactly("1 fact 1", "2 fact 2");
    assertThat(bodies(claimed.messages())).containsExactly("1 hello", "2 again");
    assertThat(claimed.read()).isZero();
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldRememberEarlierMessages() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));
    send(info, "one", "two");
    done(here, next(info, 2, 2, UNTIL_A_MESSAGE));

    send(info, "three");

    ClaimedExecution claimed = claimedOne(here);
    assertThat(claimed.read()).isEqualTo(2);
    assertThat(bodies(claimed.messages())).containsExactly("3 three");
    done(here, next(info, 3, 3, UNTIL_A_MESSAGE));
  }

  @Test
  void shouldWakeWhenItIsTime() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata late = drafts.info();
    ExecutionMetadata soon = drafts.info();
    ExecutionMetadata far = drafts.info();
    Instant now = here.renew();
    Instant time = now.plusMillis(300);
    done(here, insert(late), insert(soon), insert(far));

    done(
        here,
        next(late, 2, sleeps(now.minusSeconds(3600))),
        next(soon, 2, sleeps(time)),
        next(far, 2, sleeps(now.plusSeconds(3600))));

    assertThat(keys(claimed(here, 2))).containsExactly(late.key(), soon.key());
    assertThat(here.renew()).isAfterOrEqualTo(time);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldInsertParkedExecutions() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();

    done(here, insert(info, UNTIL_A_MESSAGE));

    assertThat(here.claim(10)).isEmpty();
    send(info, "good morning");
    assertThat(bodies(claimedOne(here).messages())).containsExactly("1 good morning");
  }

  @Test
  void shouldRememberAwaitedCalls() throws Exception {
    NodeSession here = join("here");
    NodeSession there = join("there");
    ExecutionMetadata info = drafts.info();
    Awaited first = TestCommits.call(info, 1);
    Awaited second =
        new Awaited(TestCommits.OTHER_STEP, 3, true, Optional.empty(), Optional.empty());
    done(here, insert(info));
    done(here, next(info, 2, TestCommits.awaits(first, second)));
    send(info, "answer");

    assertThat(claimedOne(here).awaited()).containsExactly(first, second);

    here.close();
    assertThat(claimedOne(there).awaited()).containsExactly(first, second);
    done(there, next(info, 3, 1, TestCommits.awaits(second)));
    send(info, "late answer");
    assertThat(claimedOne(there).awaited()).containsExactly(second);
  }

  @Test
  void shouldRememberAwaitedCallsOfAReleasedExecution() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    Awaited call = TestCommits.call(info, 1);
    done(here, insert(info));
    done(here, next(info, 2, TestCommits.awaits(call)));
    send(info, "something else");
    claimedOne(here);

    done(here, next(info, 3, 1, TestCommits.BACK));

    assertThat(claimedOne(here).awaited()).containsExactly(call);
  }

  @Test
  void shouldReportWhatAnExecutionWaitsFor() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    ExecutionMetadata born = drafts.info();
    Disposition.Park parks =
        TestCommits.parks(
            Optional.empty(), "child", "event:a,b", "event:\\", "event:Ä \"x\"", "person");
    done(here, insert(info), insert(born, parks));

    done(here, next(info, 2, parks));

    for (ExecutionMetadata one : List.of(info, born)) {
      assertThat(store().executions().find(one.key()).orElseThrow().standing())
          .contains(
              new Executions.WaitState(OptionalInt.empty(), Optional.empty(), parks.waitsFor()));
    }
  }

  @Test
  void shouldReportPausesAndIncidents() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata paused = drafts.info();
    ExecutionMetadata broken = drafts.info();
    done(here, insert(paused), insert(broken));

    Disposition.Park trouble = TestCommits.paused(Optional.of("no such version"));
    done(here, next(paused, 2, TestCommits.paused(Optional.empty())), next(broken, 2, trouble));

    Summary found = store().executions().find(broken.key()).orElseThrow();
    assertThat(found.status()).isEqualTo(Status.PAUSED);
    assertThat(found.standing().orElseThrow().waitsFor()).isEqualTo(trouble.waitsFor());
    assertThat(store().executions().find(paused.key()).orElseThrow().status())
        .isEqualTo(Status.PAUSED);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldNotReportAnEndedPause() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));
    done(here, next(info, 2, TestCommits.paused(Optional.of("trouble"))));
    send(info, "resume");

    claimedOne(here);
    Status resumed = store().executions().find(info.key()).orElseThrow().status();
    done(here, next(info, 3, 1, TestCommits.BACK));

    assertThat(resumed).isEqualTo(Status.RUNNING);
    Summary found = store().executions().find(info.key()).orElseThrow();
    assertThat(found.status()).isEqualTo(Status.WAITING);
    assertThat(found.standing().orElseThrow().waitsFor().incident()).isEmpty();
  }

  @Test
  void shouldLoseNoMessageThatIsWrittenInTheSameBatch() throws Exception {
    NodeSession here = join("here");
    for (boolean senderFirst : new boolean[] {true, false}) {
      ExecutionMetadata sleeper = drafts.info();
      ExecutionMetadata sender = drafts.info();
      done(here, insert(sleeper), insert(sender));
      Commit parks = next(sleeper, 2, UNTIL_A_MESSAGE);
      Commit sends = with(next(sender, 2, ON), messages(message(sleeper, "wake up")));

      List<CommitResult> written =
          senderFirst ? write(here, sends, parks) : write(here, parks, sends);

      CommitResult parked = written.get(senderFirst ? 1 : 0);
      List<InboxMessage> messages =
          parked.equals(MessagesPending.MESSAGES_PENDING)
              ? here.messages(10)
              : claimedOne(here).messages();
      assertThat(bodies(messages)).containsExactly("1 wake up");
      done(here, dispositionOnly(sleeper, 1, UNTIL_A_MESSAGE));
    }
  }

  @Test
  void shouldLoseNoMessageToItself() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    List<CommitResult> written =
        write(here, with(next(info, 2, UNTIL_A_MESSAGE), messages(message(info, "remember"))));

    List<InboxMessage> messages =
        written.getFirst().equals(MessagesPending.MESSAGES_PENDING)
            ? here.messages(10)
            : claimedOne(here).messages();
    assertThat(bodies(messages)).containsExactly("1 remember");
  }

  @Test
  void shouldLoseNoMessageInAnyInterleaving() throws Exception {
    int count = 150;
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    done(here, insert(info));

    List<List<String>> results =
        together(
            () -> {
              for (int i = 1; i <= count; i++) {
                send(info, "message");
              }
              return List.of();
            },
            () -> readAndParkUntil(here, info, count));

    assertThat(results.get(1))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, count).mapToObj(number -> number + " message").toList());
  }

  private static List<String> readAndParkUntil(
      NodeSession member, ExecutionMetadata info, int count) throws InterruptedException {
    List<String> bodies = new ArrayList<>();
    int read = 0;
    long seq = 1;
    while (read < count) {
      CommitResult written = write(member, next(info, ++seq, read, UNTIL_A_MESSAGE)).getFirst();
      List<InboxMessage> messages =
          written.equals(MessagesPending.MESSAGES_PENDING)
              ? member.messages(7)
              : claimedOne(member).messages();
      for (InboxMessage message : messages) {
        if (message.number() > read) {
          bodies.addAll(bodies(List.of(message)));
          read = message.number();
        }
      }
    }
    return bodies;
  }
}
