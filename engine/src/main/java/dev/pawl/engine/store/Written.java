package dev.pawl.engine.store;

import dev.pawl.engine.ExecutionId;
import java.util.Optional;

/** What came of a commit. */
public sealed interface Written {

  default boolean isDurable() {
    return switch (this) {
      case Done done -> true;
      case Queued queued -> true;
      case NotParked unread -> true;
      case Duplicate duplicate -> false;
      case Rejected rejected -> false;
      case Refused refused -> false;
    };
  }

  /** It is durable. */
  enum Done implements Written {
    DONE
  }

  /**
   * It is durable, and the execution waits for its turn: the number of those like it is limited.
   */
  enum Queued implements Written {
    QUEUED
  }

  /** It is durable, but the execution did not park: there are letters it has not read. */
  enum NotParked implements Written {
    NOT_PARKED
  }

  /** An execution with the same idempotency key exists; nothing was written. */
  record Duplicate(ExecutionId existing) implements Written {}

  /**
   * A start found all permits of a concurrency limit taken that rejects what is beyond it; nothing
   * was written.
   *
   * @param flow whose limit it is; empty: the tenant's
   */
  record Rejected(Optional<String> flow, int atMost) implements Written {}

  /** The store will never take it, and says why; nothing was written. */
  record Refused(String why) implements Written {}
}
