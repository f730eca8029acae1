package dev.pawl;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * An execution as {@link Pawl#find} and {@link Pawl#search} return it.
 *
 * @param version the version of the flow it runs
 * @param parent the execution that started it as a child
 */
public record ExecutionSummary(
    UUID id,
    String flow,
    int version,
    ExecutionStatus status,
    Instant startedAt,
    Optional<Instant> endedAt,
    Optional<String> businessKey,
    Map<String, String> labels,
    Optional<UUID> parent,
    Optional<ExecutionFailure> failure) {

  public ExecutionSummary {
    labels = Map.copyOf(labels);
  }
}
