package dev.pawl.testkit.simulation;

import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Listener;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.NodeOptions;
import dev.pawl.engine.node.RuntimeClock;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.testkit.simulation.cluster.Lapse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/** One to three real nodes on one store, which come and go when asked for. */
final class LiveNodes implements AutoCloseable {

  private static final int MOST = 3;
  private static final Duration BREATH = Duration.ofMillis(10);

  /** Little room, so that not everything stays where it began. No audit, which would hide bugs. */
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
  private final Lapse lapse;
  private final RuntimeClock clock;
  private final LiveHandlers handlers;
  private final List<Node> nodes = new CopyOnWriteArrayList<>();
  private final Control control;
  private volatile boolean isClosed;

  /** What can become of nodes. */
  enum Change {
    /** One more. */
    JOINS,
    /** It hands over what it has and leaves. */
    CLOSES,
    /** It lives, and is taken for dead. */
    IS_EXPELLED
  }

  LiveNodes(Store store, Lapse lapse, RuntimeClock clock, Queue<String> faults) {
    this.store = store;
    this.lapse = lapse;
    this.clock = clock;
    this.handlers = new LiveHandlers(this::control, clock, faults);
    join();
    join();
    this.control = nodes.getFirst().control();
  }

  private void join() {
    nodes.add(Node.start(store, handlers, OPTIONS, Listener.NOBODY, clock));
  }

  /** Of whichever node: what it does is done by the store. */
  Control control() {
    return control;
  }

  /** Starts on one of them, on another one if that is gone before it says so. */
  ExecutionKey start(Launch launch, int pick) throws InterruptedException {
    for (int i = pick; !isClosed; i++) {
      List<Node> living = List.copyOf(nodes);
      try {
        return living.get(i % living.size()).start(launch);
      } catch (UnavailableException e) {
        clock.sleep(BREATH);
      }
    }
    throw new IllegalStateException("there are no nodes any more");
  }

  /** Lets something happen to them that is possible now, and tells what. */
  Change change(Dice dice) throws Exception {
    Node one = dice.any(List.copyOf(nodes));
    Change wanted = dice.any(Change.values());
    if (wanted == Change.IS_EXPELLED) {
      lapse.lapse(one.number());
      return wanted;
    }
    if (nodes.size() == 1 || nodes.size() < MOST && wanted == Change.JOINS) {
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
