package dev.pawl.engine.run;

import dev.pawl.engine.ExecutionId;
import dev.pawl.model.Flow;
import dev.pawl.sdk.Handler;
import java.util.Optional;

/** Resolves the handlers and flows that executions use. */
public interface ExecutionPorts {

  /** Returns the ports for one execution; the same for all executions by default. */
  default ExecutionPorts seenBy(ExecutionId execution) {
    return this;
  }

  /** Finds the handler of a resource. */
  Optional<Handler> handler(String resource);

  /**
   * Returns false if there is certainly no handler for a resource now, so that the work is offered
   * to others at once. Must be fast.
   */
  default boolean mayServe(String resource) {
    return true;
  }

  /** Returns what is added to the services of every handler call; nothing by default. */
  default CallEnvironment callEnvironment() {
    return CallEnvironment.NONE;
  }

  /** Finds a flow by its code, for flows that call others. */
  default Optional<Flow> flow(String code) {
    return Optional.empty();
  }
}
