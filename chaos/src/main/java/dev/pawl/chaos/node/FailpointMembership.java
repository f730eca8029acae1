package dev.pawl.chaos.node;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.util.List;

/** A membership that counts its writes, and dies at one of them. */
final class FailpointMembership extends ForwardingMembership {

  private final FailpointStore store;

  FailpointMembership(Membership membership, FailpointStore store) {
    super(membership);
    this.store = store;
  }

  @Override
  public List<Written> write(int writer, List<Commit> batch) throws InterruptedException {
    int write = store.count();
    store.reach(Failpoint.When.BEFORE, write);
    List<Written> written = super.write(writer, batch);
    store.reach(Failpoint.When.AFTER, write);
    return written;
  }
}
