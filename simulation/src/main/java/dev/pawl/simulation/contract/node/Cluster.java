package dev.pawl.simulation.contract.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.run.CallEnvironment;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** Several nodes in one process, on one store and with the same handlers. */
public final class Cluster implements AutoCloseable {

  private final Store store;
  private final RuntimeClock clock;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
  private final Set<ExecutionId> hidden = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<HandlerCall> calls = new ConcurrentLinkedQueue<>();
  private volatile CallEnvironment environment = CallEnvironment.NONE;

  /** Creates a cluster in real time. */
  public Cluster(Store store) {
    this(store, RuntimeClock.SYSTEM);
  }

  /** Creates a cluster that uses the clock of its store. */
  public Cluster(Store store, RuntimeClock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Returns the circuit breakers that all nodes share. */
  public Breakers breakers() {
    return store.breakers();
  }

  /** Returns the clock of the nodes. */
  public RuntimeClock clock() {
    return clock;
  }

  public Cluster handler(String resource, Handler handler) {
    handlers.put(resource, handler);
    return this;
  }

  /** Hides all handlers from the given executions. */
  public Cluster hideFrom(Set<ExecutionId> executions) {
    hidden.addAll(executions);
    return this;
  }

  /** Sets the text that a distributed Map reads from the given resource. */
  public Cluster items(String resource, String text) {
    return handler(resource, call -> Json.of(text));
  }

  /** Sets what is added to the services of every handler call. */
  public Cluster environment(CallEnvironment newEnvironment) {
    environment = newEnvironment;
    return this;
  }

  public Node join() {
    return join(NodeOptions.DEFAULT);
  }

  public Node join(NodeOptions options) {
    Node node = Node.start(store, ports(), options, Listener.NONE, clock);
    nodes.add(node);
    return node;
  }

  private ExecutionPorts ports() {
    return new ExecutionPorts() {
      @Override
      public ExecutionPorts forExecution(ExecutionId execution) {
        return hidden.contains(execution) ? resource -> Optional.empty() : this;
      }

      @Override
      public Optional<Handler> handler(String resource) {
        return Optional.ofNullable(handlers.get(resource))
            .map(
                handler ->
                    new Handler() {
                      @Override
                      public Json handle(HandlerCall call) throws Exception {
                        calls.add(call);
                        return handler.handle(call);
                      }

                      @Override
                      public Optional<String> downstream(HandlerCall call) throws Exception {
                        return handler.downstream(call);
                      }

                      @Override
                      public HandlerDescriptor descriptor() {
                        return handler.descriptor();
                      }
                    });
      }

      @Override
      public CallEnvironment callEnvironment() {
        return environment;
      }

      @Override
      public boolean mayServe(String resource) {
        return handlers.containsKey(resource);
      }
    };
  }

  public void deploy(String flow, String definition) {
    store.versions().add(TenantId.DEFAULT, flow, definition.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends an execution a message that cannot be decoded. */
  void spoil(ExecutionKey key) {
    store.inbox().send(key, new byte[] {0}, Optional.empty());
  }

  public void limit(String flow, ConcurrencyLimit limit) {
    store.maintenance().limit(TenantId.DEFAULT, Optional.of(flow), limit);
  }

  /** Returns all calls of handlers so far, in order. */
  public List<HandlerCall> calls() {
    return List.copyOf(calls);
  }

  public ExecutionKey start(String flow, Json input) {
    return nodes.getFirst().start(Launch.of(flow, input));
  }

  public Execution.Ending ending(ExecutionKey key) throws InterruptedException {
    return nodes
        .getLast()
        .await(key, Await.DEFAULT_TIMEOUT)
        .orElseThrow(() -> new AssertionError("not ended: " + store.executions().find(key)));
  }

  /** Waits until the summary of an execution matches, and returns it. */
  public Executions.Summary until(ExecutionKey key, Predicate<Executions.Summary> looks) {
    try {
      await(
          "an execution that looks as it should",
          () -> store.executions().find(key).filter(looks).isPresent());
    } catch (AssertionError never) {
      throw new AssertionError("last seen: " + store.executions().find(key), never);
    }
    return store.executions().find(key).orElseThrow();
  }

  /**
   * Waits until an execution has the given number of facts; the deadline restarts every 50 facts,
   * for slow machines.
   */
  void untilFact(ExecutionKey key, long number) {
    for (long seq = 1; seq <= number; seq += 50) {
      long before = seq - 1;
      await("fact " + seq, () -> !store.executions().facts(key, before, 1).isEmpty());
    }
  }

  /** Waits, by the clock of the nodes, until the condition holds. */
  public void await(String description, Await.Condition condition) {
    Await.until(clock, description, condition);
  }

  @Override
  public void close() {
    nodes.forEach(Node::close);
    store.close();
  }
}
