package dev.pawl.chaos.check;

import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An execution as the API shows it.
 *
 * @param run its business key, which is the name of its run
 * @param counter the counter of its output
 * @param times when it started, when its steps last changed and when it ended, in order
 * @param steps each step and attempt, in order
 */
public record ApiExecution(
    String id,
    String run,
    String status,
    String failure,
    Optional<Json> counter,
    List<Instant> times,
    List<String> steps) {

  /** The status and time of the end of an execution. */
  public record Ended(String status, String at) {}

  boolean hasEnded() {
    return switch (status) {
      case "SUCCEEDED", "FAILED", "CANCELLED", "TIMED_OUT" -> true;
      default -> false;
    };
  }

  Ended ended() {
    return new Ended(status, times.getLast().toString());
  }
}
