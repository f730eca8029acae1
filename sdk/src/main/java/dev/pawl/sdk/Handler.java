package dev.pawl.sdk;

import java.util.Optional;

/**
 * The code that does the work of a Task state.
 *
 * <p>A handler may be called again for the same step: after a failure that the flow retries, and
 * after the death of the node that called it. {@link HandlerCall#idempotencyKey()} is equal in all
 * those calls.
 */
@FunctionalInterface
public interface Handler {

  /**
   * Does the work and returns its result.
   *
   * @throws HandlerException to fail the step under a name that Retry and Catch can match
   * @throws Exception any other exception fails the step under the name of its class
   */
  Json handle(HandlerCall call) throws Exception;

  /**
   * Returns the name of the system that a call would use, such as {@code crm.example:443}; empty if
   * it uses none, or none that can fail by itself. While the circuit breaker of that system is
   * open, the call is not made and no attempt is used.
   *
   * <p>It is asked before each call and must be fast, without input and output. If it throws, the
   * call is made without a circuit breaker.
   *
   * @return at most 200 visible characters of ASCII except / \\ % and ;
   */
  default Optional<String> downstream(HandlerCall call) throws Exception {
    return Optional.empty();
  }

  /** Describes the handler for people and tools that write flows. */
  default HandlerDescriptor descriptor() {
    return HandlerDescriptor.ANY;
  }
}
