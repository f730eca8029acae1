package dev.pawl.engine.run;

import dev.pawl.engine.Command;
import dev.pawl.engine.ExecutionId;
import dev.pawl.model.Flow;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
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

  /**
   * The text (or bytes as text) of the items that a distributed Map goes over.
   *
   * @throws HandlerException if it cannot be had
   */
  default String readItems(Command.Source source) throws HandlerException {
    throw new HandlerException(
        "States.ItemReaderFailed", "nothing here reads items from '" + source.resource() + "'");
  }

  /**
   * Takes the results of a distributed Map and says where they are.
   *
   * @throws HandlerException if it cannot
   */
  default Json writeResults(Command.WriteResults results) throws HandlerException {
    throw new HandlerException(
        "States.ResultWriterFailed",
        "nothing here writes results to '" + results.writer().resource().orElse("") + "'");
  }
}
