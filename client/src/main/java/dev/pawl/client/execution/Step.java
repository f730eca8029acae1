package dev.pawl.client.execution;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One visit of an execution to a state, with its attempts.
 *
 * @param json as the server sent it
 */
public record Step(Json json) {

  /** Returns the id within the execution, such as {@code /@3}. */
  public String id() {
    return JsonMembers.textOrEmpty(json, "step");
  }

  /** Returns the name of the state. */
  public String state() {
    return JsonMembers.textOrEmpty(json, "state");
  }

  /** Returns the type of the state, such as {@code Task}. */
  public String type() {
    return JsonMembers.textOrEmpty(json, "type");
  }

  /** Returns the frame: the root, a branch, an item of a Map, or a node of a Graph. */
  public String frame() {
    return JsonMembers.textOrEmpty(json, "frame");
  }

  public StepStatus status() {
    return StepStatus.valueOf(JsonMembers.textOrEmpty(json, "status"));
  }

  /** Returns the number of the newest attempt, from 1. */
  public int attempt() {
    return Math.toIntExact(JsonMembers.numberOrZero(json, "attempt"));
  }

  public Json input() {
    return json.get("input").orElse(JsonNull.NULL);
  }

  public Optional<Json> output() {
    return json.get("output");
  }

  public Optional<String> error() {
    return JsonMembers.text(json, "error");
  }

  public Optional<String> cause() {
    return JsonMembers.text(json, "cause");
  }

  public Instant startedAt() {
    return JsonMembers.timeOrEpoch(json, "startedAt");
  }

  public Optional<Instant> endedAt() {
    return JsonMembers.time(json, "endedAt");
  }

  public Optional<Duration> duration() {
    return JsonMembers.text(json, "duration").map(Duration::parse);
  }

  /** Returns when the next attempt starts, if the step waits for a retry. */
  public Optional<Instant> nextAttemptAt() {
    return JsonMembers.time(json, "nextAttemptAt");
  }

  /** Returns the attempts, oldest first; none for states that have no attempts. */
  public List<Attempt> attempts() {
    return JsonMembers.list(json, "attempts").stream().map(Attempt::new).toList();
  }

  /** One attempt of a step. */
  public record Attempt(Json json) {

    /** Returns 1 for the first attempt. */
    public int number() {
      return Math.toIntExact(JsonMembers.numberOrZero(json, "number"));
    }

    public StepStatus status() {
      return StepStatus.valueOf(JsonMembers.textOrEmpty(json, "status"));
    }

    public Instant startedAt() {
      return JsonMembers.timeOrEpoch(json, "startedAt");
    }

    public Optional<Instant> endedAt() {
      return JsonMembers.time(json, "endedAt");
    }

    public Optional<String> error() {
      return JsonMembers.text(json, "error");
    }

    public Optional<String> cause() {
      return JsonMembers.text(json, "cause");
    }

    public Optional<String> stackTrace() {
      return JsonMembers.text(json, "stackTrace");
    }

    /** Returns the name of the worker that carries it out, or that reported its failure. */
    public Optional<String> worker() {
      return JsonMembers.text(json, "worker");
    }
  }
}
