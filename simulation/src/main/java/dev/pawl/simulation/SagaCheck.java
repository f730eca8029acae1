package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Each completed compensable step is compensated once, newest first. */
final class SagaCheck implements ExecutionInvariant {

  /** States with a compensation, and whether it also compensates a failed step. */
  private final Map<String, Boolean> compensable = new HashMap<>();

  private final List<StepChange> done = new ArrayList<>();
  private final Deque<StepChange> expected = new ArrayDeque<>();

  SagaCheck(JsonObject document) {
    DefinitionStates.visitStates(
        document,
        (name, state) ->
            state
                .get("Compensate")
                .ifPresent(c -> compensable.put(name, c.get("WhenFailed").isPresent())));
  }

  @Override
  public void after(Execution before, RecordedFact recorded, AdvanceResult advanced) {
    if (compensable.isEmpty() || advanced.ignored().isPresent()) {
      return;
    }
    switch (recorded.fact()) {
      case Fact.TaskSucceeded fact -> advanced.steps().forEach(s -> completed(s, fact.step()));
      case Fact.TaskFailed fact -> advanced.steps().forEach(s -> failed(s, fact.step()));
      case Fact.Rewound fact -> rewound(fact.frame(), fact.to().visit(), fact.compensate());
      case Fact.HumanActed(StepId step, String by, Fact.HumanActed.Action.SentBack back) ->
          rewound(step.frame(), back.to().visit(), false);
      case Fact.Cancelled cancelled when !cancelled.compensate() -> expected.clear();
      default -> {}
    }
    boolean ends = advanced.execution().ending().isPresent() && before.ending().isEmpty();
    if (ends && compensates(recorded.fact(), advanced.execution())) {
      done.reversed().forEach(expected::add);
      done.clear();
    }
    advanced.steps().forEach(this::compensating);
    if (advanced.execution().status().isTerminal() && !expected.isEmpty()) {
      throw new Violation("every compensable step is compensated", "left: " + expected);
    }
  }

  private static boolean compensates(Fact fact, Execution execution) {
    Status status = execution.ending().orElseThrow().status();
    return status == Status.FAILED
        || status == Status.TIMED_OUT
        || fact instanceof Fact.Cancelled cancelled && cancelled.compensate();
  }

  private void completed(StepChange line, StepId step) {
    if (line.status() == StepStatus.SUCCEEDED
        && line.id().equals(step)
        && !step.frame().equals(FrameId.COMPENSATION)
        && compensable.containsKey(line.place().state())) {
      done.add(line);
    }
  }

  private void failed(StepChange line, StepId step) {
    if (line.status() == StepStatus.FAILED
        && line.id().equals(step)
        && !step.frame().equals(FrameId.COMPENSATION)
        && compensable.getOrDefault(line.place().state(), false)) {
      done.add(line);
    }
  }

  private void rewound(FrameId frame, int visit, boolean compensate) {
    List<StepChange> undone =
        done.stream().filter(step -> isUndone(step.id(), frame, visit)).toList();
    done.removeAll(undone);
    if (compensate) {
      undone.reversed().forEach(expected::add);
    }
  }

  private static boolean isUndone(StepId step, FrameId frame, int visit) {
    int depth = frame.hops().size();
    return step.frame().isWithin(frame)
        && (step.frame().hops().size() == depth
            ? step.visit() >= visit
            : step.frame().hops().get(depth).visit() >= visit);
  }

  private void compensating(StepChange line) {
    if (line.status() == StepStatus.COMPENSATED) {
      return;
    }
    if (line.id().frame().equals(FrameId.COMPENSATION)) {
      StepChange next = expected.peek();
      if (next == null || !next.place().state().equals(line.place().state())) {
        if (line.status() == StepStatus.CANCELLED) {
          return;
        }
        throw new Violation(
            "steps are compensated newest first, each once",
            "expected " + next + " but " + line + " was compensated");
      }
      if (line.status() != StepStatus.PENDING && line.status() != StepStatus.RUNNING) {
        expected.poll();
      }
    }
  }
}
