package dev.pawl.simulation.contract.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.simulation.contract.EnclosingTest;
import dev.pawl.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * An empty store, the nodes that join it, and common operations. Each test has its own store, so
 * that tests can run in parallel.
 */
@ExtendWith(EnclosingTest.class)
@Execution(ExecutionMode.CONCURRENT)
abstract class StoreTestBase {

  private static final Duration TIMEOUT = Await.DEFAULT_TIMEOUT;
  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

  private final List<NodeSession> members = new ArrayList<>();
  private StoreContract contract;
  private Store store;
  final TestCommits drafts = new TestCommits();

  @BeforeEach
  final void openStore(StoreContract contract) throws Exception {
    this.contract = contract;
    store = contract.open();
  }

  @AfterEach
  final void closeStore() {
    members.forEach(NodeSession::close);
    store.close();
  }

  final Store store() {
    return store;
  }

  final NodeSession join(String name) {
    NodeSession member = store.join(name);
    members.add(member);
    return member;
  }

  final void expire(NodeSession member) throws Exception {
    contract.expire(store, member);
  }

  /** Waits until the store signals the subscription. */
  final void awaitWork(Offers.OfferSubscription subscription) throws InterruptedException {
    if (contract.supportsNotifications()) {
      subscription.await(Duration.ofDays(1));
    }
  }

  static List<CommitResult> write(NodeSession member, Commit... batch) throws InterruptedException {
    return member.write(0, List.of(batch));
  }

  /** Writes commits that must succeed. */
  static void done(NodeSession member, Commit... batch) throws InterruptedException {
    assertThat(write(member, batch)).hasSize(batch.length).containsOnly(Committed.COMMITTED);
  }

  final void send(ExecutionMetadata to, String... bodies) {
    for (String body : bodies) {
      assertThat(store.inbox().send(to.key(), bytes(body), Optional.empty()))
          .isEqualTo(MessageAcceptance.ACCEPTED);
    }
  }

  /**
   * Claims repeatedly until {@code count} executions are claimed, for stores that see work with a
   * delay.
   */
  static List<ClaimedExecution> claimed(NodeSession member, int count) throws InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    List<ClaimedExecution> claimed = new ArrayList<>(member.claim(count));
    while (claimed.size() < count && System.nanoTime() < deadline) {
      member.awaitWork(POLL_INTERVAL);
      claimed.addAll(member.claim(count - claimed.size()));
    }
    assertThat(claimed).hasSize(count);
    return claimed;
  }

  static ClaimedExecution claimedOne(NodeSession member) throws InterruptedException {
    return claimed(member, 1).getFirst();
  }

  final List<String> facts(ExecutionMetadata info) {
    return texts(store.executions().facts(info.key()));
  }

  static List<String> texts(List<JournalEntry> entries) {
    return entries.stream().map(entry -> entry.seq() + " " + text(entry.fact())).toList();
  }

  static List<String> bodies(List<InboxMessage> messages) {
    return messages.stream().map(message -> message.number() + " " + text(message.body())).toList();
  }

  static List<ExecutionKey> keys(List<ClaimedExecution> claimed) {
    return claimed.stream().map(one -> one.info().key()).toList();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Runs tasks concurrently and returns their results in order. */
  @SafeVarargs
  static <T> List<T> together(Callable<T>... things) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(things.length);
    try {
      List<Future<T>> begun = new ArrayList<>();
      for (Callable<T> thing : things) {
        begun.add(threads.submit(thing));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> one : begun) {
        results.add(one.get(60, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
