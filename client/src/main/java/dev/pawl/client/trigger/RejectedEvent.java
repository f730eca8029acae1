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
    return JsonMembers.word(json, "id");
  }

  public String flow() {
    return JsonMembers.word(json, "flow");
  }

  /** Returns the kind of the problem, such as {@code SCHEMA}. */
  public String reason() {
    return JsonMembers.word(json, "reason");
  }

  public String message() {
    return JsonMembers.word(json, "message");
  }
}
