package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.live.ChildPlacement;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** Places the children of executions on this node or leaves them to any node. */
final class NodeChildren implements ChildPlacement {

  private final NodeServices services;
  private final NodeSession session;
  private final NodeExecutions executions;
  private final Consumer<Commit.ChildStart> starter;

  NodeChildren(
      NodeServices services,
      NodeSession session,
      NodeExecutions executions,
      Consumer<Commit.ChildStart> starter) {
    this.services = services;
    this.session = session;
    this.executions = executions;
    this.starter = starter;
  }

  @Override
  public ExecutionKey newKey(TenantId tenant) {
    return new ExecutionKey(tenant, services.ids().next());
  }

  @Override
  public Optional<VersionKey> currentVersion(TenantId tenant, String flow) {
    return services.flows().current(tenant, flow);
  }

  @Override
  public Optional<VersionKey> version(TenantId tenant, String flow, int number) {
    return services.flows().version(tenant, flow, number);
  }

  @Override
  public List<ExecutionMetadata> existing(ExecutionKey parent) {
    return session.children(parent);
  }

  /**
   * A node keeps its share of the children: one in as many as there are nodes. A child that needs a
   * concurrency permit is never started directly but claimed when a permit is free.
   */
  @Override
  public boolean startsHere(ExecutionMetadata child) {
    return executions.hasCapacity()
        && ThreadLocalRandom.current().nextInt(Math.max(1, session.members())) == 0
        && !session.isLimited(child);
  }

  @Override
  public void start(Commit.ChildStart child) {
    starter.accept(child);
  }
}
