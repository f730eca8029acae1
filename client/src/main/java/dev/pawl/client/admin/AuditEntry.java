package dev.pawl.client.admin;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;

/**
 * A request in the audit trail.
 *
 * @param json as the server sent it
 */
public record AuditEntry(Json json) {

  public long number() {
    return JsonMembers.numberOrZero(json, "number");
  }

  public Instant at() {
    return JsonMembers.timeOrEpoch(json, "at");
  }

  /** Returns the name of the key or the user. */
  public String actor() {
    return JsonMembers.textOrEmpty(json, "actor");
  }

  /** Returns the operation, such as {@code POST /api/keys}. */
  public String endpoint() {
    return JsonMembers.textOrEmpty(json, "endpoint");
  }

  /** Returns what the request was about, such as the code of a flow. */
  public String target() {
    return JsonMembers.textOrEmpty(json, "target");
  }

  /** Returns the HTTP status of the response. */
  public int status() {
    return Math.toIntExact(JsonMembers.numberOrZero(json, "status"));
  }

  /** Returns the network address that the request came from. */
  public String address() {
    return JsonMembers.textOrEmpty(json, "address");
  }

  /** Returns how many requests the entry stands for. */
  public long count() {
    return JsonMembers.numberOrZero(json, "count");
  }
}
