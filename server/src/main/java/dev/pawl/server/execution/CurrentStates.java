package dev.pawl.server.execution;

import dev.pawl.engine.Activity;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fork;
import dev.pawl.engine.Frame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The states that an execution is in: more than one where it has forked. */
final class CurrentStates {

  /** A distributed Map may be in very many: the first ones tell what is going on. */
  static final int MOST = 1_000;

  private final List<Current> found = new ArrayList<>();

  private CurrentStates() {}

  /**
   * A state that an execution is in.
   *
   * @param step the step's name, for those who act on it
   * @param since when it was entered
   */
  record Current(String state, String step, String frame, int attempt, Instant since) {}

  static List<Current> of(Execution execution) {
    CurrentStates states = new CurrentStates();
    if (!execution.status().isTerminal()) {
      if (execution.ending().isEmpty()) {
        execution.root().ifPresent(states::collect);
      } else {
        execution.undoing().ifPresent(states::collect);
      }
    }
    return states.found;
  }

  private void collect(Frame frame) {
    if (frame.isEnded() || found.size() >= MOST) {
      return;
    }
    int before = found.size();
    if (frame.activity() instanceof Activity.Forked forked) {
      for (Fork.Slot slot : forked.fork().slots()) {
        if (slot instanceof Fork.Slot.Local local) {
          collect(local.frame());
        }
      }
    }
    // What has no frames of its own under way is itself where the execution is.
    if (found.size() == before) {
      Frame.Visit visit = frame.visit();
      found.add(
          new Current(
              visit.state(),
              frame.step().toString(),
              frame.id().toString(),
              visit.attempt(),
              visit.enteredAt()));
    }
  }
}
