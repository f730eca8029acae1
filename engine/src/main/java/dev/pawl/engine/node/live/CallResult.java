package dev.pawl.engine.node.live;

import dev.pawl.engine.Fact;
import java.time.Instant;

/** The result of calling a handler on this node. */
public sealed interface CallResult {

  /** The handler succeeded or failed. */
  record OutcomeReady(Fact fact) implements CallResult {}

  /** The handler was interrupted; its failure counts only if the call is still wanted. */
  record Interrupted(Fact fact) implements CallResult {}

  /** The handler returned; the outcome of the step will arrive as a message. */
  enum Deferred implements CallResult {
    DEFERRED
  }

  /** The call was not made, or was only a probe: the breaker of its downstream is open. */
  record BreakerOpen(String downstream, Instant until) implements CallResult {}

  /** This node has no handler for the resource any more. */
  enum Unserved implements CallResult {
    UNSERVED
  }
}
