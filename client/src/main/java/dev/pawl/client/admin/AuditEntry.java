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
    return JsonMembers.count(json, "number");
  }

  public Instant at() {
    return JsonMembers.moment(json, "at");
  }

  /** Returns the name of the key or the user. */
  public String actor() {
    return JsonMembers.word(json, "actor");
  }

  /** Returns the operation, such as {@code POST /api/keys}. */
  public String endpoint() {
    return JsonMembers.word(json, "endpoint");
  }

  /** Returns what the request was about, such as the code of a flow. */
  public String target() {
    return JsonMembers.word(json, "target");
  }

  /** Returns the HTTP status of the response. */
  public int status() {
    return Math.toIntExact(JsonMembers.count(json, "status"));
  }

  /** Returns the network address that the request came from. */
  public String address() {
    return JsonMembers.word(json, "address");
  }

  /** Returns how many requests the entry stands for. */
  public long count() {
    return JsonMembers.count(json, "count");
  }
}
