package dev.pawl.client.trigger;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;

/**
 * An event that could not start a flow.
 *
 * @param json as the server sent it
 */
public record RejectedEvent(Json json) {

  public String id() {
    return JsonMembers.textOrEmpty(json, "id");
  }

  public String flow() {
    return JsonMembers.textOrEmpty(json, "flow");
  }

  /** Returns the kind of the problem, such as {@code SCHEMA}. */
  public String reason() {
    return JsonMembers.textOrEmpty(json, "reason");
  }

  public String message() {
    return JsonMembers.textOrEmpty(json, "message");
  }
}
