package dev.pawl.client.admin;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * A tenant of a server.
 *
 * @param json as the server sent it
 */
public record Tenant(Json json) {

  public String code() {
    return JsonMembers.textOrEmpty(json, "code");
  }

  public String name() {
    return JsonMembers.textOrEmpty(json, "name");
  }

  /** Returns true if its keys are refused and nothing of it runs. */
  public boolean isSuspended() {
    return JsonMembers.textOrEmpty(json, "status").equals("SUSPENDED");
  }

  public Instant createdAt() {
    return JsonMembers.timeOrEpoch(json, "createdAt");
  }

  public Optional<Instant> suspendedAt() {
    return JsonMembers.time(json, "suspendedAt");
  }
}
