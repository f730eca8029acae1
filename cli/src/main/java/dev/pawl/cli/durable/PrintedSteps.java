package dev.pawl.cli.durable;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tracks the last printed step of each execution, so that steps are printed once although they
 * arrive both from the node and from the store.
 */
final class PrintedSteps {

  private final Map<ExecutionId, StepChange> last = new HashMap<>();

  /** Returns the steps that have not been printed yet, and marks them as printed. */
  List<StepChange> takeNew(ExecutionId id, List<StepChange> steps) {
    List<StepChange> added = new ArrayList<>();
    for (StepChange step : steps) {
      StepChange known = last.get(id);
      if (known == null || isAfter(step, known)) {
        added.add(step);
        last.put(id, step);
      }
    }
    return added;
  }

  private static boolean isAfter(StepChange step, StepChange known) {
    return step.seq() > known.seq()
        || (step.seq() == known.seq() && step.ordinal() > known.ordinal());
  }

  /** Returns true if steps before the given one may be missing. */
  boolean mayHaveGap(ExecutionId id, StepChange first) {
    StepChange known = last.get(id);
    return first.seq() > (known == null ? 1 : known.seq() + 1);
  }
}
