package dev.pawl.engine;

import dev.pawl.model.StateKind;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A change of a step by one advance: an entry of the history. The last entry about a step is its
 * current state.
 *
 * @param seq number of the fact that caused the change
 * @param ordinal index of this entry among those of the same fact
 * @param result output and assigned variables, or a failure; empty while the step runs
 */
public record StepChange(
    long seq,
    int ordinal,
    StepId id,
    Instant at,
    StepStatus status,
    VisitedState place,
    Result result) {

  /** The visited state, with the input and variables at the start of the visit. */
  public record VisitedState(
      String state, StateKind kind, int attempt, Json input, Map<String, Json> variables) {}

  /** The outcome of a step; all fields are empty while it runs. */
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

  /** Returns true if this is an entry about an attempt of a step. */
  public boolean isAbout(StepId step, int attempt) {
    return id.equals(step) && place.attempt() == attempt;
  }

  /** Returns the step without input, variables, output and assigned variables. */
  StepChange withoutPayloads() {
    return new StepChange(
        seq,
        ordinal,
        id,
        at,
        status,
        new VisitedState(place.state, place.kind, place.attempt, JsonNull.NULL, Map.of()),
        new Result(Optional.empty(), Map.of(), result.failure));
  }
}
