package dev.pawl.engine;

import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What an advance did to a step: one line of the history. The last line about a step tells where it
 * stands.
 *
 * @param seq the fact that caused it
 * @param ordinal its place among the lines of that fact
 * @param type the kind of state, as a definition names it
 * @param result what came of it: an output with the variables it assigned, or a failure
 */
public record Step(
    long seq, int ordinal, StepId id, Instant at, StepStatus status, Place place, Result result) {

  /** The state visited and what the visit began with. */
  public record Place(
      String state, String type, int attempt, Json input, Map<String, Json> variables) {}

  /** What came of a step; all empty while it runs. */
  public record Result(
      Optional<Json> output, Map<String, Json> assigned, Optional<Failure> failure) {

    public static final Result NONE = new Result(Optional.empty(), Map.of(), Optional.empty());

    static Result of(Json output, Map<String, Json> assigned) {
      return new Result(Optional.of(output), assigned, Optional.empty());
    }

    static Result of(Failure failure) {
      return new Result(Optional.empty(), Map.of(), Optional.of(failure));
    }
  }
}
