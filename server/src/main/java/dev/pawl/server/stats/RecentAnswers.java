package dev.pawl.server.stats;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Repeats answers for a short time, so that any number of open pages costs one query at a time.
 * Requests for the same answer wait for the one that reads it.
 *
 * @param <K> what identifies an answer; it includes the tenant
 */
final class RecentAnswers<K, V> {

  private static final int MAX_KEYS = 1_000;

  private final Map<K, Slot<V>> slots = new ConcurrentHashMap<>();

  /** An answer; guarded by its lock. */
  private static final class Slot<V> {
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable V value;
    private long readAt;
  }

  V get(K key, Duration maxAge, Supplier<V> read) {
    if (slots.size() >= MAX_KEYS) {
      slots.clear();
    }
    Slot<V> slot = slots.computeIfAbsent(key, none -> new Slot<>());
    slot.lock.lock();
    try {
      V known = slot.value;
      if (known != null && System.nanoTime() - slot.readAt < maxAge.toNanos()) {
        return known;
      }
      V fresh = read.get();
      slot.value = fresh;
      slot.readAt = System.nanoTime();
      return fresh;
    } finally {
      slot.lock.unlock();
    }
  }
}
