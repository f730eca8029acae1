package dev.pawl.engine.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.node.breaker.NodeBreakers;
import dev.pawl.engine.node.external.HandlerServices;
import dev.pawl.engine.node.external.HandlerThreads;
import dev.pawl.engine.node.external.LocalDelivery;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.node.metrics.NodeLoad;
import dev.pawl.engine.node.metrics.NodeMetrics;
import dev.pawl.engine.node.metrics.NodeObserver;
import dev.pawl.engine.node.read.FlowCache;
import dev.pawl.engine.node.runtime.CompletionWaiters;
import dev.pawl.engine.node.runtime.Incarnation;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.MaintenanceLoop;
import dev.pawl.engine.node.runtime.Membership;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.node.runtime.NodeServices;
import dev.pawl.engine.node.time.ExecutionIds;
import dev.pawl.engine.node.time.NodeClock;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.run.CallEnvironment;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata.Provenance;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.VersionKey;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;

/**
 * A running process of the engine. It starts executions and claims runnable ones within its
 * capacity; several nodes on one store share the work. A node that loses its lease drops what it
 * has in memory and joins again.
 */
public final class Node implements AutoCloseable {

  private final NodeServices services;
  private final Launcher launcher;
  private final ExecutionControl control;
  private final ExecutionRetry retries;
  private final Workers workers;
  private final MaintenanceLoop maintenanceLoop;
  private final Membership membership;

  private Node(
      Store store,
      ExecutionPorts ports,
      NodeOptions options,
      Listener listener,
      NodeObserver observer,
      RuntimeClock time) {
    NodeMetrics metrics = new NodeMetrics(observer);
    NodeClock clock = new NodeClock(time);
    FlowCache flows = new FlowCache(store.versions(), time);
    this.services =
        new NodeServices(
            store,
            flows,
            new HandlerServices(
                ports,
                new Semaphore(options.maxCalls()),
                new HandlerThreads(time),
                clock,
                time,
                metrics,
                new NodeBreakers(store.breakers(), clock, time)),
            time,
            clock,
            new ExecutionIds(clock),
            listener,
            options,
            new CompletionWaiters(time),
            metrics);
    this.membership = new Membership(services);
    this.launcher = new Launcher(services, membership::await);
    this.control =
        new ExecutionControl(store.inbox(), store.executions(), flows, services.waiters(), clock);
    this.retries = new ExecutionRetry(control.reader(), flows, clock);
    this.workers = new Workers(store.inbox(), store.offers(), time, clock, this::localDelivery);
    try {
      store.maintenance().preparePartitions();
      membership.join();
    } catch (RuntimeException e) {
      services.handlers().threads().close();
      throw e;
    }
    this.maintenanceLoop = new MaintenanceLoop(store.maintenance(), options, time);
  }

  /** Starts a node and returns when it has joined the nodes on its store. */
  public static Node start(
      Store store, ExecutionPorts ports, NodeOptions options, Listener listener) {
    return start(store, ports, options, listener, NodeObserver.NONE);
  }

  /** Starts a node that reports its durations, and returns when it has joined. */
  public static Node start(
      Store store,
      ExecutionPorts ports,
      NodeOptions options,
      Listener listener,
      NodeObserver observer) {
    return new Node(store, ports, options, listener, observer, RuntimeClock.SYSTEM);
  }

  /**
   * Starts a node with another time source, for tests. The store must use the same time.
   *
   * @param time the time source for sleeping, waiting and timers
   */
  public static Node start(
      Store store,
      ExecutionPorts ports,
      NodeOptions options,
      Listener listener,
      RuntimeClock time) {
    return new Node(store, ports, options, listener, NodeObserver.NONE, time);
  }

  /** Returns the access to executions. */
  public ExecutionControl control() {
    return control;
  }

  /** Returns the access for remote workers. */
  public Workers workers() {
    return workers;
  }

  /**
   * Adds a definition as the newest version of a flow, unless it already is.
   *
   * @throws IllegalArgumentException if the definition has errors; the message lists them
   */
  public VersionKey deploy(TenantId tenant, String flow, String definition) {
    return services.flows().deploy(tenant, flow, definition);
  }

  /**
   * Starts an execution and returns when the start is durable. A start with an idempotency key that
   * was used before returns the key of the first execution. An express execution has ended or waits
   * when this returns.
   *
   * @throws IllegalArgumentException if the flow does not exist or the input is too large
   * @throws BusyException if too many commits are queued; nothing was started
   */
  public ExecutionKey start(Launch launch) {
    return start(launch, launcher.newKey(launch));
  }

  /** Generates a key for {@link #start(Launch, ExecutionKey)}. */
  public ExecutionKey newKey(Launch launch) {
    return launcher.newKey(launch);
  }

  /**
   * Starts an execution under a generated key and returns when the start is durable.
   *
   * @return another key if the idempotency key has started another execution before
   * @throws KeyReusedException if the idempotency key was used with a different request
   */
  public ExecutionKey start(Launch launch, ExecutionKey key) {
    return launcher.start(launch, key);
  }

  /** Starts an execution and waits for its end, for at most the given time. */
  public Optional<Execution.Ending> run(Launch launch, Duration atMost)
      throws InterruptedException {
    ExecutionKey key = launcher.newKey(launch);
    try (CompletionWaiters.Waiter waiter = services.waiters().register(key)) {
      ExecutionKey started = launcher.start(launch, key);
      return started.equals(key) ? await(key, waiter, atMost) : await(started, atMost);
    }
  }

  /** Finds the version that a start without a version uses; a change is seen a moment later. */
  public Optional<VersionKey> currentVersion(TenantId tenant, String flow) {
    return services.flows().current(tenant, flow);
  }

  /** Creates the first commit of an execution that any node may claim, without writing it. */
  public Commit firstCommit(Launch launch) {
    return firstCommit(launch, newKey(launch));
  }

  /**
   * Creates the first commit of an execution that any node may claim, without writing it.
   *
   * @param key a new key, from {@link #newKey}
   */
  public Commit firstCommit(Launch launch, ExecutionKey key) {
    return launcher.forAnyNode(launch, key);
  }

  /** Waits for the end of an execution on any node; empty if the time is over before. */
  public Optional<Execution.Ending> await(ExecutionKey key, Duration atMost)
      throws InterruptedException {
    try (CompletionWaiters.Waiter waiter = services.waiters().register(key)) {
      return await(key, waiter, atMost);
    }
  }

  private Optional<Execution.Ending> await(
      ExecutionKey key, CompletionWaiters.Waiter waiter, Duration atMost)
      throws InterruptedException {
    return waiter.await(atMost, () -> holds(key), () -> control.reader().ending(key));
  }

  /** Releases all callers blocked in {@code await}; used on shutdown. */
  public void releaseWaiters() {
    services.waiters().releaseAll();
  }

  private boolean holds(ExecutionKey key) {
    return membership.current().filter(incarnation -> incarnation.holds(key)).isPresent();
  }

  private LocalDelivery localDelivery() {
    return membership.current().map(Incarnation::localDelivery).orElse(LocalDelivery.NONE);
  }

  /**
   * Retries an ended execution as a new one, from its start or from its failure.
   *
   * @throws IllegalArgumentException if it cannot be retried; the message says why
   */
  public ExecutionKey retry(ExecutionKey failed, ExecutionControl.From from) {
    return retry(failed, from, Optional.empty());
  }

  /**
   * Retries an ended execution as a new one, at most once per idempotency key.
   *
   * @param idempotencyKey a second retry with this key returns the first one
   */
  public ExecutionKey retry(
      ExecutionKey failed, ExecutionControl.From from, Optional<String> idempotencyKey) {
    return retry(failed, from, idempotencyKey, Provenance.UNKNOWN, "");
  }

  /**
   * Retries an ended execution as a new one and records who asked for it.
   *
   * @param reason shown in the history; may be empty
   * @throws KeyReusedException if the idempotency key was used with a different request
   */
  public ExecutionKey retry(
      ExecutionKey failed,
      ExecutionControl.From from,
      Optional<String> idempotencyKey,
      Provenance provenance,
      String reason) {
    Commit again =
        retries.firstCommit(
            failed,
            from,
            new ExecutionRetry.Request(services.ids().next(), idempotencyKey, provenance, reason));
    return launcher
        .awaitStart(again.info(), membership.await().write(again))
        .orElseThrow(
            () ->
                new UnavailableException(
                    "the node lost its lease during the retry; try again with the same"
                        + " idempotency key"));
  }

  /** Generates a unique id that is ordered by time. */
  public UUID newId() {
    return services.ids().next().value();
  }

  /** Returns what is added to the services of every handler call. */
  public CallEnvironment callEnvironment() {
    return services.handlers().ports().callEnvironment();
  }

  /** Returns false if this node certainly has no handler for a resource. */
  public boolean mayServe(String resource) {
    return services.handlers().ports().mayServe(resource);
  }

  /** Returns the queue lengths of this node; all are zero while it has no incarnation. */
  public NodeLoad load() {
    return membership.current().map(Incarnation::load).orElse(NodeLoad.IDLE);
  }

  /** Returns the counters of this node, which keep counting over its incarnations. */
  public NodeMetrics metrics() {
    return services.metrics();
  }

  /** Returns true while this node has an incarnation whose lease is not over. */
  public boolean isJoined() {
    return membership.current().filter(current -> !current.isOver()).isPresent();
  }

  /** Returns the number of the current incarnation in the store. */
  public int number() {
    return membership.await().node();
  }

  /** Waits for work in progress, at most for the grace time, and releases all executions. */
  @Override
  public void close() {
    Optional<Incarnation> last = membership.end();
    maintenanceLoop.close();
    services.handlers().threads().close();
    last.ifPresent(Incarnation::close);
  }
}
