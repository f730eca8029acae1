package dev.pawl.triggers.binding;

import dev.pawl.model.NameLimit;
import dev.pawl.postgres.row.Sha256;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/**
 * Something that happened in an application, such as POLICY_CREATED.
 *
 * @param type the name by which bindings find it
 * @param id unique per tenant; an event whose id was published before starts nothing again
 * @param aggregateId the business object it is about
 * @param clientId the client it is about; ids are text, whatever their kind in the application
 * @param lobId the line of business it is about
 * @param productId the product it is about
 * @param payload further data
 */
public record DomainEvent(
    String type,
    String id,
    Optional<String> aggregateId,
    Optional<String> clientId,
    Optional<String> lobId,
    Optional<String> productId,
    Json payload) {

  /**
   * Creates an event.
   *
   * @throws IllegalArgumentException if a name or an id exceeds its limit
   */
  public DomainEvent {
    NameLimit.EVENT.require(type);
    NameLimit.EVENT_ID.require(id);
    aggregateId.ifPresent(NameLimit.BUSINESS_KEY::require);
    clientId.ifPresent(NameLimit.EVENT_ID::require);
    lobId.ifPresent(NameLimit.EVENT_ID::require);
    productId.ifPresent(NameLimit.EVENT_ID::require);
  }

  /** Returns the event as the envelope of an execution shows it. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("type", Json.of(type))
        .put("id", Json.of(id))
        .put("aggregateId", orNull(aggregateId))
        .put("clientId", orNull(clientId))
        .put("lobId", orNull(lobId))
        .put("productId", orNull(productId))
        .put("payload", payload)
        .build();
  }

  private static Json orNull(Optional<String> text) {
    return text.<Json>map(Json::of).orElse(JsonNull.NULL);
  }

  /** Reads what {@link #toJson} wrote. */
  public static DomainEvent read(Json json) {
    return new DomainEvent(
        json.get("type").orElseThrow().asText(),
        json.get("id").orElseThrow().asText(),
        text(json, "aggregateId"),
        text(json, "clientId"),
        text(json, "lobId"),
        text(json, "productId"),
        json.get("payload").orElse(JsonObject.EMPTY));
  }

  /**
   * Returns the idempotency key of the starts and messages of an event; ids that are too long for
   * one are digested.
   */
  public static String idempotencyKey(String id) {
    String key = "event:" + id;
    return NameLimit.IDEMPOTENCY_KEY.admits(key) ? key : "event:" + Sha256.hex(id);
  }

  private static Optional<String> text(Json json, String name) {
    return json.get(name).filter(value -> !value.isNull()).map(Json::asText);
  }
}
