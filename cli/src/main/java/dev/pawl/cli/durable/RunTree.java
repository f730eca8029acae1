package dev.pawl.cli.durable;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.ExecutionMetadata;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Distinguishes the run and its descendants from other executions. The node claims every execution
 * in the store; only those of the run are shown and use its handlers.
 */
final class RunTree {

  private final RunIdentity identity;
  private final Function<ExecutionId, Optional<ExecutionMetadata>> lookup;
  private final Map<ExecutionId, ExecutionMetadata> members = new ConcurrentHashMap<>();
  private final Map<ExecutionId, Boolean> others = new ConcurrentHashMap<>();

  RunTree(RunIdentity identity, Function<ExecutionId, Optional<ExecutionMetadata>> lookup) {
    this.identity = identity;
    this.lookup = lookup;
  }

  boolean has(ExecutionId id) {
    if (members.containsKey(id) || others.containsKey(id)) {
      return members.containsKey(id);
    }
    return lookup.apply(id).map(this::has).orElse(false);
  }

  boolean has(ExecutionMetadata info) {
    if (members.containsKey(info.id())) {
      return true;
    }
    boolean isMember =
        identity.isOf(info)
            || (identity.mayBeParentOf(info) && has(info.parent().orElseThrow().id()));
    if (isMember) {
      members.put(info.id(), info);
    } else {
      others.put(info.id(), true);
    }
    return isMember;
  }

  String flow(ExecutionId id) {
    ExecutionMetadata info = members.get(id);
    return info == null ? identity.flow() : info.version().flow();
  }
}
