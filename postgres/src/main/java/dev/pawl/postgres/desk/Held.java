package dev.pawl.postgres.desk;

import dev.pawl.engine.store.ExecutionKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which executions of a node have rows that few have, so that the others need not look for them: a
 * snapshot, or a slot of a limited flow or tenant.
 */
public record Held(Set<ExecutionKey> snapshots, Set<ExecutionKey> slots) {

  public Held() {
    this(ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet());
  }

  public void forget(ExecutionKey key) {
    snapshots.remove(key);
    slots.remove(key);
  }
}
