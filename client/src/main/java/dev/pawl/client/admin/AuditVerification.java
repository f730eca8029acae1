package dev.pawl.client.admin;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.util.Optional;

/**
 * The result of checking the audit trail.
 *
 * @param json as the server sent it
 */
public record AuditVerification(Json json) {

  /** Returns true if no entry was changed or removed. */
  public boolean isIntact() {
    return JsonMembers.flag(json, "intact");
  }

  /** Returns the number of entries that were checked. */
  public long entries() {
    return JsonMembers.numberOrZero(json, "entries");
  }

  /** Returns the number of the first entry that was changed, or that follows a missing one. */
  public Optional<Long> brokenAt() {
    return JsonMembers.number(json, "brokenAt");
  }

  /** Returns the hash of the newest entry; kept elsewhere, it later reveals a truncated trail. */
  public String head() {
    return JsonMembers.textOrEmpty(json, "head");
  }
}
