package dev.pawl.chaos.client;

import dev.pawl.sdk.Json;
import java.util.Optional;

/**
 * The requests that a node accepts. A request that returns was accepted, a refused one has no
 * effect, and after any other exception the outcome is unknown.
 */
public interface ServerEndpoint {

  /** Starts an execution and returns its id. */
  String start(String flow, Json input, Optional<String> key) throws Exception;

  /** Sends an event; returns false if the execution has ended. */
  boolean event(String execution, String name, Json payload, Optional<String> key) throws Exception;

  /** Cancels an execution; returns false if it has ended. */
  boolean cancel(String execution, String reason) throws Exception;

  /** Resumes a paused execution; returns false if it has ended. */
  boolean resume(String execution) throws Exception;

  /** Completes a step by its task token; returns false if the execution has ended. */
  boolean callback(String token, Json result) throws Exception;
}
