package dev.pawl.client.operate;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;

/**
 * An event for all executions that wait for it. The methods return changed copies.
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

  public BroadcastEvent payload(Json payload) {
    return with("payload", payload);
  }

  private BroadcastEvent with(String member, Json value) {
    return new BroadcastEvent(json.with(member, value));
  }
}
