package dev.pawl.client.worker;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A task that a poll returned. It is leased until its deadline; heartbeats prolong the lease.
 *
 * @param json the task as the server sent it
 */
public record PolledTask(Json json) {

  /** Returns the lease token, which identifies the task in heartbeats and in its outcome. */
  public String token() {
    return JsonMembers.textOrEmpty(json, "token");
  }

  /** Returns the resource that the Task names. */
  public String resource() {
    return JsonMembers.textOrEmpty(json, "resource");
  }

  /** Returns the input of the step; null in JSON if there is none. */
  public Json input() {
    return json.get("input").orElse(JsonNull.NULL);
  }

  /** Returns the settings of the handler, from the Config of the state; empty if it has none. */
  public Optional<Json> config() {
    return json.get("config").filter(config -> !config.equals(JsonNull.NULL));
  }

  /** Returns the number of the attempt; 1 for the first attempt of a step. */
  public int attempt() {
    return JsonMembers.number(json, "attempt").map(Math::toIntExact).orElse(1);
  }

  /** Returns the idempotency key, which is equal for all attempts of a step on any worker. */
  public String idempotencyKey() {
    return JsonMembers.textOrEmpty(json, "idempotencyKey");
  }

  /** Returns the time at which the lease expires unless a heartbeat prolongs it. */
  public Optional<Instant> deadline() {
    return JsonMembers.time(json, "deadline");
  }

  /** Returns the time without a heartbeat after which the step itself fails. */
  public Optional<Duration> heartbeat() {
    return JsonMembers.number(json, "heartbeatSeconds").map(Duration::ofSeconds);
  }

  /** Returns the time at which the step times out. */
  public Optional<Instant> timeoutAt() {
    return JsonMembers.time(json, "timeoutAt");
  }

  /**
   * Returns the token that completes the step instead of this outcome, if the flow waits for one.
   */
  public Optional<String> taskToken() {
    return JsonMembers.text(json, "taskToken");
  }

  /** Returns the id of the execution. */
  public String execution() {
    return JsonMembers.textOrEmpty(json, "execution");
  }

  /** Returns the code of the flow. */
  public String flow() {
    return JsonMembers.textOrEmpty(json, "flow");
  }

  /** Returns the id of the step within its execution. */
  public String step() {
    return JsonMembers.textOrEmpty(json, "step");
  }

  @Override
  public String toString() {
    return "%s of %s (%s %s, attempt %d)"
        .formatted(resource(), flow(), execution(), step(), attempt());
  }
}
