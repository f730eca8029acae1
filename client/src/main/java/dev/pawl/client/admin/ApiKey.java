package dev.pawl.client.admin;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An API key without its secret.
 *
 * @param json as the server sent it
 */
public record ApiKey(Json json) {

  public String id() {
    return JsonMembers.textOrEmpty(json, "id");
  }

  public String name() {
    return JsonMembers.textOrEmpty(json, "name");
  }

  public List<String> roles() {
    return JsonMembers.texts(json, "roles");
  }

  /** Returns the flows that it is limited to; none if it has no such limit. */
  public List<String> flows() {
    return JsonMembers.texts(json, "flows");
  }

  /** Returns the resources that it is limited to; none if it has no such limit. */
  public List<String> resources() {
    return JsonMembers.texts(json, "resources");
  }

  public Instant createdAt() {
    return JsonMembers.timeOrEpoch(json, "createdAt");
  }

  public Optional<Instant> expiresAt() {
    return JsonMembers.time(json, "expiresAt");
  }

  public Optional<Instant> revokedAt() {
    return JsonMembers.time(json, "revokedAt");
  }

  public Optional<Instant> lastUsedAt() {
    return JsonMembers.time(json, "lastUsedAt");
  }
}
