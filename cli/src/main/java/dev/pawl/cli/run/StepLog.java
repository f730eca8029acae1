package dev.pawl.cli.run;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The steps of a run: which are under way and what the others came to. May be asked by another
 * thread than the one that runs.
 */
public final class StepLog {

  private static final Set<String> FORKS = Set.of("Parallel", "Map", "Graph");

  private final Map<Key, Entry> open = new LinkedHashMap<>();
  private final Map<Key, Instant> begun = new LinkedHashMap<>();
  private final List<Entry> ended = new ArrayList<>();

  private record Key(ExecutionId execution, StepId step) {}

  /**
   * A line of the history.
   *
   * @param took how long the attempt took, if it is over
   */
  public record Entry(ExecutionId execution, Step step, Duration took) {

    /** Whether other steps do its work. */
    public boolean isFork() {
      return FORKS.contains(step.place().type());
    }

    public boolean isHuman() {
      return step.place().type().equals("Human");
    }
  }

  /** Takes a line; gives it back with its duration if it tells that something is over. */
  public synchronized Optional<Entry> add(ExecutionId execution, Step step) {
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

  /** A fork that waits to be tried again: its failure has been told under another visit. */
  private static boolean isBeforeBegin(Step step) {
    return step.status() == StepStatus.PENDING && step.result().failure().isEmpty();
  }

  /** What is under way. */
  public synchronized List<Entry> open() {
    return List.copyOf(open.values());
  }

  /** What is over, in the order in which it was. */
  public synchronized List<Entry> ended() {
    return List.copyOf(ended);
  }

  /** The state at which a step under way is. */
  public synchronized String state(ExecutionId execution, StepId step) {
    Entry entry = open.get(new Key(execution, step));
    return entry == null ? step.toString() : entry.step().place().state();
  }
}
