package dev.pawl.chaos.node;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.NodeSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A node session that delegates to another one; subclasses override single methods. */
public class ForwardingNodeSession implements NodeSession {

  private final NodeSession session;

  public ForwardingNodeSession(NodeSession session) {
    this.session = session;
  }

  @Override
  public int node() {
    return session.node();
  }

  @Override
  public int writers() {
    return session.writers();
  }

  @Override
  public List<CommitResult> write(int writer, List<Commit> batch) throws InterruptedException {
    return session.write(writer, batch);
  }

  @Override
  public List<ClaimedExecution> claim(int max) {
    return session.claim(max);
  }

  @Override
  public List<InboxMessage> messages(int max) {
    return session.messages(max);
  }

  @Override
  public void saveSnapshot(ExecutionKey key, ClaimedExecution.Snapshot snapshot) {
    session.saveSnapshot(key, snapshot);
  }

  @Override
  public List<ExecutionMetadata> children(ExecutionKey parent) {
    return session.children(parent);
  }

  @Override
  public Instant renew() {
    return session.renew();
  }

  @Override
  public boolean isLimited(ExecutionMetadata info) {
    return session.isLimited(info);
  }

  @Override
  public int members() {
    return session.members();
  }

  @Override
  public Duration lease() {
    return session.lease();
  }

  @Override
  public int releaseDead() {
    return session.releaseDead();
  }

  @Override
  public void awaitWork(Duration atMost) throws InterruptedException {
    session.awaitWork(atMost);
  }

  @Override
  public void close() {
    session.close();
  }
}
