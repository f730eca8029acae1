package dev.pawl.client.admin;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;

/**
 * A node of the cluster.
 *
 * @param json as the server sent it
 */
public record NodeInfo(Json json) {

  /** Returns the number of the incarnation; a restarted node has another one. */
  public long id() {
    return JsonMembers.numberOrZero(json, "id");
  }

  public String name() {
    return JsonMembers.textOrEmpty(json, "name");
  }

  /** Returns true if its lease has not lapsed. */
  public boolean isAlive() {
    return JsonMembers.textOrEmpty(json, "status").equals("ALIVE");
  }

  public Instant startedAt() {
    return JsonMembers.timeOrEpoch(json, "startedAt");
  }

  public Instant leaseUntil() {
    return JsonMembers.timeOrEpoch(json, "leaseUntil");
  }

  /** Returns the number of executions that it holds. */
  public long executions() {
    return JsonMembers.numberOrZero(json, "executions");
  }
}
