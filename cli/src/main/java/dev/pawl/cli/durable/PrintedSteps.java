package dev.pawl.cli.durable;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tracks the last printed step of each execution, so that steps are printed once although they
 * arrive both from the node and from the store.
 */
final class PrintedSteps {

  private final Map<ExecutionId, Step> last = new HashMap<>();

  /** Returns the steps that have not been printed yet, and marks them as printed. */
  List<Step> takeNew(ExecutionId id, List<Step> steps) {
    List<Step> added = new ArrayList<>();
    for (Step step : steps) {
      Step known = last.get(id);
      if (known == null || isAfter(step, known)) {
        added.add(step);
        last.put(id, step);
      }
    }
    return added;
  }

  private static boolean isAfter(Step step, Step known) {
    return step.seq() > known.seq()
        || (step.seq() == known.seq() && step.ordinal() > known.ordinal());
  }

  /** Returns true if steps before the given one may be missing. */
  boolean mayHaveGap(ExecutionId id, Step first) {
    Step known = last.get(id);
    return first.seq() > (known == null ? 1 : known.seq() + 1);
  }
}
