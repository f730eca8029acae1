package dev.pawl.simulation;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import java.time.Instant;
import java.util.Comparator;

/**
 * A message on its way to an execution. Messages due at the same time are ordered by their content,
 * not by when they were sent, because a crash must not change the order.
 */
record SimulatedMessage(Instant at, long order, String key, ExecutionId to, Content content)
    implements Comparable<SimulatedMessage> {

  private static final Comparator<SimulatedMessage> ORDER =
      Comparator.comparing(SimulatedMessage::at)
          .thenComparingLong(SimulatedMessage::order)
          .thenComparing(SimulatedMessage::key)
          .thenComparing(message -> message.to().value());

  sealed interface Content {}

  /** The first fact of an execution. */
  record FirstFact(Fact fact) implements Content {}

  /** A durable inbox message. */
  record InboxFact(Fact fact) implements Content {}

  /** The durable message that a child has ended. */
  record ChildEnd(Fact fact) implements Content {}

  /** The result that a handler returns to the engine that called it. */
  record HandlerResult(CommandKey call, Fact fact) implements Content {}

  /** An in-memory timer of the engine, lost in a crash. */
  record TimerFact(CommandKey timer, Fact fact) implements Content {}

  /** An unrequested action, resolved when it is delivered. */
  record ActionDue(Scenario.WorldAction action) implements Content {}

  @Override
  public int compareTo(SimulatedMessage other) {
    return ORDER.compare(this, other);
  }
}
