package dev.pawl.engine;

import static dev.pawl.engine.Status.CANCELLED;
import static dev.pawl.engine.Status.FAILED;
import static dev.pawl.engine.Status.PAUSED;
import static dev.pawl.engine.Status.PENDING;
import static dev.pawl.engine.Status.RUNNING;
import static dev.pawl.engine.Status.SUCCEEDED;
import static dev.pawl.engine.Status.TIMED_OUT;
import static dev.pawl.engine.Status.WAITING;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The legal status transitions of executions and steps. */
public final class Lifecycle {

  private static final Map<Status, Set<Status>> EXECUTION = new EnumMap<>(Status.class);
  private static final Map<StepStatus, Set<StepStatus>> STEP = new EnumMap<>(StepStatus.class);

  static {
    EXECUTION.put(PENDING, EnumSet.of(RUNNING, CANCELLED, TIMED_OUT));
    EXECUTION.put(RUNNING, EnumSet.of(WAITING, PAUSED, SUCCEEDED, FAILED, CANCELLED, TIMED_OUT));
    EXECUTION.put(WAITING, EnumSet.of(RUNNING, PAUSED, CANCELLED, TIMED_OUT));
    EXECUTION.put(PAUSED, EnumSet.of(RUNNING, SUCCEEDED, FAILED, CANCELLED, TIMED_OUT));
    for (Status terminal : EnumSet.of(SUCCEEDED, FAILED, CANCELLED, TIMED_OUT)) {
      EXECUTION.put(terminal, EnumSet.noneOf(Status.class));
    }

    STEP.put(
        StepStatus.PENDING,
        EnumSet.of(
            StepStatus.RUNNING,
            StepStatus.SUCCEEDED,
            StepStatus.FAILED,
            StepStatus.SKIPPED,
            StepStatus.ROLLED_BACK,
            StepStatus.CANCELLED));
    STEP.put(
        StepStatus.RUNNING,
        EnumSet.of(
            StepStatus.PENDING,
            StepStatus.SUCCEEDED,
            StepStatus.FAILED,
            StepStatus.SKIPPED,
            StepStatus.ROLLED_BACK,
            StepStatus.CANCELLED));
    STEP.put(StepStatus.SUCCEEDED, EnumSet.of(StepStatus.ROLLED_BACK, StepStatus.COMPENSATED));
    STEP.put(StepStatus.FAILED, EnumSet.of(StepStatus.ROLLED_BACK, StepStatus.COMPENSATED));
    STEP.put(StepStatus.SKIPPED, EnumSet.of(StepStatus.ROLLED_BACK));
    STEP.put(StepStatus.ROLLED_BACK, EnumSet.of(StepStatus.COMPENSATED));
    STEP.put(StepStatus.COMPENSATED, EnumSet.noneOf(StepStatus.class));
    STEP.put(StepStatus.CANCELLED, EnumSet.of(StepStatus.ROLLED_BACK));
  }

  private Lifecycle() {}

  public static Set<Status> after(Status status) {
    return Set.copyOf(EXECUTION.getOrDefault(status, Set.of()));
  }

  public static Set<StepStatus> after(StepStatus status) {
    return Set.copyOf(STEP.getOrDefault(status, Set.of()));
  }

  /**
   * Returns the new status.
   *
   * @throws IllegalStateException if the transition is illegal
   */
  static Status move(Status from, Status to) {
    if (!after(from).contains(to)) {
      throw new IllegalStateException("an execution cannot go from " + from + " to " + to);
    }
    return to;
  }

  /** Returns both tables as Mermaid state diagrams, for the documentation. */
  public static String diagram() {
    return diagram(EXECUTION) + "\n" + diagram(STEP);
  }

  private static <S extends Enum<S>> String diagram(Map<S, Set<S>> moves) {
    StringBuilder text = new StringBuilder("```mermaid\nstateDiagram-v2\n  [*] --> PENDING\n");
    moves.forEach(
        (from, targets) -> {
          targets.forEach(to -> text.append("  " + from + " --> " + to + "\n"));
          if (targets.isEmpty()) {
            text.append("  " + from + " --> [*]\n");
          }
        });
    return text.append("```\n").toString();
  }
}
