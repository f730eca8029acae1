package dev.pawl.engine.node.external;

import dev.pawl.engine.Fact;
import dev.pawl.engine.node.live.MessageBody;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Offer;
import java.util.Optional;

/**
 * Creates the message with the outcome of an attempt that has a task token. The holder of the token
 * and the worker that leases the task may both send one. All of them have the same idempotency key,
 * so the first one is accepted; a digest distinguishes equal outcomes from different ones.
 */
public final class AttemptAnswer {

  private AttemptAnswer() {}

  /**
   * Creates the message.
   *
   * @param fact the outcome as the execution applies it
   */
  public static Inbox.OutgoingMessage of(
      Offer.Key attempt, Workers.WorkOutcome outcome, Fact fact) {
    return new Inbox.OutgoingMessage(
        attempt.execution(),
        new MessageBody.FactMessage(fact).toBytes(),
        Optional.of(idempotencyKey(attempt)),
        Optional.of(OutcomeDigest.of(outcome)),
        false);
  }

  /** Contains a space, which keys of callers cannot contain. */
  private static String idempotencyKey(Offer.Key key) {
    return "answer "
        + HandlerInvocations.idempotencyKey(key.execution().id(), key.step(), key.attempt())
        + "#"
        + key.attempt();
  }
}
