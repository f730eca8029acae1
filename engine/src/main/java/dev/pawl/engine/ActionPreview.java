package dev.pawl.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an action of an operator would do to an execution. It is computed by applying the action to
 * the execution without recording it.
 *
 * @param objection why the execution would ignore the action; empty if it would apply it
 * @param undone completed steps that would no longer count, latest first
 * @param compensated steps that would be compensated, in the order of compensation
 * @param cancelled steps in progress that would end
 * @param next states that would be entered or attempted next
 */
public record ActionPreview(
    Optional<String> objection,
    List<StepId> undone,
    List<StepId> compensated,
    List<StepId> cancelled,
    List<String> next) {

  public ActionPreview {
    undone = List.copyOf(undone);
    compensated = List.copyOf(compensated);
    cancelled = List.copyOf(cancelled);
    next = List.copyOf(next);
  }

  /**
   * Computes the effect of an action.
   *
   * @param completed the steps of the execution that ended, in the order of their starts
   * @param action the action as the next fact of the execution
   */
  public static ActionPreview of(
      Interpreter interpreter, Execution execution, List<StepId> completed, RecordedFact action) {
    AdvanceResult result = interpreter.advance(execution, action);
    if (result.ignored().isPresent()) {
      return new ActionPreview(result.ignored(), List.of(), List.of(), List.of(), List.of());
    }
    List<StepId> cancelled = new ArrayList<>();
    List<String> next = new ArrayList<>();
    for (StepChange step : result.steps()) {
      switch (step.status()) {
        case CANCELLED, ROLLED_BACK -> cancelled.add(step.id());
        case RUNNING, PENDING -> {
          if (!step.id().frame().equals(FrameId.COMPENSATION)) {
            next.add(step.place().state());
          }
        }
        case SUCCEEDED, FAILED, SKIPPED, COMPENSATED -> {}
      }
    }
    return new ActionPreview(
        Optional.empty(),
        undone(completed, action.fact()),
        compensated(result.execution().saga()),
        cancelled,
        next);
  }

  private static List<StepId> undone(List<StepId> completed, Fact action) {
    return action instanceof Fact.Rewound rewound
        ? completed.reversed().stream()
            .filter(step -> OperatorActions.isUndone(step, rewound.frame(), rewound.to().visit()))
            .toList()
        : List.of();
  }

  private static List<StepId> compensated(CompensationLog saga) {
    return saga.undoing().subList(0, saga.left()).reversed().stream()
        .map(CompensationLog.Done::step)
        .toList();
  }
}
