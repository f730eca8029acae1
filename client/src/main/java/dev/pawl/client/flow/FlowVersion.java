package dev.pawl.client.flow;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * A published version of a flow; versions never change.
 *
 * @param json as the server sent it
 */
public record FlowVersion(Json json) {

  public int number() {
    return Math.toIntExact(JsonMembers.numberOrZero(json, "number"));
  }

  /** Returns true if new executions use this version. */
  public boolean isActive() {
    return JsonMembers.flag(json, "active");
  }

  public String note() {
    return JsonMembers.textOrEmpty(json, "note");
  }

  /** Returns the name of the key that published it. */
  public String publishedBy() {
    return JsonMembers.textOrEmpty(json, "publishedBy");
  }

  public Instant createdAt() {
    return JsonMembers.timeOrEpoch(json, "createdAt");
  }

  /** Returns the definition as it was written; empty in lists, which leave it out. */
  public Optional<String> source() {
    return JsonMembers.text(json, "source");
  }
}
