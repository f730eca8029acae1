package dev.pawl.triggers.launch;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import java.util.Optional;

/** Finds the version of a flow that a trigger starts. */
public interface FlowResolver {

  /** Returns a resolver of the versions that the node uses for starts, with normal priority. */
  static FlowResolver currentOf(Node node) {
    return (tenant, flow) ->
        node.currentVersion(tenant, flow)
            .map(version -> new StartableFlow(version.number(), Priority.NORMAL));
  }

  /** A version of a flow that can be started. */
  record StartableFlow(int version, Priority priority) {}

  /** Returns the flow; empty if it does not exist or cannot be started now. */
  Optional<StartableFlow> find(TenantId tenant, String flow);
}
