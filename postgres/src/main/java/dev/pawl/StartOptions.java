package dev.pawl;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Optional attributes of a start.
 *
 * @param version the version of the flow; empty: the newest
 * @param businessKey a key by which the execution can be searched; need not be unique
 * @param labels labels by which the execution can be searched
 * @param idempotencyKey a second start of the flow with this key returns the first execution
 */
public record StartOptions(
    OptionalInt version,
    ExecutionPriority priority,
    Optional<String> businessKey,
    Map<String, String> labels,
    Optional<String> idempotencyKey) {

  public static final StartOptions DEFAULT =
      new StartOptions(
          OptionalInt.empty(),
          ExecutionPriority.NORMAL,
          Optional.empty(),
          Map.of(),
          Optional.empty());

  public StartOptions {
    labels = Map.copyOf(labels);
  }

  public StartOptions withVersion(int newVersion) {
    return new StartOptions(
        OptionalInt.of(newVersion), priority, businessKey, labels, idempotencyKey);
  }

  public StartOptions withPriority(ExecutionPriority newPriority) {
    return new StartOptions(version, newPriority, businessKey, labels, idempotencyKey);
  }

  public StartOptions withBusinessKey(String newKey) {
    return new StartOptions(version, priority, Optional.of(newKey), labels, idempotencyKey);
  }

  public StartOptions withLabels(Map<String, String> newLabels) {
    return new StartOptions(version, priority, businessKey, newLabels, idempotencyKey);
  }

  public StartOptions withIdempotencyKey(String newKey) {
    return new StartOptions(version, priority, businessKey, labels, Optional.of(newKey));
  }
}
