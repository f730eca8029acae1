package dev.pawl.server.history;

import dev.pawl.engine.Activity;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ForkState;
import dev.pawl.engine.Frame;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Collects the states that an execution is in; a forked execution is in several. */
public final class CurrentStates {

  /** Maximum number of states to return; a Map can be in very many. */
  static final int MAX_STATES = 1_000;

  private final List<CurrentState> found = new ArrayList<>();

  private CurrentStates() {}

  /** A state that an execution is in. */
  public record CurrentState(
      @Schema(description = "Name of the state.", example = "Charge") String state,
      @Schema(description = "Id of the step, for actions on it.", example = "/@3") String step,
      @Schema(description = "Id of the frame; a single slash is the root.", example = "/")
          String frame,
      @Schema(description = "Number of the attempt; 1 is the first.", example = "1") int attempt,
      @Schema(description = "Time at which the state was entered.") Instant since) {}

  public static List<CurrentState> of(Execution execution) {
    CurrentStates states = new CurrentStates();
    if (!execution.status().isTerminal()) {
      if (execution.ending().isEmpty()) {
        execution.root().ifPresent(states::collect);
      } else {
        execution.undoing().ifPresent(states::collect);
        execution.openEndTask().ifPresent(states::collect);
      }
    }
    return states.found;
  }

  private void collect(Frame frame) {
    if (frame.isEnded() || found.size() >= MAX_STATES) {
      return;
    }
    int before = found.size();
    if (frame.activity() instanceof Activity.Forked forked) {
      for (ForkState.Slot slot : forked.fork().slots()) {
        if (slot instanceof ForkState.Slot.Local local) {
          collect(local.frame());
        }
      }
    }
    // A frame without active inner frames is itself a current state.
    if (found.size() == before) {
      Frame.Visit visit = frame.visit();
      found.add(
          new CurrentState(
              visit.state(),
              frame.step().toString(),
              frame.id().toString(),
              visit.attempt(),
              visit.enteredAt()));
    }
  }
}
