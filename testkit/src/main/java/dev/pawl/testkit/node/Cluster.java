package dev.pawl.testkit.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Listener;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.NodeOptions;
import dev.pawl.engine.node.RuntimeClock;
import dev.pawl.engine.run.Outside;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
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

/** Nodes on one store, in one process, with the same handlers. */
public final class Cluster implements AutoCloseable {

  private final Store store;
  private final RuntimeClock clock;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
  private final Set<ExecutionId> hidden = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<HandlerCall> calls = new ConcurrentLinkedQueue<>();

  /** Nodes in real time. */
  public Cluster(Store store) {
    this(store, RuntimeClock.SYSTEM);
  }

  /** Nodes in the time of their store. */
  public Cluster(Store store, RuntimeClock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** The time in which they live. */
  public RuntimeClock clock() {
    return clock;
  }

  public Cluster handler(String resource, Handler handler) {
    handlers.put(resource, handler);
    return this;
  }

  /** Lets these executions see none of the handlers. */
  public Cluster hideFrom(Set<ExecutionId> executions) {
    hidden.addAll(executions);
    return this;
  }

  /** What a distributed Map finds when it reads from that resource. */
  public Cluster items(String resource, String text) {
    return handler(resource, call -> Json.of(text));
  }

  public Node join() {
    return join(NodeOptions.DEFAULT);
  }

  public Node join(NodeOptions options) {
    Node node = Node.start(store, outside(), options, Listener.NOBODY, clock);
    nodes.add(node);
    return node;
  }

  private Outside outside() {
    return new Outside() {
      @Override
      public Outside seenBy(ExecutionId execution) {
        return hidden.contains(execution) ? resource -> Optional.empty() : this;
      }

      @Override
      public Optional<Handler> handler(String resource) {
        return Optional.ofNullable(handlers.get(resource))
            .map(
                handler ->
                    call -> {
                      calls.add(call);
                      return handler.handle(call);
                    });
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

  /** Writes something to an execution that nobody can read. */
  void spoil(ExecutionKey key) {
    store.mail().send(key, new byte[] {0}, Optional.empty());
  }

  public void limit(String flow, ConcurrencyLimit limit) {
    store.upkeep().limit(TenantId.DEFAULT, Optional.of(flow), limit);
  }

  /** All calls that handlers got so far, in the order in which they came. */
  public List<HandlerCall> calls() {
    return List.copyOf(calls);
  }

  public ExecutionKey start(String flow, Json input) {
    return nodes.getFirst().start(Launch.of(flow, input));
  }

  public Execution.Ending ending(ExecutionKey key) throws InterruptedException {
    return nodes
        .getLast()
        .await(key, Await.DEADLINE)
        .orElseThrow(() -> new AssertionError("not ended: " + store.executions().find(key)));
  }

  /** Waits until an execution looks like that. */
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

  /** Returns when an execution has so many facts; a slow machine may take its time for each. */
  void untilFact(ExecutionKey key, long number) {
    for (long seq = 1; seq <= number; seq += 50) {
      long before = seq - 1;
      await("fact " + seq, () -> !store.executions().facts(key, before, 1).isEmpty());
    }
  }

  /** Waits by the clock of the nodes until it holds. */
  public void await(String description, Await.Condition condition) {
    Await.until(clock, description, condition);
  }

  @Override
  public void close() {
    nodes.forEach(Node::close);
    store.close();
  }
}
