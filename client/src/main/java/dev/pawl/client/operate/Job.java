package dev.pawl.client.operate;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * An action on many executions that the nodes carry out in the background.
 *
 * @param json as the server sent it
 */
public record Job(Json json) {

  /** The status of a job. */
  public enum Status {
    RUNNING,
    DONE,
    CANCELLED,
    FAILED
  }

  public String id() {
    return JsonMembers.textOrEmpty(json, "id");
  }

  /** Returns the action, such as {@code CANCEL} or {@code PAUSE_ALL}. */
  public String action() {
    return JsonMembers.textOrEmpty(json, "action");
  }

  public Status status() {
    return Status.valueOf(JsonMembers.textOrEmpty(json, "status"));
  }

  /** Returns the number of executions that the action was applied to. */
  public long done() {
    return JsonMembers.numberOrZero(json, "done");
  }

  /** Returns the number of executions that refused the action. */
  public long refused() {
    return JsonMembers.numberOrZero(json, "refused");
  }

  /** Returns the number of executions that matched; 1,000,000 stands for so many or more. */
  public Optional<Long> total() {
    return JsonMembers.number(json, "total");
  }

  /** Returns why it failed. */
  public Optional<String> problem() {
    return JsonMembers.text(json, "problem");
  }

  /** Returns the name of the key that created it. */
  public String createdBy() {
    return JsonMembers.textOrEmpty(json, "createdBy");
  }

  public Instant createdAt() {
    return JsonMembers.timeOrEpoch(json, "createdAt");
  }

  public Optional<Instant> endedAt() {
    return JsonMembers.time(json, "endedAt");
  }
}
