package dev.pawl.simulation.contract.node;

import dev.pawl.testkit.store.InMemoryStore;
import dev.pawl.testkit.time.TurnedClock;

class InMemoryNodeTest extends NodeContract {

  @Override
  protected Cluster open() {
    TurnedClock clock = new TurnedClock();
    return new Cluster(new InMemoryStore(clock), clock);
  }
}
