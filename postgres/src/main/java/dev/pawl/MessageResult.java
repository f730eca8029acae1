package dev.pawl;

/** The result of sending an event, a decision or an operator action to an execution. */
public enum MessageResult {
  /** The message is durable and will be applied exactly once. */
  ACCEPTED,
  /** The same message was accepted before. */
  REPEATED,
  /** A different message with the same idempotency key was accepted before. */
  CONFLICTING,
  /** The execution has ended; the message was discarded. */
  ENDED,
  /** No execution has this id. */
  UNKNOWN
}
