package dev.pawl.sdk;

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

  /** Describes the handler for people and tools that write flows. */
  default HandlerDescriptor descriptor() {
    return HandlerDescriptor.ANY;
  }
}
