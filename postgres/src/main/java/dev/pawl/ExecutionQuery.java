package dev.pawl;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A search for executions; all given conditions must match. Results are sorted by start time,
 * newest first.
 *
 * @param labels labels that the execution must have
 * @param errorWords words that the name or description of its failure must contain
 * @param startedFrom the earliest start time, inclusive
 * @param startedTo the latest start time, exclusive
 * @param children true to include executions that were started by others
 * @param limit the maximum number of results, 1 to 1000
 * @param after the last execution of the previous page
 */
public record ExecutionQuery(
    Optional<String> flow,
    Optional<ExecutionStatus> status,
    Optional<String> businessKey,
    Map<String, String> labels,
    Optional<String> errorWords,
    Optional<Instant> startedFrom,
    Optional<Instant> startedTo,
    boolean children,
    int limit,
    Optional<UUID> after) {

  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 1000;

  /** Matches all top-level executions. */
  public static final ExecutionQuery ALL =
      new ExecutionQuery(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false,
          DEFAULT_LIMIT,
          Optional.empty());

  public ExecutionQuery {
    labels = Map.copyOf(labels);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit: %d is not between 1 and %d; read further pages with after"
              .formatted(limit, MAX_LIMIT));
    }
  }

  public ExecutionQuery withFlow(String newFlow) {
    return with(copy -> copy.flow = Optional.of(newFlow));
  }

  public ExecutionQuery withStatus(ExecutionStatus newStatus) {
    return with(copy -> copy.status = Optional.of(newStatus));
  }

  public ExecutionQuery withBusinessKey(String newKey) {
    return with(copy -> copy.businessKey = Optional.of(newKey));
  }

  public ExecutionQuery withLabels(Map<String, String> newLabels) {
    return with(copy -> copy.labels = newLabels);
  }

  public ExecutionQuery withErrorWords(String words) {
    return with(copy -> copy.errorWords = Optional.of(words));
  }

  public ExecutionQuery withStartedFrom(Instant time) {
    return with(copy -> copy.startedFrom = Optional.of(time));
  }

  public ExecutionQuery withStartedTo(Instant time) {
    return with(copy -> copy.startedTo = Optional.of(time));
  }

  public ExecutionQuery withChildren(boolean included) {
    return with(copy -> copy.children = included);
  }

  public ExecutionQuery withLimit(int newLimit) {
    return with(copy -> copy.limit = newLimit);
  }

  public ExecutionQuery withAfter(UUID last) {
    return with(copy -> copy.after = Optional.of(last));
  }

  private ExecutionQuery with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return new ExecutionQuery(
        copy.flow,
        copy.status,
        copy.businessKey,
        copy.labels,
        copy.errorWords,
        copy.startedFrom,
        copy.startedTo,
        copy.children,
        copy.limit,
        copy.after);
  }

  /** The fields of a query while one of them is replaced. */
  private static final class Copy {
    Optional<String> flow;
    Optional<ExecutionStatus> status;
    Optional<String> businessKey;
    Map<String, String> labels;
    Optional<String> errorWords;
    Optional<Instant> startedFrom;
    Optional<Instant> startedTo;
    boolean children;
    int limit;
    Optional<UUID> after;

    Copy(ExecutionQuery original) {
      flow = original.flow;
      status = original.status;
      businessKey = original.businessKey;
      labels = original.labels;
      errorWords = original.errorWords;
      startedFrom = original.startedFrom;
      startedTo = original.startedTo;
      children = original.children;
      limit = original.limit;
      after = original.after;
    }
  }
}
