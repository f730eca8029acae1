package dev.pawl.client.operate;

import dev.pawl.client.execution.ExecutionStatus;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;

/**
 * The number of executions that a bulk action would apply to.
 *
 * @param json as the server sent it
 */
public record MatchCount(Json json) {

  public long matches() {
    return JsonMembers.numberOrZero(json, "matches");
  }

  /** Returns true if there may be more, because the server stopped counting. */
  public boolean isLowerBound() {
    return JsonMembers.flag(json, "atLeast");
  }

  /** Returns how many of them have a status. */
  public long withStatus(ExecutionStatus status) {
    return json.get("byStatus")
        .flatMap(counts -> counts.get(status.name()))
        .map(count -> Long.parseLong(count.asText()))
        .orElse(0L);
  }
}
