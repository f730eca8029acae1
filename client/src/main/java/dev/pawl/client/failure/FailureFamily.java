package dev.pawl.client.failure;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.Optional;

/**
 * Failed executions of a flow with the same state, error and form of the message.
 *
 * @param json as the server sent it
 */
public record FailureFamily(Json json) {

  public String id() {
    return JsonMembers.textOrEmpty(json, "id");
  }

  public String flow() {
    return JsonMembers.textOrEmpty(json, "flow");
  }

  /** Returns the state in which the executions failed; empty if it is not known. */
  public String state() {
    return JsonMembers.textOrEmpty(json, "state");
  }

  public String error() {
    return JsonMembers.textOrEmpty(json, "error");
  }

  /** Returns the message of the error with placeholders for what differs. */
  public String message() {
    return JsonMembers.textOrEmpty(json, "message");
  }

  /** Returns the message of the execution that failed last. */
  public Optional<String> cause() {
    return JsonMembers.text(json, "cause");
  }

  public FailureStatus status() {
    return FailureStatus.of(JsonMembers.textOrEmpty(json, "status"));
  }

  /** Returns the number of executions that failed in the period. */
  public long count() {
    return JsonMembers.numberOrZero(json, "count");
  }

  /** Returns the number of those that no execution retries, up to 10,000. */
  public long retryable() {
    return JsonMembers.numberOrZero(json, "retryable");
  }

  public Instant firstAt() {
    return JsonMembers.timeOrEpoch(json.get("first").orElse(JsonObject.EMPTY), "at");
  }

  public Instant lastAt() {
    return JsonMembers.timeOrEpoch(json.get("last").orElse(JsonObject.EMPTY), "at");
  }

  public Optional<String> assignee() {
    return JsonMembers.text(json, "assignee");
  }

  public Optional<String> note() {
    return JsonMembers.text(json, "note");
  }
}
