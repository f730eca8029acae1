package dev.pawl.engine.node.live;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.time.ExecutionIds;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Continue;
import dev.pawl.engine.store.ExecutionMetadata;
import java.time.Instant;
import java.util.Optional;

/**
 * The end of an execution as commits report it: the actual end, or the end that is decided while
 * compensation still runs. Guarded by the lock of its {@link LiveExecution}.
 */
final class ExecutionEnd {

  private boolean isReported;

  static Disposition.End of(ExecutionMetadata info, Execution execution, Instant at) {
    Execution.Origin origin = execution.origin();
    return new Disposition.End(
        execution.status(), startedAt(info.id(), origin), at, execution.failure());
  }

  /** A retried execution starts when its id is generated; its copied facts are older. */
  private static Instant startedAt(ExecutionId id, Execution.Origin origin) {
    return origin.chance().equals(origin.id()) ? origin.startedAt() : ExecutionIds.timeOf(id);
  }

  /**
   * Returns the decided end of an execution that is still compensating. While the execution stays
   * on its node this is reported once, so that not every commit updates its row.
   */
  Optional<Status> pending(Execution execution, Disposition disposition) {
    boolean stays = disposition == Continue.CONTINUE;
    if (execution.status().isTerminal() || execution.ending().isEmpty() || (stays && isReported)) {
      return Optional.empty();
    }
    isReported |= stays;
    return execution.ending().map(Execution.Ending::status);
  }
}
