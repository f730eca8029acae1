package dev.pawl.chaos.node;

import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Store;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that halts the process at a chosen write, without shutdown. */
final class FailpointStore extends ForwardingStore {

  private static final int EXIT_CODE = 99;

  private final Failpoint failpoint;
  private final AtomicInteger writes = new AtomicInteger();

  FailpointStore(Store store, Failpoint failpoint) {
    super(store);
    this.failpoint = failpoint;
  }

  @Override
  public NodeSession join(String name) {
    return new FailpointNodeSession(super.join(name), this);
  }

  /** Counts a write and returns its number. */
  int count() {
    return writes.incrementAndGet();
  }

  void reach(Failpoint.When when, int write) {
    if (failpoint.equals(new Failpoint(when, write))) {
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }
}
