package dev.pawl.engine.node.live;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import java.util.List;
import java.util.Optional;

/** The services of a node for starting child executions. */
public interface ChildPlacement {

  /** Generates the key of a new child. */
  ExecutionKey newKey(TenantId tenant);

  /** Finds the version that a call of a flow starts. */
  Optional<VersionKey> currentVersion(TenantId tenant, String flow);

  /** Finds a version of a flow by its number. */
  Optional<VersionKey> version(TenantId tenant, String flow, int number);

  /** Reads the children that an execution has already started, live and finished ones. */
  List<ExecutionMetadata> existing(ExecutionKey parent);

  /** Decides whether a new child starts on this node; if not, any node may claim it. */
  boolean startsHere(ExecutionMetadata child);

  /** Starts a child on this node, after the commit with its first fact is durable. */
  void start(Commit.ChildStart child);
}
