package dev.pawl.client.outbound;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * A circuit breaker that is not closed.
 *
 * @param json as the server sent it
 */
public record BreakerInfo(Json json) {

  /** Returns the name of the system that failed, such as {@code crm.example:443}. */
  public String downstream() {
    return JsonMembers.textOrEmpty(json, "downstream");
  }

  /** Returns {@code open} or {@code releasing}. */
  public String state() {
    return JsonMembers.textOrEmpty(json, "state");
  }

  /** Returns when it opened. */
  public Instant since() {
    return JsonMembers.timeOrEpoch(json, "since");
  }

  /** Returns the error name of the last failure. */
  public String error() {
    return JsonMembers.textOrEmpty(json, "error");
  }

  /** Returns the message of the last failure. */
  public String cause() {
    return JsonMembers.textOrEmpty(json, "cause");
  }

  /** Returns when the next call is made as a probe; empty while releasing. */
  public Optional<Instant> nextProbe() {
    return JsonMembers.value(json, "nextProbe").map(at -> Instant.parse(at.asText()));
  }
}
