package dev.pawl.simulation;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.simulation.cluster.LeaseExpiry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/** One to three real nodes on one store, which join and leave on request. */
final class LiveNodes implements AutoCloseable {

  private static final int MAX_NODES = 3;
  private static final Duration RETRY_INTERVAL = Duration.ofMillis(10);

  /** Small limits, so that executions move between nodes. No audit, which would hide bugs. */
  private static final NodeOptions OPTIONS =
      new NodeOptions(
          "simulated",
          40,
          1_000,
          50_000,
          Duration.ofMillis(50),
          Duration.ofMillis(20),
          Duration.ofDays(1),
          Optional.empty());

  private final Store store;
  private final LeaseExpiry lapse;
  private final RuntimeClock clock;
  private final LiveHandlers handlers;
  private final List<Node> nodes = new CopyOnWriteArrayList<>();
  private final ExecutionControl control;
  private volatile boolean isClosed;

  /** A change of the membership. */
  enum Change {
    /** A node joins. */
    JOINS,
    /** A node hands over its executions and leaves. */
    CLOSES,
    /** The lease of a live node expires. */
    IS_EXPELLED
  }

  LiveNodes(Store store, LeaseExpiry lapse, RuntimeClock clock, Queue<String> faults) {
    this.store = store;
    this.lapse = lapse;
    this.clock = clock;
    this.handlers = new LiveHandlers(this::control, clock, faults);
    join();
    join();
    this.control = nodes.getFirst().control();
  }

  private void join() {
    nodes.add(Node.start(store, handlers, OPTIONS, Listener.NONE, clock));
  }

  /** Returns the control of any node; its commands go through the store. */
  ExecutionControl control() {
    return control;
  }

  /** Starts an execution on one node, or on another if that one leaves before it answers. */
  ExecutionKey start(Launch launch, int pick) throws InterruptedException {
    for (int i = pick; !isClosed; i++) {
      List<Node> living = List.copyOf(nodes);
      try {
        return living.get(i % living.size()).start(launch);
      } catch (UnavailableException e) {
        clock.sleep(RETRY_INTERVAL);
      }
    }
    throw new IllegalStateException("no node is left");
  }

  /** Makes a random change that is possible now and returns it. */
  Change change(SeededRandom dice) throws Exception {
    Node one = dice.any(List.copyOf(nodes));
    Change wanted = dice.any(Change.values());
    if (wanted == Change.IS_EXPELLED) {
      lapse.expire(one.number());
      return wanted;
    }
    if (nodes.size() == 1 || nodes.size() < MAX_NODES && wanted == Change.JOINS) {
      join();
      return Change.JOINS;
    }
    nodes.remove(one);
    one.close();
    return Change.CLOSES;
  }

  @Override
  public void close() {
    isClosed = true;
    nodes.forEach(Node::close);
  }
}
