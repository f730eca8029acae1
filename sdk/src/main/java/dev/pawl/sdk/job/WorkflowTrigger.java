package dev.pawl.sdk.job;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Starts the workflows that are bound to business events. */
public interface WorkflowTrigger {

  /**
   * Publishes an event: starts all workflows whose bindings match it, in the transaction of the
   * caller if there is one.
   *
   * @param eventType the type of the event, such as {@code POLICY_CREATED}
   * @param aggregateId the id of the business object that the event is about
   * @param clientId the client, a number, UUID or text; null for none
   * @param lobId the line of business; null for none
   * @param productId the product; null for none
   * @param payload a record, map or other value with a JSON form; null for none
   */
  void onEvent(
      String eventType,
      UUID aggregateId,
      @Nullable Object clientId,
      @Nullable Object lobId,
      @Nullable Object productId,
      @Nullable Object payload);

  /** Publishes an event without a payload. */
  default void onEvent(
      String eventType,
      UUID aggregateId,
      @Nullable Object clientId,
      @Nullable Object lobId,
      @Nullable Object productId) {
    onEvent(eventType, aggregateId, clientId, lobId, productId, null);
  }

  /**
   * Returns a trigger that publishes events of another tenant.
   *
   * @param code the code of the tenant
   * @throws IllegalArgumentException if there is no such tenant
   */
  WorkflowTrigger forTenant(String code);
}
