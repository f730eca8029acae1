package dev.pawl.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An execution as people see it: where each of its steps stands, in the order in which they began,
 * and every attempt of it. It is folded from the facts; a fold of the first n of them shows what
 * there was after fact n.
 */
public final class History {

  private final Map<StepId, Seen> steps = new LinkedHashMap<>();
  private final Map<StepId, AttemptLog> attempts = new HashMap<>();
  private final Predicate<StepId> isKept;
  private final boolean keepsAttempts;
  private Execution execution;

  /**
   * A step as it began and as it stands.
   *
   * @param endedAt when it was through; undoing it later does not change that
   */
  public record Seen(Step first, Step last, Optional<Instant> endedAt) {

    private static Seen began(Step line) {
      return new Seen(line, line, end(line));
    }

    private Seen with(Step line) {
      boolean isUndone =
          line.status() == StepStatus.COMPENSATED || line.status() == StepStatus.ROLLED_BACK;
      return new Seen(first, line, isUndone && endedAt.isPresent() ? endedAt : end(line));
    }

    private static Optional<Instant> end(Step line) {
      boolean isUnderWay =
          line.status() == StepStatus.PENDING || line.status() == StepStatus.RUNNING;
      return isUnderWay ? Optional.empty() : Optional.of(line.at());
    }
  }

  /** A line of the history, with when its step began, and ended if it has by this line. */
  public record Line(Step step, Instant startedAt, Optional<Instant> endedAt) {

    private static Line of(Seen seen) {
      return new Line(seen.last, seen.first.at(), seen.endedAt);
    }
  }

  /** The history of an execution to which nothing has happened; it knows no single attempts. */
  public History(ExecutionId id) {
    this(id, any -> true, false);
  }

  private History(ExecutionId id, Predicate<StepId> isKept, boolean keepsAttempts) {
    this.execution = Execution.unborn(id);
    this.isKept = isKept;
    this.keepsAttempts = keepsAttempts;
  }

  public static History of(Interpreter interpreter, ExecutionId id, Iterable<Recorded> facts) {
    return of(interpreter, id, facts, any -> true);
  }

  /** One that knows only some of the steps: all of a long life may not fit into memory. */
  public static History of(
      Interpreter interpreter, ExecutionId id, Iterable<Recorded> facts, Predicate<StepId> isKept) {
    History history = new History(id, isKept, true);
    for (Recorded fact : facts) {
      history.follow(fact, interpreter.advance(history.execution, fact));
    }
    return history;
  }

  /**
   * Goes on with the next fact and what came of it.
   *
   * @return the lines that this adds: those that came of it, and those about steps that it undid
   */
  public List<Step> add(Recorded recorded, Advanced advanced) {
    return follow(recorded, advanced).stream().map(Line::step).toList();
  }

  /** Does what {@link #add} does, and tells the times of the steps as well. */
  public List<Line> follow(Recorded recorded, Advanced advanced) {
    int known = steps.size();
    List<Line> lines = new ArrayList<>(advanced.steps().size());
    for (Step step : advanced.steps()) {
      Seen seen = add(step, recorded.fact());
      lines.add(new Line(step, seen.first.at(), seen.endedAt));
    }
    if (advanced.ignored().isEmpty()) {
      switch (recorded.fact()) {
        case Fact.Rewound(FrameId frame, Fact.Entry to, boolean compensate, String reason) ->
            rollBack(
                known, recorded, lines, done -> Interventions.isUndone(done, frame, to.visit()));
        case Fact.HumanActed(StepId step, String by, Fact.HumanActed.Action.SentBack back) ->
            rollBack(
                known,
                recorded,
                lines,
                done -> Interventions.isUndone(done, step.frame(), back.to().visit()));
        default -> {}
      }
    }
    execution = advanced.execution();
    return lines;
  }

  /** The step as it stands with this line. */
  private Seen add(Step line, Fact fact) {
    if (!isKept.test(line.id())) {
      return Seen.began(line);
    }
    log(line, fact);
    Seen before = steps.get(line.id());
    Seen seen;
    if (before == null) {
      seen = Seen.began(line);
    } else if (line.status() == StepStatus.COMPENSATED) {
      // This line tells what the compensation was given; people want to see the step.
      seen = before.with(moved(before.last(), line));
    } else {
      seen = before.with(line);
    }
    steps.put(line.id(), seen);
    return seen;
  }

  private void log(Step line, Fact fact) {
    if (keepsAttempts) {
      attempts.computeIfAbsent(line.id(), id -> new AttemptLog()).add(line, fact);
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

  /**
   * @param known how many steps there were before; those that began since are not undone
   */
  private void rollBack(
      int known, Recorded recorded, List<Line> lines, Predicate<StepId> isUndone) {
    for (Map.Entry<StepId, Seen> step : steps.entrySet()) {
      if (known-- == 0) {
        return;
      }
      Step last = step.getValue().last();
      if (isUndone.test(last.id())
          && last.status() != StepStatus.ROLLED_BACK
          && last.status() != StepStatus.COMPENSATED) {
        Step undone =
            new Step(
                recorded.seq(),
                lines.size(),
                last.id(),
                recorded.at(),
                StepStatus.ROLLED_BACK,
                last.place(),
                last.result());
        log(undone, recorded.fact());
        step.setValue(step.getValue().with(undone));
        lines.add(Line.of(step.getValue()));
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

  /** All steps, with when they began and ended. */
  public List<Seen> seen() {
    return List.copyOf(steps.values());
  }

  /**
   * The attempts of a step, the oldest first; of very many only the newest, and only the newest of
   * these with stack traces.
   */
  public List<StepAttempt> attempts(StepId id) {
    AttemptLog log = attempts.get(id);
    return log == null ? List.of() : log.attempts();
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
