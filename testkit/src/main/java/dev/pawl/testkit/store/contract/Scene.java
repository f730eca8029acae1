package dev.pawl.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Written;
import dev.pawl.testkit.Await;
import dev.pawl.testkit.EnclosingTest;
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

/** An empty store, the nodes that join it, and what tests ask of them again and again. */
@ExtendWith(EnclosingTest.class)
abstract class Scene {

  private static final Duration PATIENCE = Await.DEADLINE;
  private static final Duration NAP = Duration.ofMillis(20);

  private final List<Membership> members = new ArrayList<>();
  private StoreContract contract;
  private Store store;
  final Drafts drafts = new Drafts();

  @BeforeEach
  final void openStore(StoreContract contract) throws Exception {
    this.contract = contract;
    store = contract.open();
  }

  @AfterEach
  final void closeStore() {
    members.forEach(Membership::close);
    store.close();
  }

  final Store store() {
    return store;
  }

  final Membership join(String name) {
    Membership member = store.join(name);
    members.add(member);
    return member;
  }

  final void expire(Membership member) throws Exception {
    contract.expire(store, member);
  }

  /** Returns when the store has told it. */
  final void awaitNews(Offers.Ear ear) throws InterruptedException {
    if (contract.tells()) {
      ear.await(Duration.ofDays(1));
    }
  }

  static List<Written> write(Membership member, Commit... batch) throws InterruptedException {
    return member.write(0, List.of(batch));
  }

  /** Writes what must succeed. */
  static void done(Membership member, Commit... batch) throws InterruptedException {
    assertThat(write(member, batch)).hasSize(batch.length).containsOnly(Written.Done.DONE);
  }

  final void send(Card to, String... bodies) {
    for (String body : bodies) {
      assertThat(store.mail().send(to.key(), bytes(body), Optional.empty()))
          .isEqualTo(Mail.Delivery.ACCEPTED);
    }
  }

  /** Claims until it has that many, for what a store may notice a little later. */
  static List<Claimed> claimed(Membership member, int count) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<Claimed> claimed = new ArrayList<>(member.claim(count));
    while (claimed.size() < count && System.nanoTime() < deadline) {
      member.awaitNews(NAP);
      claimed.addAll(member.claim(count - claimed.size()));
    }
    assertThat(claimed).hasSize(count);
    return claimed;
  }

  static Claimed claimedOne(Membership member) throws InterruptedException {
    return claimed(member, 1).getFirst();
  }

  final List<String> facts(Card card) {
    return texts(store.executions().facts(card.key()));
  }

  static List<String> texts(List<Entry> entries) {
    return entries.stream().map(entry -> entry.seq() + " " + text(entry.fact())).toList();
  }

  static List<String> bodies(List<Letter> letters) {
    return letters.stream().map(letter -> letter.number() + " " + text(letter.body())).toList();
  }

  static List<ExecutionKey> keys(List<Claimed> claimed) {
    return claimed.stream().map(one -> one.card().key()).toList();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Does things at the same time and returns what came of them, in order. */
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
