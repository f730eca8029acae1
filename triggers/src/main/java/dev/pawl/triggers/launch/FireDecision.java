package dev.pawl.triggers.launch;

import dev.pawl.engine.node.Launch;
import dev.pawl.engine.store.ExecutionKey;

/** What an event that matched a trigger leads to: nothing, a start, a wait, or a rejection. */
public sealed interface FireDecision {

  /** The filter does not hold: nothing happens. */
  enum Skip implements FireDecision {
    SKIP
  }

  /** The flow starts. */
  record Start(Launch launch, ExecutionKey key) implements FireDecision {}

  /**
   * The fire is collected with others of the same key.
   *
   * @param flow the flow that it will start
   */
  record Debounce(String key, String flow) implements FireDecision {}

  /** The fire is kept for replay. */
  record Reject(RejectReason reason, String message, String flow) implements FireDecision {}
}
