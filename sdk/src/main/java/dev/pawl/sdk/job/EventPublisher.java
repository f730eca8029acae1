package dev.pawl.sdk.job;

import java.util.Optional;

/** Publishes business events to the engine, which starts the workflows bound to them. */
@FunctionalInterface
public interface EventPublisher {

  /**
   * Publishes an event, in the transaction of the caller if there is one.
   *
   * @param tenant the code of the tenant; empty for the tenant of this program
   * @throws IllegalArgumentException if there is no such tenant
   */
  void publish(Optional<String> tenant, BusinessEvent event);
}
