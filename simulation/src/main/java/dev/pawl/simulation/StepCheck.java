package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.History;
import dev.pawl.engine.Lifecycle;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Visit numbers never repeat, steps follow their lifecycle, and none is open at the end. */
final class StepCheck implements ExecutionInvariant {

  private final TransitionCoverage coverage;
  private final Map<StepId, StepChange> steps = new LinkedHashMap<>();
  private final Map<FrameId, Integer> visits = new HashMap<>();
  private final History history;

  StepCheck(ExecutionId id, TransitionCoverage coverage) {
    this.history = new History(id);
    this.coverage = coverage;
  }

  @Override
  public void after(Execution before, RecordedFact recorded, AdvanceResult advanced) {
    history.add(recorded, advanced);
    int ordinal = 0;
    for (StepChange line : advanced.steps()) {
      if (line.seq() != recorded.seq() || line.ordinal() != ordinal++) {
        throw new Violation("lines are numbered by fact and place", line.toString());
      }
      add(line);
    }
    boolean back =
        recorded.fact() instanceof Fact.Rewound
            || recorded.fact() instanceof Fact.HumanActed acted
                && acted.action() instanceof Fact.HumanActed.Action.SentBack;
    if (back) {
      history.steps().forEach(this::add);
    }
    if (advanced.execution().status().isTerminal()) {
      steps.values().forEach(StepCheck::isOver);
    }
  }

  private void add(StepChange line) {
    StepChange known = steps.get(line.id());
    if (known == null) {
      int visit = visits.merge(line.id().frame(), 1, Integer::sum);
      if (visit != line.id().visit()) {
        throw new Violation(
            "visits are numbered without gaps and never used again",
            line.id() + " is visit " + visit + " of its frame");
      }
    } else if (!known.place().state().equals(line.place().state())) {
      throw new Violation(
          "a visit is to one state", line.id() + " " + known.place() + " and " + line.place());
    } else if (known.status() != line.status()) {
      if (!Lifecycle.after(known.status()).contains(line.status())) {
        throw new Violation(
            "a step moves as its lifecycle says",
            line.id() + " " + known.status() + " -> " + line.status());
      }
      coverage.record(known.status(), line.status());
    }
    steps.put(line.id(), line);
    if (line.place().kind().isFork() && !isOpen(line)) {
      childrenAreOver(line);
    }
  }

  private void childrenAreOver(StepChange fork) {
    FrameId frame = fork.id().frame();
    for (StepChange step : steps.values()) {
      FrameId inner = step.id().frame();
      if (isOpen(step)
          && inner.hops().size() > frame.hops().size()
          && inner.isWithin(frame)
          && inner.hops().get(frame.hops().size()).visit() == fork.id().visit()) {
        throw new Violation(
            "inner frames end with their step",
            step.id() + " is " + step.status() + " but " + fork.id() + " is " + fork.status());
      }
    }
  }

  private static boolean isOpen(StepChange step) {
    return step.status() == StepStatus.PENDING || step.status() == StepStatus.RUNNING;
  }

  private static void isOver(StepChange step) {
    if (isOpen(step)) {
      throw new Violation("no step outlives its execution", step.id() + " is " + step.status());
    }
  }
}
