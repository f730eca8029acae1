package dev.pawl.triggers;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.time.PeriodicLoop;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.sdk.Json;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.config.BindingStore;
import dev.pawl.triggers.config.ConfigCache;
import dev.pawl.triggers.config.ConfigChanges;
import dev.pawl.triggers.config.DeclaredBindings;
import dev.pawl.triggers.config.FlowTriggerStore;
import dev.pawl.triggers.launch.ApiInvocations;
import dev.pawl.triggers.launch.EventStarts;
import dev.pawl.triggers.launch.EventStarts.StartedFlow;
import dev.pawl.triggers.launch.FireReplay;
import dev.pawl.triggers.launch.FlowResolver;
import dev.pawl.triggers.launch.RejectedFires;
import dev.pawl.triggers.launch.TriggerUpkeep;
import dev.pawl.triggers.lease.NamedLease;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The triggers of one node: publishes events, which start the flows bound to them, and manages the
 * bindings. Several nodes on one database share the configuration.
 */
public final class Triggers implements AutoCloseable {

  private static final Duration RELEASE_INTERVAL = Duration.ofMillis(500);
  private static final Duration AGING_INTERVAL = Duration.ofHours(1);

  private final Node node;
  private final ConfigCache cache;
  private final BindingStore bindings;
  private final DeclaredBindings declared;
  private final FlowTriggerStore flowTriggers;
  private final RejectedFires rejected;
  private final EventStarts starts;
  private final TriggerUpkeep upkeep;
  private final NamedLease leases;
  private final List<PeriodicLoop> loops;

  private Triggers(
      Node node,
      PostgresStore store,
      TenantDatabase tenanted,
      FlowResolver flows,
      Optional<RuntimeClock> stoppedClock) {
    ConnectionTemplate jdbc = store.jdbc();
    this.node = node;
    cache = new ConfigCache(jdbc, node::number, stoppedClock.orElse(RuntimeClock.SYSTEM));
    ConfigChanges changes = new ConfigChanges(tenanted, jdbc, cache);
    bindings = new BindingStore(tenanted, changes, node::newId);
    declared = new DeclaredBindings(tenanted, changes, bindings);
    flowTriggers = new FlowTriggerStore(tenanted, changes, bindings);
    rejected = new RejectedFires(tenanted, node::newId);
    starts = new EventStarts(node, cache, jdbc, flows, rejected);
    leases = new NamedLease(jdbc, "node " + node.number() + " " + node.newId());
    upkeep = new TriggerUpkeep(jdbc, starts, leases);
    cache.poll();
    if (stoppedClock.isPresent()) {
      loops = List.of();
      return;
    }
    store.onConfigChange(cache::poll);
    loops =
        List.of(
            loop("trigger-config", ConfigCache.POLL_INTERVAL, cache::poll),
            loop("held-fires", RELEASE_INTERVAL, upkeep::releaseDue),
            loop("trigger-aging", AGING_INTERVAL, upkeep::removeOld));
  }

  private static PeriodicLoop loop(String name, Duration interval, Runnable work) {
    return new PeriodicLoop(
        name,
        RuntimeClock.SYSTEM,
        () -> {
          work.run();
          return interval;
        });
  }

  /** Starts the triggers of a node of the library. */
  public static Triggers on(PostgresNode node) {
    return start(
        node.node(),
        node.store(),
        TenantDatabase.unguarded(node.store().jdbc()),
        FlowResolver.currentOf(node.node()));
  }

  /**
   * Starts the triggers of a node.
   *
   * @param flows finds the version that a trigger starts
   */
  public static Triggers start(
      Node node, PostgresStore store, TenantDatabase tenanted, FlowResolver flows) {
    return new Triggers(node, store, tenanted, flows, Optional.empty());
  }

  /** Starts triggers that never poll, so that their view of the configuration stays old. */
  static Triggers withoutPolling(PostgresNode node, RuntimeClock stoppedClock) {
    return new Triggers(
        node.node(),
        node.store(),
        TenantDatabase.unguarded(node.store().jdbc()),
        FlowResolver.currentOf(node.node()),
        Optional.of(stoppedClock));
  }

  /** Returns the entry point of applications for one tenant. */
  public WorkflowTrigger forTenant(TenantId tenant) {
    return new WorkflowTrigger() {
      @Override
      public List<StartedFlow> onEvent(
          String type,
          Object aggregateId,
          @Nullable Object clientId,
          @Nullable Object lobId,
          @Nullable Object productId,
          Json payload) {
        return publish(
            tenant,
            new DomainEvent(
                type,
                node.newId().toString(),
                Optional.of(aggregateId.toString()),
                Optional.ofNullable(clientId).map(Object::toString),
                Optional.ofNullable(lobId).map(Object::toString),
                Optional.ofNullable(productId).map(Object::toString),
                payload));
      }

      @Override
      public List<StartedFlow> publish(DomainEvent event) {
        return publish(tenant, event);
      }

      private List<StartedFlow> publish(TenantId of, DomainEvent event) {
        return Triggers.this.publish(of, event, Optional.empty());
      }

      @Override
      public List<StartedFlow> publish(Connection transaction, DomainEvent event)
          throws SQLException {
        return starts.start(transaction, tenant, event, Optional.empty());
      }
    };
  }

  /** Starts the flows that are bound to an event; an event that was published before, none. */
  public List<StartedFlow> publish(TenantId tenant, DomainEvent event, Optional<String> actor) {
    return starts.start(tenant, event, actor);
  }

  public BindingStore bindings() {
    return bindings;
  }

  /** Returns access to the bindings that definitions and applications declare. */
  public DeclaredBindings declaredBindings() {
    return declared;
  }

  public FlowTriggerStore flowTriggers() {
    return flowTriggers;
  }

  public RejectedFires rejected() {
    return rejected;
  }

  public FireReplay replay() {
    return new FireReplay(starts, rejected);
  }

  public ApiInvocations invocations() {
    return new ApiInvocations(cache);
  }

  /** Returns the leases of work that one node of the cluster does at a time. */
  public NamedLease leases() {
    return leases;
  }

  /** Returns the copy of the configuration in memory. */
  ConfigCache cache() {
    return cache;
  }

  TriggerUpkeep upkeep() {
    return upkeep;
  }

  /** Returns a new id for an event without one. */
  public UUID newEventId() {
    return node.newId();
  }

  /** Ends the background work; close the node afterwards. */
  @Override
  public void close() {
    loops.forEach(PeriodicLoop::close);
  }
}
