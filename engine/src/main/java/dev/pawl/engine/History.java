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
 * The history of an execution: the status of each step in the order of their starts, and every
 * attempt. It is a fold of the facts; a fold of the first n facts is the history after fact n.
 */
public final class History {

  private final Map<StepId, VisitedStep> steps = new LinkedHashMap<>();
  private final Map<StepId, AttemptLog> attempts = new HashMap<>();
  private final Predicate<StepId> isKept;
  private final boolean keepsAttempts;
  private final boolean keepsPayloads;
  private Execution execution;

  /**
   * A step with its current status and its times.
   *
   * @param endedAt time of its end, which a later compensation does not change
   */
  public record VisitedStep(StepChange first, StepChange last, Optional<Instant> endedAt) {

    private static VisitedStep began(StepChange line) {
      return new VisitedStep(line, line, end(line));
    }

    private VisitedStep with(StepChange line) {
      boolean isUndone =
          line.status() == StepStatus.COMPENSATED || line.status() == StepStatus.ROLLED_BACK;
      return new VisitedStep(first, line, isUndone && endedAt.isPresent() ? endedAt : end(line));
    }

    private static Optional<Instant> end(StepChange line) {
      boolean isUnderWay =
          line.status() == StepStatus.PENDING || line.status() == StepStatus.RUNNING;
      return isUnderWay ? Optional.empty() : Optional.of(line.at());
    }
  }

  /** An entry of the history, with the start of its step, and its end if it has ended. */
  public record StepEntry(StepChange step, Instant startedAt, Optional<Instant> endedAt) {

    private static StepEntry of(VisitedStep seen) {
      return new StepEntry(seen.last, seen.first.at(), seen.endedAt);
    }
  }

  /** Creates the history of an execution without facts; it does not record single attempts. */
  public History(ExecutionId id) {
    this(Execution.notStarted(id), any -> true, false, true);
  }

  private History(
      Execution start, Predicate<StepId> isKept, boolean keepsAttempts, boolean keepsPayloads) {
    this.execution = start;
    this.isKept = isKept;
    this.keepsAttempts = keepsAttempts;
    this.keepsPayloads = keepsPayloads;
  }

  /** Creates the history of an execution without facts; its steps have no inputs and outputs. */
  public static History withoutPayloads(ExecutionId id) {
    return new History(Execution.notStarted(id), any -> true, false, false);
  }

  public static History of(Interpreter interpreter, ExecutionId id, Iterable<RecordedFact> facts) {
    return of(interpreter, id, facts, any -> true);
  }

  /** Creates a history of selected steps, for executions whose whole history is too large. */
  public static History of(
      Interpreter interpreter,
      ExecutionId id,
      Iterable<RecordedFact> facts,
      Predicate<StepId> isKept) {
    return of(interpreter, Execution.notStarted(id), facts, isKept);
  }

  /**
   * Creates a history of selected steps that continues an execution.
   *
   * @param start the execution before the first of the facts
   * @param facts the facts after it; the first entries of all selected steps are among theirs
   */
  public static History of(
      Interpreter interpreter,
      Execution start,
      Iterable<RecordedFact> facts,
      Predicate<StepId> isKept) {
    History history = new History(start, isKept, true, true);
    for (RecordedFact fact : facts) {
      history.follow(fact, interpreter.advance(history.execution, fact));
    }
    return history;
  }

  /**
   * Adds the next fact and its result.
   *
   * @return the new entries: those of the result, and those of steps that the fact undid
   */
  public List<StepChange> add(RecordedFact recorded, AdvanceResult advanced) {
    return follow(recorded, advanced).stream().map(StepEntry::step).toList();
  }

  /**
   * Adds the next fact like {@link #add}; the returned entries contain the times of their steps.
   */
  public List<StepEntry> follow(RecordedFact recorded, AdvanceResult advanced) {
    int known = steps.size();
    List<StepEntry> lines = new ArrayList<>(advanced.steps().size());
    for (StepChange step : advanced.steps()) {
      VisitedStep seen = add(step, recorded.fact());
      lines.add(new StepEntry(step, seen.first.at(), seen.endedAt));
    }
    if (advanced.ignored().isEmpty()) {
      switch (recorded.fact()) {
        case Fact.Rewound(FrameId frame, Fact.Entry to, boolean compensate, String reason) ->
            rollBack(
                known, recorded, lines, done -> OperatorActions.isUndone(done, frame, to.visit()));
        case Fact.HumanActed(StepId step, String by, Fact.HumanActed.Action.SentBack back) ->
            rollBack(
                known,
                recorded,
                lines,
                done -> OperatorActions.isUndone(done, step.frame(), back.to().visit()));
        default -> {}
      }
    }
    execution = advanced.execution();
    return lines;
  }

  /** Returns the step as of this entry. */
  private VisitedStep add(StepChange line, Fact fact) {
    if (!isKept.test(line.id())) {
      return VisitedStep.began(line);
    }
    log(line, fact);
    StepChange kept = keepsPayloads ? line : line.withoutPayloads();
    VisitedStep before = steps.get(line.id());
    VisitedStep seen;
    if (before == null) {
      seen = VisitedStep.began(kept);
    } else if (line.status() == StepStatus.COMPENSATED) {
      // This entry has the input of the compensation; the history shows that of the step.
      seen = before.with(moved(before.last(), kept));
    } else {
      seen = before.with(kept);
    }
    steps.put(line.id(), seen);
    return seen;
  }

  private void log(StepChange line, Fact fact) {
    if (keepsAttempts) {
      attempts.computeIfAbsent(line.id(), id -> new AttemptLog()).add(line, fact);
    }
  }

  private static StepChange moved(StepChange step, StepChange line) {
    return new StepChange(
        line.seq(),
        line.ordinal(),
        step.id(),
        line.at(),
        line.status(),
        step.place(),
        step.result());
  }

  /**
   * Marks the selected steps as rolled back.
   *
   * @param known number of steps before the fact; steps that it started are not rolled back
   */
  private void rollBack(
      int known, RecordedFact recorded, List<StepEntry> lines, Predicate<StepId> isUndone) {
    for (Map.Entry<StepId, VisitedStep> step : steps.entrySet()) {
      if (known-- == 0) {
        return;
      }
      StepChange last = step.getValue().last();
      if (isUndone.test(last.id())
          && last.status() != StepStatus.ROLLED_BACK
          && last.status() != StepStatus.COMPENSATED) {
        StepChange undone =
            new StepChange(
                recorded.seq(),
                lines.size(),
                last.id(),
                recorded.at(),
                StepStatus.ROLLED_BACK,
                last.place(),
                last.result());
        log(undone, recorded.fact());
        step.setValue(step.getValue().with(undone));
        lines.add(StepEntry.of(step.getValue()));
      }
    }
  }

  public Execution execution() {
    return execution;
  }

  /** Returns the last entry of each step. */
  public List<StepChange> steps() {
    List<StepChange> last = new ArrayList<>(steps.size());
    steps.values().forEach(seen -> last.add(seen.last()));
    return last;
  }

  /** Returns all steps with their times. */
  public List<VisitedStep> seen() {
    return List.copyOf(steps.values());
  }

  /**
   * Returns the newest attempts of a step, oldest first; only the newest of these have stack
   * traces.
   */
  public List<StepAttempt> attempts(StepId id) {
    AttemptLog log = attempts.get(id);
    return log == null ? List.of() : log.attempts();
  }

  public Optional<StepChange> step(StepId id) {
    return Optional.ofNullable(steps.get(id)).map(VisitedStep::last);
  }

  /**
   * Returns the state of a frame when it entered a step, for a rewind to it.
   *
   * @throws IllegalArgumentException if there is no such step
   */
  public Fact.Entry entry(StepId id) {
    VisitedStep seen = steps.get(id);
    if (seen == null) {
      throw new IllegalArgumentException("there is no step " + id);
    }
    StepChange.VisitedState place = seen.first().place();
    return new Fact.Entry(id.visit(), place.state(), place.input(), place.variables());
  }
}
