package dev.pawl.postgres.desk;

import dev.pawl.engine.store.ExecutionKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which executions of a node have rows that few have, so that the others need not look for them.
 *
 * @param snapshots those that have a snapshot
 * @param slots those that took a slot of a limited flow or tenant when they were claimed
 * @param reserved those that are about to be written and have all the permits they need
 */
public record Held(
    Set<ExecutionKey> snapshots, Set<ExecutionKey> slots, Set<ExecutionKey> reserved) {

  public Held() {
    this(
        ConcurrentHashMap.newKeySet(),
        ConcurrentHashMap.newKeySet(),
        ConcurrentHashMap.newKeySet());
  }

  public void forget(ExecutionKey key) {
    snapshots.remove(key);
    slots.remove(key);
  }
}
