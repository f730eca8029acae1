package dev.pawl.chaos.node;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.NodeSession;
import java.util.List;

/** A node session that counts its writes and halts the process at one of them. */
final class FailpointNodeSession extends ForwardingNodeSession {

  private final FailpointStore store;

  FailpointNodeSession(NodeSession session, FailpointStore store) {
    super(session);
    this.store = store;
  }

  @Override
  public List<CommitResult> write(int writer, List<Commit> batch) throws InterruptedException {
    int write = store.count();
    store.reach(Failpoint.When.BEFORE, write);
    List<CommitResult> written = super.write(writer, batch);
    store.reach(Failpoint.When.AFTER, write);
    return written;
  }
}
