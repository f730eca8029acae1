package dev.pawl.testkit.store;

import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Maintenance;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Versions;
import dev.pawl.testkit.time.TurnedClock;
import java.time.Duration;
import java.time.InstantSource;

/**
 * A store that keeps everything in memory. All sessions that join it are nodes of one cluster.
 * Leases, timers and offers use the given clock.
 */
public final class InMemoryStore implements Store {

  private static final Duration LEASE = Duration.ofSeconds(10);

  private final StoreState memory;
  private final Duration lease;

  public InMemoryStore(InstantSource clock) {
    this(clock, LEASE);
  }

  public InMemoryStore(InstantSource clock, Duration lease) {
    this(clock, RuntimeClock.SYSTEM, lease);
  }

  /** Creates a store that shares a turned clock with the nodes that join it. */
  public InMemoryStore(TurnedClock clock) {
    this(clock, LEASE);
  }

  public InMemoryStore(TurnedClock clock, Duration lease) {
    this(clock, clock, lease);
  }

  private InMemoryStore(InstantSource clock, RuntimeClock waiting, Duration lease) {
    this.memory = new StoreState(clock, waiting);
    this.lease = lease;
  }

  @Override
  public NodeSession join(String name) {
    return memory.withLock(
        () -> {
          int node = memory.nodes.join(memory.now().plus(lease));
          return new InMemoryNodeSession(memory, node, lease);
        });
  }

  @Override
  public Inbox inbox() {
    return new InMemoryInbox(memory);
  }

  @Override
  public Offers offers() {
    return new InMemoryOffers(memory);
  }

  @Override
  public Versions versions() {
    return new InMemoryVersions(memory);
  }

  @Override
  public Executions executions() {
    return new InMemoryExecutions(memory);
  }

  @Override
  public Breakers breakers() {
    return new InMemoryBreakers(memory);
  }

  @Override
  public Maintenance maintenance() {
    return new InMemoryMaintenance(memory);
  }

  /** Expires the lease of a node, as if the node had not renewed it in time. */
  public void expire(int node) {
    memory.withLock(() -> memory.nodes.expire(node, memory.now()));
  }

  /** Wakes the nodes that wait for changes. They stay open and are closed one by one. */
  @Override
  public void close() {
    memory.withLock(memory::signalChange);
  }
}
