package dev.pawl.sdk;

/**
 * Code that does a Task state's work.
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

  /** What people and tools may know about this handler before they use it. */
  default HandlerDescriptor descriptor() {
    return HandlerDescriptor.ANY;
  }
}
