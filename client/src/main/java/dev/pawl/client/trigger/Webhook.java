package dev.pawl.client.trigger;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;

/**
 * The webhook of a flow, as the server lists it.
 *
 * @param json as the server sent it
 */
public record Webhook(Json json) {

  public String path() {
    return JsonMembers.textOrEmpty(json, "path");
  }

  public String flow() {
    return JsonMembers.textOrEmpty(json, "flow");
  }

  public String authentication() {
    return JsonMembers.textOrEmpty(json, "authentication");
  }
}
