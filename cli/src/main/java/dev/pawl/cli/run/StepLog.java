package dev.pawl.cli.run;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.model.StateKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records the open and ended steps of a run; thread-safe. */
public final class StepLog {

  private final Map<Key, Entry> open = new LinkedHashMap<>();
  private final Map<Key, Instant> begun = new LinkedHashMap<>();
  private final List<Entry> ended = new ArrayList<>();

  private record Key(ExecutionId execution, StepId step) {}

  /**
   * A line of the history.
   *
   * @param took the duration of the attempt; zero if it is not over
   */
  public record Entry(ExecutionId execution, StepChange step, Duration took) {

    /** Returns true if the step consists of other steps. */
    public boolean isFork() {
      return step.place().kind().isFork();
    }

    public boolean isHuman() {
      return step.place().kind() == StateKind.HUMAN;
    }
  }

  /** Records a line; returns it with its duration if it ends a step or an attempt. */
  public synchronized Optional<Entry> add(ExecutionId execution, StepChange step) {
    Key key = new Key(execution, step.id());
    boolean isOver = step.status() != StepStatus.RUNNING && !isBeforeBegin(step);
    if (!isOver) {
      begun.put(key, step.at());
      open.put(key, new Entry(execution, step, Duration.ZERO));
      return Optional.empty();
    }
    Instant from = begun.getOrDefault(key, step.at());
    Entry entry = new Entry(execution, step, Duration.between(from, step.at()));
    begun.remove(key);
    if (step.status() == StepStatus.PENDING) {
      open.put(key, entry);
    } else {
      open.remove(key);
    }
    ended.add(entry);
    return Optional.of(entry);
  }

  /**
   * Returns true for a fork that waits for a retry: its failure was recorded under another visit.
   */
  private static boolean isBeforeBegin(StepChange step) {
    return step.status() == StepStatus.PENDING && step.result().failure().isEmpty();
  }

  /** Returns the steps in progress. */
  public synchronized List<Entry> open() {
    return List.copyOf(open.values());
  }

  /** Returns the steps and attempts that are over, in order. */
  public synchronized List<Entry> ended() {
    return List.copyOf(ended);
  }

  /** Returns the name of the state of an open step; the step's id if it is not open. */
  public synchronized String state(ExecutionId execution, StepId step) {
    Entry entry = open.get(new Key(execution, step));
    return entry == null ? step.toString() : entry.step().place().state();
  }
}
