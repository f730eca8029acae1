package dev.pawl.simulation.contract.store;

import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Store;
import dev.pawl.testkit.store.InMemoryStore;
import java.time.InstantSource;

class InMemoryStoreTest extends StoreContract {

  @Override
  protected Store open() {
    return new InMemoryStore(InstantSource.system());
  }

  @Override
  protected void expire(Store store, NodeSession member) {
    ((InMemoryStore) store).expire(member.node());
  }
}
