package dev.pawl.client.execution;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * An effect of a handler on the outside world.
 *
 * @param json as the server sent it
 */
public record RecordedEffect(Json json) {

  /** Returns when the handler recorded it. */
  public Optional<Instant> at() {
    return JsonMembers.time(json, "at");
  }

  /** Returns the id of the step. */
  public String step() {
    return JsonMembers.textOrEmpty(json, "step");
  }

  /** Returns the name of the state. */
  public String state() {
    return JsonMembers.textOrEmpty(json, "state");
  }

  /** Returns the number of the attempt, from 1. */
  public int attempt() {
    return JsonMembers.number(json, "attempt").map(Math::toIntExact).orElse(1);
  }

  /** Returns what was done, such as {@code http} or {@code mail}. */
  public String kind() {
    return JsonMembers.textOrEmpty(json, "kind");
  }

  /** Returns whom or what it reached. */
  public String target() {
    return JsonMembers.textOrEmpty(json, "target");
  }

  /** Returns the key by which the receiver recognises a repetition; empty if it cannot. */
  public String key() {
    return JsonMembers.textOrEmpty(json, "key");
  }

  /** Returns the result in a few words. */
  public String summary() {
    return JsonMembers.textOrEmpty(json, "summary");
  }
}
