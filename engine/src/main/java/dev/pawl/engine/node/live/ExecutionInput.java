package dev.pawl.engine.node.live;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.store.InboxMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Input of an execution in memory. */
sealed interface ExecutionInput {

  /** A fact: a start, the outcome of a handler, a timer that fired. */
  record FactInput(Fact fact) implements ExecutionInput {}

  /**
   * The outcome of offered work, delivered without a message.
   *
   * @param receipt completed with true when the outcome is durable and with false if the attempt is
   *     not open any more; fails if neither is known
   */
  record ExternalResult(AttemptKey attempt, Fact outcome, CompletableFuture<Boolean> receipt)
      implements ExecutionInput {}

  /** A message from the inbox. */
  record MessageInput(InboxMessage message) implements ExecutionInput {}

  /** A call that exceeded its timeout or missed a heartbeat. */
  record TimedOut(OpenCall call, String error) implements ExecutionInput {}

  /** A held call that is tried again. */
  record HeldCallDue(AttemptKey attempt) implements ExecutionInput {}

  /** The outstanding commands of an execution that was loaded from the store. */
  record Restored(List<Command> commands) implements ExecutionInput {}
}
