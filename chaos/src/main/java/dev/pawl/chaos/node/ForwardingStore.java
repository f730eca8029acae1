package dev.pawl.chaos.node;

import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Maintenance;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Versions;

/** A store that delegates to another one; subclasses override single methods. */
public class ForwardingStore implements Store {

  private final Store store;

  public ForwardingStore(Store store) {
    this.store = store;
  }

  @Override
  public NodeSession join(String name) {
    return store.join(name);
  }

  @Override
  public Inbox inbox() {
    return store.inbox();
  }

  @Override
  public Offers offers() {
    return store.offers();
  }

  @Override
  public Versions versions() {
    return store.versions();
  }

  @Override
  public Executions executions() {
    return store.executions();
  }

  @Override
  public Breakers breakers() {
    return store.breakers();
  }

  @Override
  public Maintenance maintenance() {
    return store.maintenance();
  }

  @Override
  public void close() {
    store.close();
  }
}
