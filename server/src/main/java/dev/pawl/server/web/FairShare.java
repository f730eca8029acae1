package dev.pawl.server.web;

import java.util.HashMap;
import java.util.Map;

/**
 * A limited number of permits that many keys share. A key gets at most two thirds of what the
 * others have left, so that a key without a permit can always get one.
 *
 * @param <K> the keys
 */
public final class FairShare<K> {

  private final int capacity;
  private final int maxPerKey;
  private final Map<K, Integer> taken = new HashMap<>();
  private int used;

  /**
   * @param capacity the number of permits
   * @param maxPerKey the largest number of permits of one key
   */
  public FairShare(int capacity, int maxPerKey) {
    this.capacity = capacity;
    this.maxPerKey = maxPerKey;
  }

  /** Takes a permit; returns false if the key has its share. */
  public synchronized boolean acquire(K key) {
    int own = count(key);
    if (own >= maxPerKey || own >= 2 * (capacity - used)) {
      return false;
    }
    taken.put(key, own + 1);
    used++;
    return true;
  }

  public synchronized void release(K key) {
    int own = count(key);
    if (own > 1) {
      taken.put(key, own - 1);
    } else {
      taken.remove(key);
    }
    used -= Math.min(own, 1);
  }

  /** Returns the number of permits of a key. */
  public synchronized int count(K key) {
    return taken.getOrDefault(key, 0);
  }
}
