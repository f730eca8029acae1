package dev.pawl.client.flow;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/**
 * A resource that Tasks can name.
 *
 * @param json as the server sent it
 */
public record ResourceInfo(Json json) {

  public String resource() {
    return JsonMembers.textOrEmpty(json, "resource");
  }

  /** Returns who serves it: {@code builtin} or {@code worker}. */
  public String source() {
    return JsonMembers.textOrEmpty(json, "source");
  }

  /** Returns the resource that it is another name of. */
  public Optional<String> aliasOf() {
    return JsonMembers.value(json, "aliasOf").map(Json::asText);
  }

  /** Returns what its author says about it, if it has a descriptor. */
  public Optional<Json> descriptor() {
    return JsonMembers.value(json, "descriptor");
  }

  /** Returns the names of the workers that serve it. */
  public List<String> workers() {
    return JsonMembers.list(json, "workers").stream()
        .map(worker -> JsonMembers.textOrEmpty(worker, "name"))
        .toList();
  }
}
