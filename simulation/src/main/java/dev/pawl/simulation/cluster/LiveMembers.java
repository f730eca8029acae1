package dev.pawl.simulation.cluster;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** The live nodes: lets them claim executions, die and be replaced. */
final class LiveMembers implements AutoCloseable {

  private static final int NODE_COUNT = 2;
  private static final int MAX_CLAIMS = 1_000;

  private static final Duration CLAIM_RETRY_INTERVAL = Duration.ofMillis(10);

  private final Store store;
  private final LeaseExpiry lapse;
  private final Duration patience;
  private final Random random;
  private final EventCounts tally;
  private final List<NodeSession> living = new ArrayList<>();

  LiveMembers(TwoNodes.Conditions conditions, Random random) {
    this.store = conditions.store();
    this.lapse = conditions.lapse();
    this.patience = conditions.patience();
    this.tally = conditions.tally();
    this.random = random;
    for (int i = 0; i < NODE_COUNT; i++) {
      living.add(store.join("node " + i));
    }
  }

  List<NodeSession> all() {
    return List.copyOf(living);
  }

  NodeSession any() {
    return living.get(random.nextInt(NODE_COUNT));
  }

  void renew() {
    living.forEach(NodeSession::renew);
  }

  /** Claims runnable executions until the wanted ones are among them. */
  void claim(Function<ExecutionKey, HeldExecutions> holdings, List<HeldExecutions> wanted)
      throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (wanted.stream().anyMatch(HeldExecutions::isFree)) {
      NodeSession node = any();
      List<ClaimedExecution> taken = node.claim(1 + random.nextInt(2 * wanted.size()));
      taken.forEach(one -> take(node, one, holdings));
      if (taken.isEmpty()) {
        if (System.nanoTime() - until > 0) {
          HeldExecutions missed =
              wanted.stream().filter(HeldExecutions::isFree).findFirst().orElseThrow();
          throw missed.fault("can continue, but no node claims it");
        }
        node.awaitWork(CLAIM_RETRY_INTERVAL);
      }
    }
  }

  private void take(
      NodeSession node, ClaimedExecution taken, Function<ExecutionKey, HeldExecutions> holdings) {
    holdings.apply(taken.info().key()).claimed(node, taken);
    tally.count(ObservedEvent.CLAIMED);
  }

  void claimAll(Function<ExecutionKey, HeldExecutions> holdings) {
    for (NodeSession node : living) {
      List<ClaimedExecution> taken = node.claim(MAX_CLAIMS);
      while (!taken.isEmpty()) {
        taken.forEach(one -> take(node, one, holdings));
        taken = node.claim(MAX_CLAIMS);
      }
    }
  }

  /**
   * Ends a node.
   *
   * @param held the number of executions it holds
   * @param load the commits of its last write
   */
  void endNode(NodeDeath death, int held, List<Commit> load) throws InterruptedException {
    NodeSession node = death.node();
    living.remove(node);
    if (death.manner() == NodeDeath.DeathKind.CLOSES) {
      node.close();
      tally.count(ObservedEvent.CLOSED);
    } else {
      expel(node, held);
      tally.count(
          death.manner().beforeWriting()
              ? ObservedEvent.DIED_BEFORE_WRITING
              : ObservedEvent.DIED_AFTER_WRITING);
      if (!load.isEmpty()) {
        writeInVain(node, load);
      }
      node.close();
    }
    living.add(store.join("a later node"));
  }

  private void expel(NodeSession node, int held) {
    try {
      lapse.expire(node.node());
    } catch (Exception e) {
      throw new StoreFault("a lease could not be ended", e);
    }
    int released = living.getFirst().releaseDead();
    if (released != held) {
      throw new StoreFault(
          "node %d had %d executions, and %d were released".formatted(node.node(), held, released));
    }
  }

  private void writeInVain(NodeSession node, List<Commit> load) throws InterruptedException {
    try {
      List<?> results = node.write(0, load);
      throw new StoreFault("a node without a lease could write: " + results);
    } catch (ExpelledException e) {
      tally.count(ObservedEvent.EXPELLED);
    }
  }

  @Override
  public void close() {
    living.forEach(NodeSession::close);
  }
}
