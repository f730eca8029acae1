package dev.pawl;

import java.util.List;

/**
 * A Human step that waits for a decision.
 *
 * @param step the step id for {@link Pawl#decide}
 * @param title the title of the task
 * @param outcomes the outcomes to choose from
 */
public record PendingDecision(String step, String title, List<String> outcomes) {

  public PendingDecision {
    outcomes = List.copyOf(outcomes);
  }
}
