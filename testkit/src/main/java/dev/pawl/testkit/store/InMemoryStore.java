package dev.pawl.testkit.store;

import dev.pawl.engine.node.RuntimeClock;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Upkeep;
import dev.pawl.engine.store.Versions;
import dev.pawl.testkit.time.TurnedClock;
import java.time.Duration;
import java.time.InstantSource;

/**
 * A store that forgets everything with its process. Everyone who joins it is a node of the same
 * cluster. Leases, timers and offers go by the given clock.
 */
public final class InMemoryStore implements Store {

  private static final Duration LEASE = Duration.ofSeconds(10);

  private final Memory memory;
  private final Duration lease;

  public InMemoryStore(InstantSource clock) {
    this(clock, LEASE);
  }

  public InMemoryStore(InstantSource clock, Duration lease) {
    this(clock, RuntimeClock.SYSTEM, lease);
  }

  /** A store whose time is turned by hand, with that of the nodes that join it. */
  public InMemoryStore(TurnedClock clock) {
    this(clock, LEASE);
  }

  public InMemoryStore(TurnedClock clock, Duration lease) {
    this(clock, clock, lease);
  }

  private InMemoryStore(InstantSource clock, RuntimeClock waiting, Duration lease) {
    this.memory = new Memory(clock, waiting);
    this.lease = lease;
  }

  @Override
  public Membership join(String name) {
    return memory.doing(
        () -> {
          int node = memory.nodes.join(memory.now().plus(lease));
          return new InMemoryMembership(memory, node, lease);
        });
  }

  @Override
  public Mail mail() {
    return new InMemoryMail(memory);
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
  public Upkeep upkeep() {
    return new InMemoryUpkeep(memory);
  }

  /** Lets a node's lease be over, as if it had not renewed it in time. */
  public void expire(int node) {
    memory.doing(() -> memory.nodes.expire(node, memory.now()));
  }

  /** The nodes that wait for news live on: they are closed one by one. */
  @Override
  public void close() {
    memory.doing(memory::news);
  }
}
