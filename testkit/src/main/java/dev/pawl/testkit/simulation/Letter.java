package dev.pawl.testkit.simulation;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import java.time.Instant;
import java.util.Comparator;

/**
 * Something on its way to an execution. Letters that are due at the same time come in an order that
 * depends on what they say, not on when they were sent: a crash must not change it.
 */
record Letter(Instant at, long order, String key, ExecutionId to, Content content)
    implements Comparable<Letter> {

  private static final Comparator<Letter> ORDER =
      Comparator.comparing(Letter::at)
          .thenComparingLong(Letter::order)
          .thenComparing(Letter::key)
          .thenComparing(letter -> letter.to().value());

  sealed interface Content {}

  /** The first fact of an execution. */
  record Begun(Fact fact) implements Content {}

  /** A message that is kept until it is delivered. */
  record Told(Fact fact) implements Content {}

  /** That a child has ended; kept likewise. */
  record Ended(Fact fact) implements Content {}

  /** What a handler returns to the engine that called it. */
  record Returned(CommandKey call, Fact fact) implements Content {}

  /** A timer of the engine itself, which dies with it. */
  record Rang(CommandKey timer, Fact fact) implements Content {}

  /** What happens is decided when it happens. */
  record Happens(Scenario.Happening happening) implements Content {}

  @Override
  public int compareTo(Letter other) {
    return ORDER.compare(this, other);
  }
}
