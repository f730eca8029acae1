package dev.pawl.chaos.client;

import dev.pawl.sdk.Json;
import java.util.Optional;

/**
 * Where a node takes requests. A request that returns was accepted, one that is refused was not,
 * and after any other exception nobody knows.
 */
public interface Door {

  /** Starts an execution and says which. */
  String start(String flow, Json input, Optional<String> key) throws Exception;

  /** Hands over an event; false if the execution has ended. */
  boolean event(String execution, String name, Json payload, Optional<String> key) throws Exception;

  /** Cancels an execution; false if it has ended. */
  boolean cancel(String execution, String reason) throws Exception;

  /** Lets an execution go on that was stopped; false if it has ended. */
  boolean resume(String execution) throws Exception;

  /** Finishes a step by its token; false if the execution has ended. */
  boolean callback(String token, Json result) throws Exception;
}
