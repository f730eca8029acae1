package dev.pawl.engine.store;

import java.util.List;
import java.util.Optional;

/** Accepts messages to executions, from nodes and from other programs. */
public interface Inbox {

  /**
   * Sends a message and returns when it is durable; it will be read exactly once.
   *
   * @param idempotencyKey a second message with this key to the same execution is a repetition
   */
  default Inbox.MessageAcceptance send(
      ExecutionKey to, byte[] body, Optional<String> idempotencyKey) {
    return send(new Inbox.OutgoingMessage(to, body, idempotencyKey));
  }

  /** Sends a message and returns when it is durable; it will be read exactly once. */
  Inbox.MessageAcceptance send(Inbox.OutgoingMessage message);

  /**
   * A message to be sent.
   *
   * @param digest distinguishes messages with the same idempotency key; without one, every later
   *     message with the key is a repetition
   * @param cancels true if it ends the execution: an execution that waits for a concurrency permit
   *     reads it at once, without a permit
   */
  record OutgoingMessage(
      ExecutionKey to,
      byte[] body,
      Optional<String> idempotencyKey,
      Optional<String> digest,
      boolean cancels) {

    public OutgoingMessage(ExecutionKey to, byte[] body, Optional<String> idempotencyKey) {
      this(to, body, idempotencyKey, Optional.empty(), false);
    }
  }

  /** Sends many messages and returns the acceptance of each, in their order. */
  default List<Inbox.MessageAcceptance> sendAll(List<Inbox.OutgoingMessage> messages) {
    return messages.stream().map(this::send).toList();
  }

  /** The acceptance of a message. */
  enum MessageAcceptance {
    /** The message is durable. */
    ACCEPTED,
    /** The same message was accepted before. */
    REPEATED,
    /** A message with the same key and a different digest was accepted before. */
    CONFLICTING,
    /** The execution has ended; the message was not accepted. */
    ENDED,
    /** The execution does not exist. */
    UNKNOWN;

    /** Returns true if the message was accepted now or before. */
    public boolean isTaken() {
      return switch (this) {
        case ACCEPTED, REPEATED -> true;
        case CONFLICTING, ENDED, UNKNOWN -> false;
      };
    }
  }
}
