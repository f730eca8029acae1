package dev.pawl.sdk.job;

import dev.pawl.sdk.Json;
import java.util.Optional;

/**
 * Something that happened to a business object.
 *
 * @param type the type of the event, such as {@code POLICY_CREATED}
 * @param aggregateId the id of the business object
 * @param clientId the client, line of business and product by which bindings filter
 * @param payload the data of the event
 */
public record BusinessEvent(
    String type,
    String aggregateId,
    Optional<String> clientId,
    Optional<String> lobId,
    Optional<String> productId,
    Json payload) {

  public BusinessEvent {
    if (type.isBlank()) {
      throw new IllegalArgumentException(
          "eventType: it is empty; name the event, for example POLICY_CREATED");
    }
  }
}
