package dev.pawl.engine.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Fate;
import java.time.Instant;
import java.util.Optional;

/**
 * What a store is told of the end of an execution: how it ended, or how it will end once its
 * compensation is through. Guarded by the lock of its {@link Live}.
 */
final class ExecutionEnd {

  private boolean isTold;

  static Fate.Ended of(Card card, Execution execution, Instant at) {
    Execution.Origin origin = execution.origin();
    return new Fate.Ended(
        execution.status(), startedAt(card.id(), origin), at, execution.failure());
  }

  /** An execution that continues another began when it was made, whatever its copied facts say. */
  private static Instant startedAt(ExecutionId id, Execution.Origin origin) {
    return origin.chance().equals(origin.id()) ? origin.startedAt() : Ids.timeOf(id);
  }

  /**
   * How an execution will end, if that is decided but not over. While the execution stays on its
   * node this is told once, so that not every commit changes its row.
   */
  Optional<Status> pending(Execution execution, Fate fate) {
    boolean stays = fate == Fate.GoesOn.GOES_ON;
    if (execution.status().isTerminal() || execution.ending().isEmpty() || (stays && isTold)) {
      return Optional.empty();
    }
    isTold |= stays;
    return execution.ending().map(Execution.Ending::status);
  }
}
