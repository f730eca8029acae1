package dev.pawl.client.flow;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A flow with its draft, as the server stores it.
 *
 * @param json as the server sent it
 */
public record Flow(Json json) {

  public String id() {
    return JsonMembers.textOrEmpty(json, "id");
  }

  public String code() {
    return JsonMembers.textOrEmpty(json, "code");
  }

  public String name() {
    return JsonMembers.textOrEmpty(json, "name");
  }

  public String description() {
    return JsonMembers.textOrEmpty(json, "description");
  }

  public String category() {
    return JsonMembers.textOrEmpty(json, "category");
  }

  public List<String> tags() {
    return JsonMembers.texts(json, "tags");
  }

  public FlowStatus status() {
    return FlowStatus.valueOf(JsonMembers.textOrEmpty(json, "status"));
  }

  /** Returns the number of the version that new executions use, if one is active. */
  public Optional<Integer> activeVersion() {
    return JsonMembers.number(json, "active").map(Math::toIntExact);
  }

  /** Returns the number of the version that was published last, if there is one. */
  public Optional<Integer> latestVersion() {
    return JsonMembers.number(json, "latest").map(Math::toIntExact);
  }

  /** Returns the revision of the draft; each save of the draft increments it. */
  public int revision() {
    return Math.toIntExact(JsonMembers.numberOrZero(json, "revision"));
  }

  /** Returns the text of the draft; empty in lists, which leave it out. */
  public Optional<String> draftSource() {
    return JsonMembers.text(json.get("draft").orElse(JsonNull.NULL), "source");
  }

  /** Returns all errors and warnings of the draft. */
  public List<Finding> findings() {
    return Finding.of(json);
  }

  public Instant createdAt() {
    return JsonMembers.timeOrEpoch(json, "createdAt");
  }

  public Instant updatedAt() {
    return JsonMembers.timeOrEpoch(json, "updatedAt");
  }
}
