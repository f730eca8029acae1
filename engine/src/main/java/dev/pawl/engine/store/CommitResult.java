package dev.pawl.engine.store;

import dev.pawl.engine.ExecutionId;
import java.util.Optional;

/** The result of a commit. */
public sealed interface CommitResult {

  /** Returns true if the commit was written. */
  default boolean isDurable() {
    return switch (this) {
      case CommitResult.Committed done -> true;
      case Queued queued -> true;
      case CommitResult.MessagesPending unread -> true;
      case Duplicate duplicate -> false;
      case Rejected rejected -> false;
      case Stale stale -> false;
      case Stopped stopped -> false;
      case Refused refused -> false;
    };
  }

  /** The commit is durable. */
  enum Committed implements CommitResult {
    COMMITTED
  }

  /** The commit is durable, and the execution waits for a concurrency permit. */
  enum Queued implements CommitResult {
    QUEUED
  }

  /** The commit is durable, but the execution did not park because it has unread messages. */
  enum MessagesPending implements CommitResult {
    MESSAGES_PENDING
  }

  /** An execution with the same idempotency key exists; nothing was written. */
  record Duplicate(ExecutionId existing) implements CommitResult {}

  /**
   * All permits of a concurrency limit with overflow {@code REJECT} are taken; nothing was written.
   *
   * @param flow the flow with the limit; empty for the limit of the tenant
   * @param atMost the number of permits
   */
  record Rejected(Optional<String> flow, int atMost) implements CommitResult {}

  /**
   * The configuration of the tenant has changed since the start was decided ({@link
   * ExecutionMetadata.Provenance#epoch}); nothing was written.
   */
  enum Stale implements CommitResult {
    STALE
  }

  /** An emergency stop of the tenant is in force; nothing was written. */
  enum Stopped implements CommitResult {
    STOPPED
  }

  /** The store can never write the commit; nothing was written. */
  record Refused(String why) implements CommitResult {}
}
