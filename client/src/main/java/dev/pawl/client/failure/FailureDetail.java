package dev.pawl.client.failure;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.List;

/**
 * A failure family with what its executions have in common.
 *
 * @param json as the server sent it
 */
public record FailureDetail(Json json) {

  public FailureFamily family() {
    return new FailureFamily(json.get("family").orElse(JsonObject.EMPTY));
  }

  /** Returns what sets the failures apart from executions that succeeded, the strongest first. */
  public List<Json> factors() {
    return JsonMembers.list(json, "factors");
  }

  /** Returns the executions that failed last, newest first. */
  public List<Json> examples() {
    return JsonMembers.list(json, "examples");
  }

  /** Returns what happened to the family, newest first. */
  public List<Json> history() {
    return JsonMembers.list(json, "history");
  }
}
