package dev.pawl.chaos.node;

import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Upkeep;
import dev.pawl.engine.store.Versions;

/** A store that does what another one does, except where somebody meddles. */
public class ForwardingStore implements Store {

  private final Store store;

  public ForwardingStore(Store store) {
    this.store = store;
  }

  @Override
  public Membership join(String name) {
    return store.join(name);
  }

  @Override
  public Mail mail() {
    return store.mail();
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
  public Upkeep upkeep() {
    return store.upkeep();
  }

  @Override
  public void close() {
    store.close();
  }
}
