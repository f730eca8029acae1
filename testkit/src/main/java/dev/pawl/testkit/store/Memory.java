package dev.pawl.testkit.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.RuntimeClock;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** All that an in-memory store holds, and the one lock around it. */
final class Memory {

  /** The key of a start or of a letter: given once, it stands for the same one for ever. */
  record Accepted(TenantId tenant, String scope, String key) {
    static Optional<Accepted> start(Card card) {
      return card.tags()
          .idempotencyKey()
          .map(key -> new Accepted(card.key().tenant(), "start:" + card.version().flow(), key));
    }

    static Accepted letter(ExecutionKey to, String key) {
      return new Accepted(to.tenant(), "mail:" + to.id(), key);
    }
  }

  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news;
  private long newsSoFar;

  final Nodes nodes = new Nodes();
  final LiveExecutions live = new LiveExecutions(this);
  final Map<ExecutionKey, List<Entry>> journal = new HashMap<>();
  final Map<ExecutionKey, Summary> finished = new HashMap<>();
  final Map<Offer.Key, InMemoryOffers.Row> offers = new LinkedHashMap<>();
  final Map<Accepted, ExecutionId> accepted = new HashMap<>();
  final Map<Accepted, String> requests = new HashMap<>();
  final Map<InMemoryVersions.FlowKey, List<byte[]>> versions = new HashMap<>();

  /**
   * @param waiting by which those wait who wait for news
   */
  Memory(InstantSource clock, RuntimeClock waiting) {
    this.clock = clock;
    this.news = waiting.condition(lock);
  }

  Instant now() {
    return clock.instant();
  }

  <T> T doing(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  void doing(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  void news() {
    newsSoFar++;
    news.signalAll();
  }

  /** Lets those who wait for news look again how long they may. */
  void timersChanged() {
    news.signalAll();
  }

  /** Waits until there is more news than that, and says how much there is now. */
  long awaitNews(long seen, Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = atMost.toNanos();
      live.ring();
      while (newsSoFar <= seen && left > 0) {
        long nap = Math.min(left, live.untilNextTimer().map(Duration::toNanos).orElse(left));
        left -= nap - Math.max(0, news.awaitNanos(nap));
        live.ring();
      }
      return newsSoFar;
    } finally {
      lock.unlock();
    }
  }
}
