package dev.pawl.client.flow;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.util.List;

/**
 * The result of checking a definition.
 *
 * @param json as the server sent it
 */
public record Validation(Json json) {

  /** Returns true if the definition has no errors; it may have warnings. */
  public boolean isValid() {
    return JsonMembers.flag(json, "valid");
  }

  public List<Finding> findings() {
    return Finding.of(json);
  }
}
