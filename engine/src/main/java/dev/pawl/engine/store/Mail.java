package dev.pawl.engine.store;

import java.util.List;
import java.util.Optional;

/** Where letters to executions are accepted: by any node, and by programs that are none. */
public interface Mail {

  /**
   * Returns when the letter is durable; it will be read exactly once.
   *
   * @param idempotencyKey a second letter of that key to the same execution is the same letter
   */
  default Delivery send(ExecutionKey to, byte[] body, Optional<String> idempotencyKey) {
    return send(new Outgoing(to, body, idempotencyKey));
  }

  /** The same for one with all its attributes. */
  Delivery send(Outgoing letter);

  /**
   * A letter to be sent.
   *
   * @param cancels true if it ends the execution: one that waits for a concurrency permit gets it
   *     at once, without a permit
   */
  record Outgoing(ExecutionKey to, byte[] body, Optional<String> idempotencyKey, boolean cancels) {

    public Outgoing(ExecutionKey to, byte[] body, Optional<String> idempotencyKey) {
      this(to, body, idempotencyKey, false);
    }
  }

  /** The same for many, which may be cheaper; what became of each, in their order. */
  default List<Delivery> sendAll(List<Outgoing> letters) {
    return letters.stream().map(this::send).toList();
  }

  /** What became of a letter. */
  enum Delivery {
    ACCEPTED,
    /** It had been accepted before. */
    REPEATED,
    /** The execution has ended; the letter was not taken. */
    ENDED,
    /** There is no such execution. */
    UNKNOWN;

    /** Whether the letter is, or was, the execution's to read. */
    public boolean isTaken() {
      return switch (this) {
        case ACCEPTED, REPEATED -> true;
        case ENDED, UNKNOWN -> false;
      };
    }
  }
}
