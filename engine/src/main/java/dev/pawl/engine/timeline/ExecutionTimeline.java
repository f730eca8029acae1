package dev.pawl.engine.timeline;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All steps of an execution and their changes without payloads, and the execution at some of its
 * facts. It grows with the journal. Not thread-safe.
 */
public final class ExecutionTimeline {

  private final Interpreter interpreter;
  private final History history;
  private final Checkpoints checkpoints;
  private final List<TimelineStep> steps = new ArrayList<>();
  private final Map<StepId, Integer> indexes = new HashMap<>();
  private final List<TimelineEntry> entries = new ArrayList<>();

  /** Creates the timeline of an execution without facts. */
  public ExecutionTimeline(Interpreter interpreter, ExecutionId id) {
    this.interpreter = interpreter;
    this.history = History.withoutPayloads(id);
    this.checkpoints = new Checkpoints(id);
  }

  /** Adds the next facts, in order. */
  public void add(Iterable<RecordedFact> facts) {
    for (RecordedFact fact : facts) {
      AdvanceResult advanced = interpreter.advance(latest(), fact);
      for (History.StepEntry line : history.follow(fact, advanced)) {
        add(line.step(), fact.fact());
      }
      checkpoints.offer(advanced.execution());
    }
  }

  private void add(StepChange line, Fact fact) {
    Integer known = indexes.get(line.id());
    int index = known == null ? steps.size() : known;
    if (known == null) {
      indexes.put(line.id(), index);
      steps.add(
          new TimelineStep(
              index, line.id(), line.place().state(), line.place().kind(), line.seq(), line.seq()));
    } else {
      steps.set(index, steps.get(index).changedAt(line.seq()));
    }
    entries.add(
        new TimelineEntry(
            line.seq(),
            index,
            line.status(),
            line.place().attempt(),
            line.at(),
            began(line, fact),
            line.result().failure().flatMap(Failure::error)));
  }

  /** Returns when the work began whose outcome a line is; it was requested earlier. */
  private static Optional<Instant> began(StepChange line, Fact fact) {
    return switch (fact) {
      case Fact.TaskSucceeded done when line.isAbout(done.step(), done.attempt()) ->
          began(line, done.timing());
      case Fact.TaskFailed failed when line.isAbout(failed.step(), failed.attempt()) ->
          began(line, failed.timing());
      default -> Optional.empty();
    };
  }

  private static Optional<Instant> began(StepChange line, Fact.Timing timing) {
    return timing.took().isZero() || timing.startedAt().isAfter(line.at())
        ? Optional.empty()
        : Optional.of(timing.startedAt());
  }

  /** Returns the execution after the last fact. */
  public Execution latest() {
    return history.execution();
  }

  /** Returns the time of the first entry; empty before the start. */
  public Optional<Instant> startedAt() {
    return entries.isEmpty() ? Optional.empty() : Optional.of(entries.getFirst().at());
  }

  /** Returns all steps in the order in which they began. */
  public List<TimelineStep> steps() {
    return Collections.unmodifiableList(steps);
  }

  /** Returns the steps that had begun after a fact. */
  public List<TimelineStep> stepsUntil(long seq) {
    int end = steps.size();
    while (end > 0 && steps.get(end - 1).firstSeq() > seq) {
      end--;
    }
    return steps().subList(0, end);
  }

  /** Returns a step; empty if the execution has no such step. */
  public Optional<TimelineStep> step(StepId id) {
    return Optional.ofNullable(indexes.get(id)).map(steps::get);
  }

  /** Returns the entries after a fact, in order. */
  public List<TimelineEntry> entriesAfter(long seq) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entries.get(middle).seq() <= seq) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return Collections.unmodifiableList(entries.subList(low, entries.size()));
  }

  /** Returns the latest kept state of the execution at or before a fact, from which to fold. */
  public Execution checkpoint(long seq) {
    return checkpoints.atOrBefore(seq);
  }

  /** Returns the number of entries, a measure of the memory that the timeline uses. */
  public int size() {
    return entries.size();
  }
}
