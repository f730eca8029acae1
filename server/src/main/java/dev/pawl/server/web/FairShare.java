package dev.pawl.server.web;

import java.util.HashMap;
import java.util.Map;

/**
 * A limited number of places that many keys share. However many a key asks for, it gets at most two
 * thirds of what the others have left, so that there is always a place for a key that has none.
 *
 * @param <K> who takes places
 */
public final class FairShare<K> {

  private final int capacity;
  private final int maxPerKey;
  private final Map<K, Integer> taken = new HashMap<>();
  private int used;

  /**
   * @param capacity how many places there are
   * @param maxPerKey how many a key gets at most
   */
  public FairShare(int capacity, int maxPerKey) {
    this.capacity = capacity;
    this.maxPerKey = maxPerKey;
  }

  /** Takes a place; false if the key has its share. */
  public synchronized boolean take(K key) {
    int own = count(key);
    if (own >= maxPerKey || own >= 2 * (capacity - used)) {
      return false;
    }
    taken.put(key, own + 1);
    used++;
    return true;
  }

  public synchronized void giveBack(K key) {
    int own = count(key);
    if (own > 1) {
      taken.put(key, own - 1);
    } else {
      taken.remove(key);
    }
    used -= Math.min(own, 1);
  }

  /** How many places the key has. */
  public synchronized int count(K key) {
    return taken.getOrDefault(key, 0);
  }
}
