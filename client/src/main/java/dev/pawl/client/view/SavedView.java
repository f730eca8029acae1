package dev.pawl.client.view;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;

/**
 * A saved view of the console.
 *
 * @param json as the server sent it
 */
public record SavedView(Json json) {

  public String id() {
    return JsonMembers.textOrEmpty(json, "id");
  }

  public String page() {
    return JsonMembers.textOrEmpty(json, "page");
  }

  public String name() {
    return JsonMembers.textOrEmpty(json, "name");
  }

  /** Returns what the page shows: its filter, order and columns. */
  public Json query() {
    return json.get("query").orElse(JsonObject.EMPTY);
  }

  /** Returns true if everybody in the tenant sees it. */
  public boolean isShared() {
    return JsonMembers.flag(json, "shared");
  }

  public String owner() {
    return JsonMembers.textOrEmpty(json, "owner");
  }
}
