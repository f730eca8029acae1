package dev.pawl.chaos.check;

import dev.pawl.chaos.ledger.Effect;
import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.model.ErrorName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** I3: one recorded outcome per visit, and every timer fires once. */
final class OutcomeCheck implements EvidenceCheck {

  @Override
  public void check(Evidence evidence, Consumer<InvariantViolation> found) {
    Set<String> callbacks = new HashSet<>();
    for (Effect effect : evidence.effects()) {
      if (effect.token().isPresent()) {
        callbacks.add(effect.key());
      }
    }
    evidence.traces().forEach(trace -> check(trace, callbacks, found));
  }

  private static void check(
      StoredExecution trace, Set<String> callbacks, Consumer<InvariantViolation> found) {
    Map<String, RecordedFact> first = new HashMap<>();
    for (RecordedFact recorded : trace.facts()) {
      Optional<String> what = what(recorded.fact());
      if (what.isEmpty()) {
        continue;
      }
      RecordedFact before = first.putIfAbsent(what.get(), recorded);
      if (before != null && !isExcused(trace, before, recorded, callbacks)) {
        found.accept(
            new InvariantViolation(
                "I3",
                trace.id(),
                "%s stands in fact %d and again in fact %d"
                    .formatted(what.get(), before.seq(), recorded.seq())));
      }
    }
  }

  /** Returns a key for facts that may be recorded only once. */
  private static Optional<String> what(Fact fact) {
    return switch (fact) {
      case Fact.Started started -> Optional.of("the start");
      case Fact.TaskSucceeded done -> outcome(done.step(), done.attempt());
      case Fact.TaskFailed failed -> outcome(failed.step(), failed.attempt());
      case Fact.ItemsRead read ->
          Optional.of("what was read for %s from %d".formatted(read.step(), read.offset()));
      case Fact.ChildEnded child ->
          Optional.of("the end of item %d of %s".formatted(child.index(), child.step()));
      case Fact.TimerFired timer ->
          Optional.of("the timer of attempt %d of %s".formatted(timer.attempt(), timer.step()));
      case Fact.EventArrived event -> Optional.empty();
      case Fact.HumanActed acted -> Optional.empty();
      case Fact.Cancelled cancelled -> Optional.empty();
      case Fact.QueueTimedOut timedOut -> Optional.empty();
      case Fact.Paused paused -> Optional.empty();
      case Fact.Resumed resumed -> Optional.empty();
      case Fact.Skipped skipped -> Optional.empty();
      case Fact.Rewound rewound -> Optional.empty();
    };
  }

  private static Optional<String> outcome(Object step, int attempt) {
    return Optional.of("the outcome of attempt %d of %s".formatted(attempt, step));
  }

  /**
   * Returns true for an ignored duplicate: a result after its timeout, or a second use of a task
   * token.
   */
  private static boolean isExcused(
      StoredExecution trace, RecordedFact before, RecordedFact after, Set<String> callbacks) {
    boolean late =
        before.fact() instanceof Fact.TaskFailed failed
            && failed
                .failure()
                .error()
                .filter(
                    error ->
                        error.equals(ErrorName.TIMEOUT)
                            || error.equals(ErrorName.HEARTBEAT_TIMEOUT))
                .isPresent();
    boolean calledBack =
        after.fact() instanceof Fact.TaskSucceeded done
            && callbacks.contains(
                HandlerInvocations.idempotencyKey(trace.info().id(), done.step(), done.attempt()));
    return (late || calledBack) && trace.fold().ignored().contains(after.seq());
  }
}
