package dev.pawl.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An execution as people see it: where each of its steps stands, in the order in which they began.
 * It is folded from the facts; a fold of the first n of them shows what there was after fact n.
 */
public final class History {

  private final Map<StepId, Seen> steps = new LinkedHashMap<>();
  private Execution execution;

  /** A step as it began and as it stands. */
  private record Seen(Step first, Step last) {}

  /** The history of an execution to which nothing has happened. */
  public History(ExecutionId id) {
    this.execution = Execution.unborn(id);
  }

  public static History of(Interpreter interpreter, ExecutionId id, Iterable<Recorded> facts) {
    History history = new History(id);
    for (Recorded fact : facts) {
      history.add(fact, interpreter.advance(history.execution, fact));
    }
    return history;
  }

  /** Goes on with the next fact and what came of it. */
  public void add(Recorded recorded, Advanced advanced) {
    List<StepId> known = List.copyOf(steps.keySet());
    advanced.steps().forEach(this::add);
    if (advanced.ignored().isEmpty()) {
      switch (recorded.fact()) {
        case Fact.Rewound rewound -> rollBack(known, recorded, rewound.frame(), rewound.to());
        case Fact.HumanActed(StepId step, String by, Fact.HumanActed.Action.SentBack back) ->
            rollBack(known, recorded, step.frame(), back.to());
        default -> {}
      }
    }
    execution = advanced.execution();
  }

  private void add(Step line) {
    Seen seen = steps.get(line.id());
    if (seen == null) {
      steps.put(line.id(), new Seen(line, line));
    } else if (line.status() == StepStatus.COMPENSATED) {
      // This line tells what the compensation was given; people want to see the step.
      steps.put(line.id(), new Seen(seen.first(), moved(seen.last(), line)));
    } else {
      steps.put(line.id(), new Seen(seen.first(), line));
    }
  }

  private static Step moved(Step step, Step line) {
    return new Step(
        line.seq(),
        line.ordinal(),
        step.id(),
        line.at(),
        line.status(),
        step.place(),
        step.result());
  }

  private void rollBack(List<StepId> known, Recorded recorded, FrameId frame, Fact.Entry to) {
    int ordinal = steps.size();
    for (StepId id : known) {
      Seen seen = steps.get(id);
      StepStatus status = seen.last().status();
      if (Interventions.isUndone(id, frame, to.visit())
          && status != StepStatus.ROLLED_BACK
          && status != StepStatus.COMPENSATED) {
        Step last = seen.last();
        Step undone =
            new Step(
                recorded.seq(),
                ordinal++,
                id,
                recorded.at(),
                StepStatus.ROLLED_BACK,
                last.place(),
                last.result());
        steps.put(id, new Seen(seen.first(), undone));
      }
    }
  }

  public Execution execution() {
    return execution;
  }

  /** The last line about each step. */
  public List<Step> steps() {
    List<Step> last = new ArrayList<>(steps.size());
    steps.values().forEach(seen -> last.add(seen.last()));
    return last;
  }

  public Optional<Step> step(StepId id) {
    return Optional.ofNullable(steps.get(id)).map(Seen::last);
  }

  /**
   * How a frame entered a step: what a fact that sends it back there needs.
   *
   * @throws IllegalArgumentException if there is no such step
   */
  public Fact.Entry entry(StepId id) {
    Seen seen = steps.get(id);
    if (seen == null) {
      throw new IllegalArgumentException("there is no step " + id);
    }
    Step.Place place = seen.first().place();
    return new Fact.Entry(id.visit(), place.state(), place.input(), place.variables());
  }
}
