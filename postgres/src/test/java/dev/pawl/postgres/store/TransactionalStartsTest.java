package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.Commits.ON;
import static dev.pawl.postgres.store.Commits.bytes;
import static dev.pawl.postgres.store.Commits.ended;
import static dev.pawl.postgres.store.Commits.fact;
import static dev.pawl.postgres.store.Commits.firstCommit;
import static dev.pawl.postgres.store.Commits.next;
import static dev.pawl.postgres.store.Commits.park;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever else a program writes, an execution begins with it or not at all. */
@ExtendWith(TestDatabases.Migrated.class)
@Timeout(60)
class TransactionalStartsTest {

  private PostgresStore store;
  private NodeSession here;
  private Connection own;

  @BeforeEach
  void open(Database fresh) throws SQLException {
    store = PostgresStore.open(fresh, StoreOptions.defaults().withPool(2));
    here = store.join("here");
    own = fresh.connect();
    own.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    own.close();
    store.close();
  }

  @Test
  void shouldStartWithTheCommit() throws Exception {
    ExecutionMetadata info = full();

    assertThat(TransactionalStarts.start(own, info, fact(1))).isEqualTo(Committed.COMMITTED);
    assertThat(here.claim(10)).isEmpty();
    own.commit();

    ClaimedExecution claimed = await();
    assertThat(claimed.info()).isEqualTo(info);
    assertThat(claimed.facts()).hasSize(1);
    assertThat(here.write(0, List.of(next(info, 2, ended())))).containsOnly(Committed.COMMITTED);
  }

  private static ExecutionMetadata full() {
    ExecutionId parent = new ExecutionId(UUID.randomUUID());
    ExecutionMetadata plain = Commits.info();
    return new ExecutionMetadata(
        plain.key(),
        new VersionKey(Commits.OURS, "order", 3),
        Optional.of("Items"),
        Optional.of(
            new ExecutionMetadata.Parent(
                parent, new StepId(FrameId.ROOT, 4), 7, ExecutionMetadata.Reply.OUTPUT)),
        2,
        new ExecutionMetadata.StartAttributes(
            Priority.HIGH,
            Optional.of("key"),
            Map.of("a", "b"),
            Optional.of("once"),
            Optional.of(parent),
            new ExecutionMetadata.Provenance(Optional.of("somebody"), Optional.empty())));
  }

  @Test
  void shouldLeaveNothingAfterARollback() throws Exception {
    ExecutionMetadata info = Commits.keyed("monday");
    TransactionalStarts.start(own, info, fact(1));

    own.rollback();

    assertThat(here.claim(10)).isEmpty();
    assertThat(here.write(0, List.of(firstCommit(Commits.keyed("monday")))))
        .containsOnly(Committed.COMMITTED);
  }

  @Test
  void shouldStartOncePerKey() throws Exception {
    ExecutionMetadata first = Commits.keyed("monday");
    here.write(0, List.of(firstCommit(first)));

    CommitResult written = TransactionalStarts.start(own, Commits.keyed("monday"), fact(1));
    own.commit();

    assertThat(written).isEqualTo(new CommitResult.Duplicate(first.id()));
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldBringMessagesInOrderWithTheCommit() throws Exception {
    ExecutionMetadata awake = Commits.info();
    ExecutionMetadata sleeping = Commits.info();
    here.write(0, List.of(firstCommit(awake), firstCommit(sleeping, park(0))));

    for (int i = 1; i <= 3; i++) {
      assertThat(send(awake, "message " + i, Optional.of("key " + i)))
          .isEqualTo(Inbox.MessageAcceptance.ACCEPTED);
    }
    assertThat(send(awake, "again", Optional.of("key 3")))
        .isEqualTo(Inbox.MessageAcceptance.ACCEPTED);
    assertThat(send(sleeping, "wake up", Optional.empty()))
        .isEqualTo(Inbox.MessageAcceptance.ACCEPTED);
    assertThat(here.messages(10)).isEmpty();
    own.commit();

    ClaimedExecution woken = await();
    assertThat(woken.info()).isEqualTo(sleeping);
    assertThat(texts(woken.messages())).containsExactly("wake up");
    assertThat(texts(here.messages(10))).containsExactly("message 1", "message 2", "message 3");
    assertThat(send(awake, "again", Optional.of("key 1")))
        .isEqualTo(Inbox.MessageAcceptance.REPEATED);
  }

  @Test
  void shouldDeliverMessagesToANodeAtCapacity() throws Exception {
    ExecutionMetadata info = Commits.info();
    here.write(0, List.of(firstCommit(info)));
    send(info, "go on", Optional.empty());
    own.commit();

    assertThat(here.claim(0)).isEmpty();

    assertThat(texts(here.messages(10))).containsExactly("go on");
  }

  @Test
  void shouldNotBlockOthersWhileTheTransactionIsOpen() throws Exception {
    ExecutionMetadata info = Commits.info();
    here.write(0, List.of(firstCommit(info)));

    send(info, "not yet", Optional.empty());

    assertThat(here.write(0, List.of(next(info, 2, park(0))))).containsOnly(Committed.COMMITTED);
    own.commit();
    assertThat(texts(await().messages())).containsExactly("not yet");
  }

  @Test
  void shouldReportThatTheReceiverHasEndedOrDoesNotExist() throws Exception {
    ExecutionMetadata over = Commits.info();
    here.write(0, List.of(firstCommit(over, ended())));

    assertThat(send(over, "late", Optional.empty())).isEqualTo(Inbox.MessageAcceptance.ENDED);
    assertThat(send(Commits.info(), "to nobody", Optional.empty()))
        .isEqualTo(Inbox.MessageAcceptance.UNKNOWN);
  }

  @Test
  void shouldDropAMessageIfTheReceiverEndsBeforeTheCommit() throws Exception {
    ExecutionMetadata info = Commits.info();
    here.write(0, List.of(firstCommit(info)));
    send(info, "late", Optional.empty());
    here.write(0, List.of(next(info, 2, ended())));

    own.commit();
    here.claim(10);

    assertThat(here.messages(10)).isEmpty();
    assertThat(store.maintenance().audit()).isEmpty();
  }

  private Inbox.MessageAcceptance send(ExecutionMetadata to, String text, Optional<String> key)
      throws SQLException {
    ExecutionKey receiver = to.key();
    return TransactionalStarts.send(own, receiver, bytes(text), key);
  }

  private ClaimedExecution await() throws InterruptedException {
    List<ClaimedExecution> claimed = here.claim(1);
    while (claimed.isEmpty()) {
      here.awaitWork(Duration.ofSeconds(1));
      claimed = here.claim(1);
    }
    return claimed.getFirst();
  }

  private static List<String> texts(List<InboxMessage> messages) {
    return messages.stream()
        .map(message -> new String(message.body(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void shouldSendAMessageToAnExecutionStartedInTheSameTransaction() throws Exception {
    ExecutionMetadata info = Commits.info();
    TransactionalStarts.start(own, info, fact(1));
    send(info, "welcome", Optional.empty());
    own.commit();

    ClaimedExecution claimed = await();

    assertThat(claimed.info()).isEqualTo(info);
    assertThat(texts(claimed.messages())).containsExactly("welcome");
    assertThat(here.write(0, List.of(next(info, 2, 1, ON)))).containsOnly(Committed.COMMITTED);
  }
}
