package dev.pawl.simulation;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Removes members from JSON values before they are compared. */
public final class JsonMembers {

  private JsonMembers() {}

  /** Returns the value without the members of these names, at any depth. */
  public static Json without(Set<String> names, Json json) {
    return switch (json) {
      case JsonObject object -> {
        Map<String, Json> members = new LinkedHashMap<>();
        object
            .members()
            .forEach(
                (name, value) -> {
                  if (!names.contains(name)) {
                    members.put(name, without(names, value));
                  }
                });
        yield JsonObject.of(members);
      }
      case JsonArray array ->
          JsonArray.of(array.elements().stream().map(one -> without(names, one)).toList());
      default -> json;
    };
  }
}
