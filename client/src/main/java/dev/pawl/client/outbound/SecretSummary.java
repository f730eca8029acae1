package dev.pawl.client.outbound;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;

/**
 * A secret without its value, which the server never returns.
 *
 * @param json as the server sent it
 */
public record SecretSummary(Json json) {

  public String name() {
    return JsonMembers.textOrEmpty(json, "name");
  }

  /** Returns the number of times its value was set. */
  public long version() {
    return JsonMembers.numberOrZero(json, "version");
  }

  public Instant updatedAt() {
    return JsonMembers.timeOrEpoch(json, "updatedAt");
  }

  public String updatedBy() {
    return JsonMembers.textOrEmpty(json, "updatedBy");
  }
}
