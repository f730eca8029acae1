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
    return JsonMembers.count(json, "id");
  }

  public String name() {
    return JsonMembers.word(json, "name");
  }

  /** Returns true if its lease has not lapsed. */
  public boolean isAlive() {
    return JsonMembers.word(json, "status").equals("ALIVE");
  }

  public Instant startedAt() {
    return JsonMembers.moment(json, "startedAt");
  }

  public Instant leaseUntil() {
    return JsonMembers.moment(json, "leaseUntil");
  }

  /** Returns the number of executions that it holds. */
  public long executions() {
    return JsonMembers.count(json, "executions");
  }
}
