package dev.pawl.client.flow;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/**
 * The effect of an import or a deployment on one flow.
 *
 * @param json as the server sent it
 */
public record ImportedFlow(Json json) {

  /** What happened to the draft. */
  public enum Result {
    CREATED,
    CHANGED,
    UNCHANGED
  }

  public String code() {
    return JsonMembers.textOrEmpty(json, "code");
  }

  public Result result() {
    return Result.valueOf(JsonMembers.textOrEmpty(json, "result"));
  }

  /** Returns true if a new version was published, or would be. */
  public boolean publishes() {
    return JsonMembers.flag(json, "publishes");
  }

  /** Returns the number of the version that was published, if one was. */
  public Optional<Integer> version() {
    return JsonMembers.number(json, "version").map(Math::toIntExact);
  }

  public List<Finding> findings() {
    return Finding.of(json);
  }
}
