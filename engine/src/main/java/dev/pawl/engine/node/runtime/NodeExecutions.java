package dev.pawl.engine.node.runtime;

import dev.pawl.engine.Fact;
import dev.pawl.engine.node.external.LocalDelivery;
import dev.pawl.engine.node.live.LiveExecution;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.UnavailableException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The executions in the memory of one incarnation of a node. */
final class NodeExecutions implements LocalDelivery {

  private final Map<ExecutionKey, LiveExecution> executions = new ConcurrentHashMap<>();
  private final PendingCommits receipts;
  private final int maxOwned;
  private volatile boolean isClosed;

  NodeExecutions(PendingCommits receipts, int maxOwned) {
    this.receipts = receipts;
    this.maxOwned = maxOwned;
  }

  void add(LiveExecution live) {
    executions.put(live.info().key(), live);
  }

  void remove(LiveExecution live) {
    executions.remove(live.info().key(), live);
  }

  boolean contains(ExecutionKey key) {
    return executions.containsKey(key);
  }

  /** Stops accepting further executions, because the node is being closed. */
  void stopAccepting() {
    isClosed = true;
  }

  boolean isAccepting() {
    return !isClosed;
  }

  /** Returns how many more executions fit into memory. */
  int freeCapacity() {
    return maxOwned - executions.size();
  }

  int count() {
    return executions.size();
  }

  boolean hasCapacity() {
    return freeCapacity() > 0 && !isClosed;
  }

  /** Passes a message to its execution, if that is on this node. */
  void receive(InboxMessage message) {
    LiveExecution live = executions.get(message.to());
    if (live != null) {
      live.receive(message);
    }
  }

  @Override
  public Optional<CompletableFuture<Boolean>> deliver(Offer.Key key, Fact outcome) {
    LiveExecution live = executions.get(key.execution());
    if (live == null) {
      return Optional.empty();
    }
    CompletableFuture<Boolean> receipt = receipts.create();
    live.deliver(key, outcome, receipt);
    return Optional.of(receipt);
  }

  /** Returns true if one of the executions is writing or has a handler running. */
  boolean isAnyBusy() {
    return executions.values().stream().anyMatch(LiveExecution::isBusy);
  }

  /** Fails all callers that wait for a first commit; the commits may still become durable. */
  void failFirstCommits(UnavailableException cause) {
    executions.values().forEach(live -> live.failFirstCommit(cause));
  }

  /** Stops and removes all executions without writing. */
  void abandonAll() {
    executions.values().forEach(LiveExecution::abandon);
    executions.clear();
  }
}
