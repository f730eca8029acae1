package dev.pawl.client.trigger;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;

/**
 * The webhook of a flow.
 *
 * @param json as the server sent it
 */
public record Webhook(Json json) {

  public String path() {
    return JsonMembers.word(json, "path");
  }

  public String flow() {
    return JsonMembers.word(json, "flow");
  }

  public String authentication() {
    return JsonMembers.word(json, "authentication");
  }
}
