package dev.pawl.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How an execution that has ended is tried again: by a new one that begins with facts of the old
 * one. Ended is ended; the old one stays as it is.
 *
 * <p>From the start, the new one has the old one's input and nothing else, and its own chance.
 *
 * <p>From the failure, it begins with all facts before the one that ended the old one, and so
 * stands where that stood a moment before: what branches had brought by then stays, and whatever
 * was under way is asked for again, the failed step with the attempt that failed. What the old one
 * undid on its way out is done again: facts are copied only up to the completion of the first step
 * that was compensated since, as its effect is no longer there. (A compensation that failed has
 * undone nothing.) An execution that was paused goes on.
 *
 * <p>Copied facts keep their place, their time and the chance they were applied under, or they
 * would not mean the same. The time-out of the execution begins anew.
 */
public final class Retrial {

  private Retrial() {}

  /** The first fact of an execution that does everything again. */
  public static List<Recorded> fromTheStart(List<Recorded> facts, Instant now) {
    return List.of(new Recorded(1, now, started(facts, start(facts)).again(Optional.empty())));
  }

  /**
   * The first facts of an execution that goes on where the old one failed.
   *
   * @param id the old one
   * @throws IllegalArgumentException if it has not ended, or has succeeded
   */
  public static List<Recorded> fromTheFailure(
      Interpreter interpreter, ExecutionId id, List<Recorded> facts, Instant now) {
    int kept = kept(interpreter, id, facts);
    int start = start(facts);
    if (kept == start) {
      return fromTheStart(facts, now);
    }
    Fact.Started started = started(facts, start);
    ExecutionId chance = started.continued().map(Fact.Continued::chance).orElse(id);
    List<Recorded> copied = new ArrayList<>(facts.subList(0, kept));
    Fact.Started first = started.again(Optional.of(new Fact.Continued(chance, now)));
    copied.set(start, new Recorded(start + 1L, facts.get(start).at(), first));
    if (interpreter.fold(id, facts.subList(0, kept)).isPaused()) {
      copied.add(new Recorded(kept + 1L, now, new Fact.Resumed()));
    }
    return List.copyOf(copied);
  }

  /** The same facts, and in their start why there is one. */
  public static List<Recorded> because(List<Recorded> facts, String reason) {
    int start = start(facts);
    Recorded first = facts.get(start);
    List<Recorded> said = new ArrayList<>(facts);
    said.set(start, new Recorded(first.seq(), first.at(), started(facts, start).because(reason)));
    return List.copyOf(said);
  }

  /** Where the start is: what was told before it was ignored. */
  private static int start(List<Recorded> facts) {
    for (int i = 0; i < facts.size(); i++) {
      if (facts.get(i).fact() instanceof Fact.Started) {
        return i;
      }
    }
    throw new IllegalArgumentException("the execution has not started");
  }

  private static Fact.Started started(List<Recorded> facts, int start) {
    return (Fact.Started) facts.get(start).fact();
  }

  /** How many facts there are before the failure and before all that was undone because of it. */
  private static int kept(Interpreter interpreter, ExecutionId id, List<Recorded> facts) {
    Execution execution = Execution.unborn(id);
    Map<StepId, Integer> completed = new HashMap<>();
    int failed = facts.size();
    int kept = facts.size();
    for (int i = 0; i < facts.size(); i++) {
      Advanced advanced = interpreter.advance(execution, facts.get(i));
      execution = advanced.execution();
      if (failed == facts.size() && execution.ending().isPresent()) {
        failed = i;
        kept = i;
      }
      for (Step line : advanced.steps()) {
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
