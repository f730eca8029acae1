package dev.pawl.postgres.failure;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A stored group of failed executions with the same flow, state, error and form of the message.
 *
 * @param flowName display name of the flow; its code if it was deleted
 * @param cause message of the last failure; empty if it has none
 * @param statusBy who changed the status; empty if the failure of an execution did
 * @param headline the strongest factor, as JSON
 */
public record FailureFamily(
    String id,
    FamilyKey key,
    String flowName,
    Optional<String> cause,
    String status,
    FailurePoint first,
    FailurePoint last,
    Optional<String> assignee,
    Optional<String> note,
    Instant statusAt,
    Optional<String> statusBy,
    Optional<Instant> resolvedAt,
    Optional<String> resolvedBy,
    Optional<String> headline) {

  /**
   * One failure.
   *
   * @param publishedAt when the version was published; empty if it is gone
   */
  public record FailurePoint(
      Instant at, UUID execution, int version, Optional<Instant> publishedAt) {}
}
