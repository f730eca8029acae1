package dev.pawl.testkit;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepStatus;
import dev.pawl.model.StateKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The decisions that a test has prepared for Human states, in the order of their visits. */
final class ScriptedDecisions {

  private final Map<String, Deque<Decision>> decisions = new HashMap<>();
  private final Set<String> decided = new HashSet<>();

  void add(String state, Decision decision) {
    decisions.computeIfAbsent(state, key -> new ArrayDeque<>()).add(decision);
  }

  /** Takes the decision on a step; empty if it needs none, has none or has got it before. */
  Optional<Decision> take(ExecutionId execution, StepChange step) {
    Deque<Decision> script = decisions.get(step.place().state());
    boolean isOpen = step.status() == StepStatus.RUNNING && step.place().kind() == StateKind.HUMAN;
    if (isOpen && script != null && !script.isEmpty() && decided.add(visit(execution, step))) {
      return Optional.of(script.remove());
    }
    return Optional.empty();
  }

  private static String visit(ExecutionId execution, StepChange step) {
    return execution + " " + step.id() + " " + step.place().attempt();
  }
}
