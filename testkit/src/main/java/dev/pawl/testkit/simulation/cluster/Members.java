package dev.pawl.testkit.simulation.cluster;

import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** The nodes that live, and how they take executions, die and follow each other. */
final class Members implements AutoCloseable {

  private static final int COUNT = 2;
  private static final int MANY = 1_000;

  private static final Duration NAP = Duration.ofMillis(10);

  private final Store store;
  private final Lapse lapse;
  private final Duration patience;
  private final Random random;
  private final Tally tally;
  private final List<Membership> living = new ArrayList<>();

  Members(Nodes.Conditions conditions, Random random) {
    this.store = conditions.store();
    this.lapse = conditions.lapse();
    this.patience = conditions.patience();
    this.tally = conditions.tally();
    this.random = random;
    for (int i = 0; i < COUNT; i++) {
      living.add(store.join("node " + i));
    }
  }

  List<Membership> all() {
    return List.copyOf(living);
  }

  Membership any() {
    return living.get(random.nextInt(COUNT));
  }

  void renew() {
    living.forEach(Membership::renew);
  }

  /** Takes what can go on until the wanted ones are among it. */
  void claim(Function<ExecutionKey, Holding> holdings, List<Holding> wanted)
      throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (wanted.stream().anyMatch(Holding::isFree)) {
      Membership node = any();
      List<Claimed> taken = node.claim(1 + random.nextInt(2 * wanted.size()));
      taken.forEach(one -> take(node, one, holdings));
      if (taken.isEmpty()) {
        if (System.nanoTime() - until > 0) {
          Holding missed = wanted.stream().filter(Holding::isFree).findFirst().orElseThrow();
          throw missed.fault("can go on, but no node gets it");
        }
        node.awaitNews(NAP);
      }
    }
  }

  private void take(Membership node, Claimed taken, Function<ExecutionKey, Holding> holdings) {
    holdings.apply(taken.card().key()).claimed(node, taken);
    tally.count(Seen.CLAIMED);
  }

  void claimAll(Function<ExecutionKey, Holding> holdings) {
    for (Membership node : living) {
      List<Claimed> taken = node.claim(MANY);
      while (!taken.isEmpty()) {
        taken.forEach(one -> take(node, one, holdings));
        taken = node.claim(MANY);
      }
    }
  }

  /**
   * @param held how many executions it has
   * @param load what it would have written, or has
   */
  void bury(Death death, int held, List<Commit> load) throws InterruptedException {
    Membership node = death.node();
    living.remove(node);
    if (death.manner() == Death.Manner.CLOSES) {
      node.close();
      tally.count(Seen.CLOSED);
    } else {
      expel(node, held);
      tally.count(
          death.manner().beforeWriting() ? Seen.DIED_BEFORE_WRITING : Seen.DIED_AFTER_WRITING);
      if (!load.isEmpty()) {
        writeInVain(node, load);
      }
      node.close();
    }
    living.add(store.join("a later node"));
  }

  private void expel(Membership node, int held) {
    try {
      lapse.lapse(node.node());
    } catch (Exception e) {
      throw new StoreFault("a lease could not be ended", e);
    }
    int released = living.getFirst().releaseDead();
    if (released != held) {
      throw new StoreFault(
          "node %d had %d executions, and %d were released".formatted(node.node(), held, released));
    }
  }

  private void writeInVain(Membership node, List<Commit> load) throws InterruptedException {
    try {
      List<?> results = node.write(0, load);
      throw new StoreFault("a node without a right to write could write: " + results);
    } catch (ExpelledException e) {
      tally.count(Seen.EXPELLED);
    }
  }

  @Override
  public void close() {
    living.forEach(Membership::close);
  }
}
