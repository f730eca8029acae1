package dev.pawl.postgres.membership;

import dev.pawl.engine.store.ExecutionKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers which executions of a node have rows that most do not have, so that statements skip the
 * lookup for the others.
 *
 * @param snapshots the executions that have a snapshot
 * @param permits the executions that took a permit when they were claimed
 * @param reserved the executions that are about to be written and have all the permits they need
 */
public record RowHints(
    Set<ExecutionKey> snapshots, Set<ExecutionKey> permits, Set<ExecutionKey> reserved) {

  public RowHints() {
    this(
        ConcurrentHashMap.newKeySet(),
        ConcurrentHashMap.newKeySet(),
        ConcurrentHashMap.newKeySet());
  }

  /** Removes the hints on an execution that has left the node. */
  public void remove(ExecutionKey key) {
    snapshots.remove(key);
    permits.remove(key);
  }
}
