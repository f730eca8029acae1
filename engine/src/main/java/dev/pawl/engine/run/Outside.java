package dev.pawl.engine.run;

import dev.pawl.engine.ExecutionId;
import dev.pawl.model.Flow;
import dev.pawl.sdk.Handler;
import java.util.Optional;

/** The ports through which executions reach the outside. */
public interface Outside {

  /** What an execution gets to see of the outside: the same as all others, as a rule. */
  default Outside seenBy(ExecutionId execution) {
    return this;
  }

  /** The handler that serves a resource. */
  Optional<Handler> handler(String resource);

  /**
   * Whether there is a point in asking for the handler of a resource. A quick answer: no only where
   * there certainly is none at this moment, so that others can be offered the work without delay.
   */
  default boolean mayServe(String resource) {
    return true;
  }

  /** The flow of that code, for flows that call others. */
  default Optional<Flow> flow(String code) {
    return Optional.empty();
  }
}
