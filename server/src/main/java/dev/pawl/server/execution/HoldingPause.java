package dev.pawl.server.execution;

import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import java.util.Optional;

/** Finds the pause in force: the first one after the last resumption. */
public final class HoldingPause {

  private HoldingPause() {}

  /** Returns the pause in force after all given facts; empty if the execution is not paused. */
  public static Optional<RecordedFact> find(Iterable<RecordedFact> happened) {
    Optional<RecordedFact> holding = Optional.empty();
    for (RecordedFact next : happened) {
      holding = find(holding, next);
    }
    return holding;
  }

  /**
   * Returns the pause in force after the next fact.
   *
   * @param before pause in force before that fact
   */
  public static Optional<RecordedFact> find(Optional<RecordedFact> before, RecordedFact next) {
    if (next.fact() instanceof Fact.Resumed) {
      return Optional.empty();
    }
    return before.isEmpty() && next.fact() instanceof Fact.Paused ? Optional.of(next) : before;
  }
}
