package dev.pawl.triggers;

import dev.pawl.Pawl;
import dev.pawl.PawlAccess;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.time.PeriodicLoop;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.secret.WebhookSecrets;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.sdk.Handler;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.config.BindingStore;
import dev.pawl.triggers.config.ConfigCache;
import dev.pawl.triggers.config.ConfigChanges;
import dev.pawl.triggers.config.DeclaredBindings;
import dev.pawl.triggers.config.FlowTriggerStore;
import dev.pawl.triggers.config.TriggerActivity;
import dev.pawl.triggers.handler.PublishEventHandler;
import dev.pawl.triggers.handler.StoredNotifications;
import dev.pawl.triggers.handler.TriggerHandlerCatalog;
import dev.pawl.triggers.launch.ApiInvocations;
import dev.pawl.triggers.launch.EventStarts;
import dev.pawl.triggers.launch.EventStarts.StartedFlow;
import dev.pawl.triggers.launch.EventTrial;
import dev.pawl.triggers.launch.FireReplay;
import dev.pawl.triggers.launch.FlowResolver;
import dev.pawl.triggers.launch.RejectedFires;
import dev.pawl.triggers.launch.TriggerUpkeep;
import dev.pawl.triggers.launch.WebhookStarts;
import dev.pawl.triggers.launch.WebhookStarts.WebhookSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The triggers of one node: publishes events, which start the flows bound to them, and manages the
 * bindings. Several nodes on one database share the configuration.
 */
public final class Triggers implements AutoCloseable {

  private static final Duration RELEASE_INTERVAL = Duration.ofMillis(500);
  private static final Duration AGING_INTERVAL = Duration.ofHours(1);

  private static final String TENANT = "select t.id from pawl.tenant t where t.name = ?";

  private final Node node;
  private final ConnectionTemplate jdbc;
  private final TenantDatabase tenanted;
  private final ConfigCache cache;
  private final BindingStore bindings;
  private final DeclaredBindings declared;
  private final FlowTriggerStore flowTriggers;
  private final RejectedFires rejected;
  private final EventStarts starts;
  private final FlowResolver flows;
  private final TriggerUpkeep upkeep;
  private final List<PeriodicLoop> loops;

  private Triggers(
      Node node,
      PostgresStore store,
      TenantDatabase tenanted,
      FlowResolver flows,
      Optional<RuntimeClock> stoppedClock) {
    this.node = node;
    this.tenanted = tenanted;
    jdbc = store.jdbc();
    this.flows = flows;
    cache = new ConfigCache(jdbc, node::number, stoppedClock.orElse(RuntimeClock.SYSTEM));
    ConfigChanges changes = new ConfigChanges(tenanted, jdbc, cache);
    bindings = new BindingStore(tenanted, changes, node::newId);
    declared = new DeclaredBindings(tenanted, changes, bindings);
    flowTriggers = new FlowTriggerStore(tenanted, changes, bindings);
    rejected = new RejectedFires(tenanted, node::newId);
    starts = new EventStarts(node, cache, jdbc, flows, rejected);
    upkeep = new TriggerUpkeep(jdbc, starts, store.leases());
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

  /**
   * Starts the triggers of a program that uses the library; close them before the {@link Pawl}.
   *
   * @throws IllegalArgumentException if the engine is one of a test, in memory
   */
  public static Triggers on(Pawl pawl) {
    if (PawlAccess.node(pawl) instanceof PostgresNode node) {
      return on(node);
    }
    throw new IllegalArgumentException(
        "pawl: is an engine in memory; triggers need PostgreSQL. Use InMemoryTriggers in tests");
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
  public TenantEvents forTenant(TenantId tenant) {
    return new PublishedEvents(
        node::newId,
        event -> publish(tenant, event, Optional.empty()),
        (transaction, event) -> starts.start(transaction, tenant, event, Optional.empty()));
  }

  /** Finds a tenant by its code. */
  public Optional<TenantId> tenant(String code) {
    return jdbc.use(
        connection -> Rows.first(connection, TENANT, row -> new TenantId(row.getInt(1)), code));
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

  /**
   * Returns what says what an event would do, without doing it.
   *
   * @param startable finds the version that a trigger would start
   */
  public EventTrial trial(FlowResolver startable) {
    return new EventTrial(node, cache, jdbc, startable);
  }

  /** Returns what counts the starts of triggers. */
  public TriggerActivity activity() {
    return new TriggerActivity(tenanted);
  }

  public FireReplay replay() {
    return new FireReplay(starts, rejected);
  }

  public ApiInvocations invocations() {
    return new ApiInvocations(cache);
  }

  /** Returns the path from webhooks to starts. */
  public WebhookStarts webhooks(WebhookSecrets secrets, WebhookSettings settings) {
    return new WebhookStarts(node, cache, jdbc, flows, secrets, settings);
  }

  /** Returns the copy of the configuration in memory. */
  ConfigCache cache() {
    return cache;
  }

  TriggerUpkeep upkeep() {
    return upkeep;
  }

  /**
   * Returns the handlers of Tasks that publish events and write notifications.
   *
   * @param publisher publishes the events
   */
  public Map<String, Handler> handlers(PublishEventHandler.EventPublisher publisher) {
    return TriggerHandlerCatalog.create(publisher, new StoredNotifications(tenanted, node::newId));
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
