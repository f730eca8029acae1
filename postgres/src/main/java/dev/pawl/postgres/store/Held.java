package dev.pawl.postgres.store;

import dev.pawl.engine.store.ExecutionKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which executions of a node have rows that few have, so that the others need not look for them: a
 * snapshot, or a slot of a limited flow or tenant.
 */
record Held(Set<ExecutionKey> snapshots, Set<ExecutionKey> slots) {

  Held() {
    this(ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet());
  }

  void forget(ExecutionKey key) {
    snapshots.remove(key);
    slots.remove(key);
  }
}
