package dev.pawl.server.execution;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Recorded;
import java.util.Optional;

/** Which of its pauses holds an execution: the first one since it last went on. */
public final class Pauses {

  private Pauses() {}

  /** The one that holds it after all that happened. */
  public static Optional<Recorded> holding(Iterable<Recorded> happened) {
    Optional<Recorded> holding = Optional.empty();
    for (Recorded next : happened) {
      holding = holding(holding, next);
    }
    return holding;
  }

  /** The one that holds it after the next thing that happened. */
  public static Optional<Recorded> holding(Optional<Recorded> before, Recorded next) {
    if (next.fact() instanceof Fact.Resumed) {
      return Optional.empty();
    }
    return before.isEmpty() && next.fact() instanceof Fact.Paused ? Optional.of(next) : before;
  }
}
