package dev.pawl.client.execution;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why an execution does not advance.
 *
 * @param json as the server sent it
 */
public record Explanation(Json json) {

  public ExecutionStatus status() {
    return ExecutionStatus.valueOf(JsonMembers.textOrEmpty(json, "status"));
  }

  /** Returns when the execution times out as a whole. */
  public Optional<Instant> deadline() {
    return JsonMembers.time(json, "deadline");
  }

  /** Returns everything that holds it; none if it has ended or is advancing. */
  public List<Reason> reasons() {
    return JsonMembers.list(json, "reasons").stream().map(Reason::new).toList();
  }

  /** One thing that holds an execution. */
  public record Reason(Json json) {

    /** Returns the kind, such as {@code no-worker}, {@code event} or {@code paused}. */
    public String kind() {
      return JsonMembers.textOrEmpty(json, "kind");
    }

    /** Returns the name of the state that is held, if it is one state. */
    public Optional<String> state() {
      return JsonMembers.text(json, "state");
    }

    /** Returns the id of the step that is held, if it is one step. */
    public Optional<String> step() {
      return JsonMembers.text(json, "step");
    }

    /** Returns a description in words. */
    public String description() {
      return JsonMembers.textOrEmpty(json, "what");
    }

    /** Returns what to do to release it. */
    public String release() {
      return JsonMembers.textOrEmpty(json, "release");
    }

    public Optional<Instant> since() {
      return JsonMembers.time(json, "since");
    }

    /** Returns when it passes by itself, if it does. */
    public Optional<Instant> until() {
      return JsonMembers.time(json, "until");
    }
  }
}
