package dev.pawl.chaos.node;

import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Store;
import java.util.concurrent.atomic.AtomicInteger;

/** A store whose writes can be a process's last: it halts there, without a farewell. */
final class FailpointStore extends ForwardingStore {

  private static final int EXIT_CODE = 99;

  private final Failpoint failpoint;
  private final AtomicInteger writes = new AtomicInteger();

  FailpointStore(Store store, Failpoint failpoint) {
    super(store);
    this.failpoint = failpoint;
  }

  @Override
  public Membership join(String name) {
    return new FailpointMembership(super.join(name), this);
  }

  /** Another write begins; its number. */
  int count() {
    return writes.incrementAndGet();
  }

  void reach(Failpoint.When when, int write) {
    if (failpoint.equals(new Failpoint(when, write))) {
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }
}
