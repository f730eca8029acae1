package dev.pawl.client.operate;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;

/**
 * An event that starts the flows bound to it and wakes executions that wait for it. The methods
 * return changed copies.
 *
 * @param json the body of the request
 */
public record BroadcastEvent(JsonObject json) {

  /** Returns an event of this name without a payload. */
  public static BroadcastEvent of(String type) {
    return new BroadcastEvent(JsonObject.of("type", Json.of(type)));
  }

  /** Sets the id; an event whose id was sent before has no further effect. */
  public BroadcastEvent id(String id) {
    return with("id", Json.of(id));
  }

  /** Sets the business object that it is about. */
  public BroadcastEvent aggregate(String id) {
    return with("aggregateId", Json.of(id));
  }

  /** Sets the client that it is about. */
  public BroadcastEvent client(String id) {
    return with("clientId", Json.of(id));
  }

  /** Sets the line of business that it is about. */
  public BroadcastEvent lob(String id) {
    return with("lobId", Json.of(id));
  }

  /** Sets the product that it is about. */
  public BroadcastEvent product(String id) {
    return with("productId", Json.of(id));
  }

  public BroadcastEvent payload(Json payload) {
    return with("payload", payload);
  }

  private BroadcastEvent with(String member, Json value) {
    return new BroadcastEvent(json.with(member, value));
  }
}
