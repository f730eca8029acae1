package dev.pawl.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the first facts of a new execution that retries a failed one. The old execution does not
 * change.
 *
 * <p>A rerun from the start copies only the input and has its own random numbers.
 *
 * <p>A rerun from the failure copies all facts before the one that ended the old execution. Results
 * of branches are kept; work that was in progress is requested again, and the failed step repeats
 * the attempt that failed. If the old execution compensated steps after the failure, facts are
 * copied only up to the completion of the first of these, because its effect no longer exists. A
 * compensation that failed does not count. If the old execution was paused, the new one is resumed.
 *
 * <p>Copied facts keep their number, their time and the seed of their random numbers, so that they
 * are folded with the same result. The time-out of the execution starts again.
 */
public final class ExecutionRerun {

  private ExecutionRerun() {}

  /** Returns the first fact of an execution that repeats everything. */
  public static List<RecordedFact> fromTheStart(List<RecordedFact> facts, Instant now) {
    return List.of(new RecordedFact(1, now, started(facts, start(facts)).again(Optional.empty())));
  }

  /**
   * Returns the first facts of an execution that continues where the old one failed.
   *
   * @param id id of the old execution
   * @throws IllegalArgumentException if the old execution has not ended or has succeeded
   */
  public static List<RecordedFact> fromTheFailure(
      Interpreter interpreter, ExecutionId id, List<RecordedFact> facts, Instant now) {
    int kept = countKeptFacts(interpreter, id, facts);
    int start = start(facts);
    if (kept == start) {
      return fromTheStart(facts, now);
    }
    Fact.Started started = started(facts, start);
    ExecutionId chance = started.continued().map(Fact.Continued::chance).orElse(id);
    List<RecordedFact> copied = new ArrayList<>(facts.subList(0, kept));
    Fact.Started first = started.again(Optional.of(new Fact.Continued(chance, now)));
    copied.set(start, new RecordedFact(start + 1L, facts.get(start).at(), first));
    if (interpreter.fold(id, facts.subList(0, kept)).isPaused()) {
      copied.add(new RecordedFact(kept + 1L, now, new Fact.Resumed()));
    }
    return List.copyOf(copied);
  }

  /** Returns the facts with a reason in their start fact. */
  public static List<RecordedFact> because(List<RecordedFact> facts, String reason) {
    int start = start(facts);
    RecordedFact first = facts.get(start);
    List<RecordedFact> said = new ArrayList<>(facts);
    said.set(
        start, new RecordedFact(first.seq(), first.at(), started(facts, start).because(reason)));
    return List.copyOf(said);
  }

  /** Returns the index of the start fact; facts before it had no effect. */
  private static int start(List<RecordedFact> facts) {
    for (int i = 0; i < facts.size(); i++) {
      if (facts.get(i).fact() instanceof Fact.Started) {
        return i;
      }
    }
    throw new IllegalArgumentException("the execution has not started");
  }

  private static Fact.Started started(List<RecordedFact> facts, int start) {
    return (Fact.Started) facts.get(start).fact();
  }

  /** Returns the number of facts before the failure and before all steps compensated after it. */
  private static int countKeptFacts(
      Interpreter interpreter, ExecutionId id, List<RecordedFact> facts) {
    Execution execution = Execution.notStarted(id);
    Map<StepId, Integer> completed = new HashMap<>();
    int failed = facts.size();
    int kept = facts.size();
    for (int i = 0; i < facts.size(); i++) {
      AdvanceResult advanced = interpreter.advance(execution, facts.get(i));
      execution = advanced.execution();
      if (failed == facts.size() && execution.ending().isPresent()) {
        failed = i;
        kept = i;
      }
      for (StepChange line : advanced.steps()) {
        switch (line.status()) {
          case SUCCEEDED, FAILED -> completed.putIfAbsent(line.id(), i);
          case COMPENSATED -> {
            boolean since = i >= failed;
            kept = since ? Math.min(kept, completed.getOrDefault(line.id(), kept)) : kept;
          }
          case PENDING, RUNNING, SKIPPED, ROLLED_BACK, CANCELLED -> {}
        }
      }
    }
    if (!execution.status().isTerminal() || execution.status() == Status.SUCCEEDED) {
      throw new IllegalArgumentException(
          "only an execution that failed can be tried again, this one is " + execution.status());
    }
    return kept;
  }
}
