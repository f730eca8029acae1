package dev.pawl.testkit.store;

import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Store;
import dev.pawl.testkit.store.contract.StoreContract;
import java.time.InstantSource;

class InMemoryStoreTest extends StoreContract {

  @Override
  protected Store open() {
    return new InMemoryStore(InstantSource.system());
  }

  @Override
  protected void expire(Store store, Membership member) {
    ((InMemoryStore) store).expire(member.node());
  }
}
