package dev.pawl.client.trigger;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;

/**
 * A binding of an event to a flow.
 *
 * @param json as the server sent it
 */
public record Binding(Json json) {

  public String id() {
    return JsonMembers.textOrEmpty(json, "id");
  }

  public String event() {
    return JsonMembers.textOrEmpty(json, "event");
  }

  public String flow() {
    return JsonMembers.textOrEmpty(json, "flow");
  }

  public boolean isEnabled() {
    return JsonMembers.flag(json, "enabled");
  }
}
