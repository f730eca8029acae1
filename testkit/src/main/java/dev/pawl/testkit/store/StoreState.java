package dev.pawl.testkit.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.JournalEntry;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The whole state of an in-memory store, guarded by one lock. */
final class StoreState {

  /**
   * The idempotency key of a start or a message; it always identifies the first request that used
   * it.
   */
  record AcceptedKey(TenantId tenant, String scope, String key) {
    static Optional<AcceptedKey> start(ExecutionMetadata info) {
      return info.tags()
          .idempotencyKey()
          .map(key -> new AcceptedKey(info.key().tenant(), "start:" + info.version().flow(), key));
    }

    static AcceptedKey message(ExecutionKey to, String key) {
      return new AcceptedKey(to.tenant(), "inbox:" + to.id(), key);
    }
  }

  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed;
  private long changeCount;

  final NodeLeases nodes = new NodeLeases();
  final LiveExecutions live = new LiveExecutions(this);
  final Map<ExecutionKey, List<JournalEntry>> journal = new HashMap<>();
  final Map<ExecutionKey, Summary> finished = new HashMap<>();
  final Map<Offer.Key, InMemoryOffers.OfferRow> offers = new LinkedHashMap<>();
  final Map<Breaker.Key, InMemoryBreakers.BreakerRow> breakers = new LinkedHashMap<>();
  final Map<AcceptedKey, ExecutionId> accepted = new HashMap<>();
  final Map<AcceptedKey, String> requests = new HashMap<>();

  /** The periodic work that a node is at. */
  final Set<String> work = ConcurrentHashMap.newKeySet();

  final Map<InMemoryVersions.FlowKey, List<byte[]>> versions = new HashMap<>();

  /**
   * Creates an empty state.
   *
   * @param waiting the clock for threads that wait for changes
   */
  StoreState(InstantSource clock, RuntimeClock waiting) {
    this.clock = clock;
    this.changed = waiting.condition(lock);
  }

  Instant now() {
    return clock.instant();
  }

  <T> T withLock(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  void withLock(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  void signalChange() {
    changeCount++;
    changed.signalAll();
  }

  /** Wakes the threads that wait for changes, so that they recompute their timeouts. */
  void timersChanged() {
    changed.signalAll();
  }

  /**
   * Waits until the change counter exceeds {@code seen} or the time is over; returns the counter.
   */
  long awaitChange(long seen, Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = atMost.toNanos();
      live.wakeDue();
      while (changeCount <= seen && left > 0) {
        long nap = Math.min(left, live.untilNextTimer().map(Duration::toNanos).orElse(left));
        left -= nap - Math.max(0, changed.awaitNanos(nap));
        live.wakeDue();
      }
      return changeCount;
    } finally {
      lock.unlock();
    }
  }
}
