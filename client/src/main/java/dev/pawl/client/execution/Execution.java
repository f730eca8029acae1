package dev.pawl.client.execution;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An execution as it was when the server answered.
 *
 * @param json as the server sent it
 */
public record Execution(Json json) {

  public String id() {
    return JsonMembers.textOrEmpty(json, "id");
  }

  /** Returns the code of the flow. */
  public String flow() {
    return JsonMembers.textOrEmpty(json, "flow");
  }

  /** Returns the version of the flow; empty for the test of a draft. */
  public Optional<Integer> version() {
    return JsonMembers.number(json, "version").map(Math::toIntExact);
  }

  public ExecutionStatus status() {
    return ExecutionStatus.valueOf(JsonMembers.textOrEmpty(json, "status"));
  }

  /** Returns true if the status never changes again. */
  public boolean hasEnded() {
    return status().hasEnded();
  }

  /** Returns the status with which it will end, while it compensates. */
  public Optional<ExecutionStatus> ending() {
    return JsonMembers.text(json, "ending").map(ExecutionStatus::valueOf);
  }

  /** Returns the input; JSON null in lists, which leave it out. */
  public Json input() {
    return json.get("input").orElse(JsonNull.NULL);
  }

  /** Returns the output, if it has succeeded. */
  public Optional<Json> output() {
    return status() == ExecutionStatus.SUCCEEDED ? json.get("output") : Optional.empty();
  }

  /** Returns the name of the error with which it failed. */
  public Optional<String> error() {
    return JsonMembers.text(json, "error");
  }

  /** Returns the cause that belongs to the error. */
  public Optional<String> cause() {
    return JsonMembers.text(json, "cause");
  }

  public Optional<String> businessKey() {
    return JsonMembers.text(json, "businessKey");
  }

  public Map<String, String> labels() {
    return JsonMembers.map(json, "labels");
  }

  public boolean isTest() {
    return JsonMembers.flag(json, "test");
  }

  /** Returns the id of the execution that started it, if it is a child. */
  public Optional<String> parent() {
    return JsonMembers.text(json, "parent");
  }

  /** Returns the id of the execution that this one is a retry of. */
  public Optional<String> retriedFrom() {
    return JsonMembers.text(json, "retriedFrom");
  }

  /** Returns the operator action that was accepted but is not applied yet. */
  public Optional<String> requested() {
    return JsonMembers.text(json, "requested");
  }

  /** Returns what it waits for, such as {@code event}, {@code timer} or {@code person}. */
  public List<String> waitsFor() {
    return JsonMembers.texts(json, "waitsFor");
  }

  public Instant startedAt() {
    return JsonMembers.timeOrEpoch(json, "startedAt");
  }

  public Optional<Instant> endedAt() {
    return JsonMembers.time(json, "endedAt");
  }
}
