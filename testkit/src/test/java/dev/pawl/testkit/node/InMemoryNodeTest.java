package dev.pawl.testkit.node;

import dev.pawl.engine.store.Store;
import dev.pawl.testkit.store.InMemoryStore;
import java.time.Clock;

class InMemoryNodeTest extends NodeContract {

  @Override
  protected Store open() {
    return new InMemoryStore(Clock.systemUTC());
  }
}
