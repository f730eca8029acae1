package dev.pawl.engine;

import dev.pawl.engine.Fact.HumanActed.Action.Completed;
import dev.pawl.model.Flow;
import dev.pawl.model.State;
import dev.pawl.model.schema.JsonSchema;
import dev.pawl.model.schema.Violation;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A Human step that waits for a decision. */
public record OpenHumanStep(StepId step, State.Human state) {

  /** Returns all open Human steps of an execution, paused or not. */
  public static List<OpenHumanStep> of(Flow flow, Execution execution) {
    List<OpenHumanStep> open = new ArrayList<>();
    for (Command command : OutstandingCommands.evenIfPaused(execution)) {
      if (command instanceof Command.OpenHumanTask task) {
        StateLookup.find(flow, execution, task.step())
            .filter(State.Human.class::isInstance)
            .map(State.Human.class::cast)
            .ifPresent(human -> open.add(new OpenHumanStep(task.step(), human)));
      }
    }
    return open;
  }

  public List<String> outcomes() {
    return List.copyOf(state.outcomes().keySet());
  }

  /**
   * Returns what is wrong with a decision, located in {@code {"outcome": ..., "data": ...}}; empty
   * if the decision is valid.
   *
   * @param outcome may be absent if the step has only one
   */
  public List<Violation> violations(Optional<String> outcome, Json data) {
    List<Violation> found = new ArrayList<>();
    if (outcome(outcome).isEmpty()) {
      String allowed = "must be one of '" + String.join("', '", outcomes()) + "', got ";
      found.add(
          new Violation(
              "/outcome", allowed + outcome.map(given -> "'" + given + "'").orElse("none")));
    }
    for (Violation violation : JsonSchema.violations(state.humanTask().form(), data)) {
      found.add(new Violation("/data" + violation.location(), violation.message()));
    }
    return found;
  }

  /**
   * Returns the action that ends the step with a decision.
   *
   * @throws IllegalArgumentException if there are {@link #violations}
   */
  public Completed complete(Optional<String> outcome, Json data, String reason) {
    List<Violation> violations = violations(outcome, data);
    if (!violations.isEmpty()) {
      throw new IllegalArgumentException("the decision does not fit: " + violations);
    }
    return new Completed(outcome(outcome).orElseThrow(), data, reason);
  }

  private Optional<String> outcome(Optional<String> given) {
    return given
        .or(() -> outcomes().size() == 1 ? Optional.of(outcomes().getFirst()) : Optional.empty())
        .filter(state.outcomes()::containsKey);
  }
}
