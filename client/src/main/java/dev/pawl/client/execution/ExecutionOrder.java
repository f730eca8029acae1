package dev.pawl.client.execution;

/**
 * The order of a list of executions.
 *
 * @param descending true for the latest or longest first
 */
public record ExecutionOrder(Field field, boolean descending) {

  /** The fields by which executions are sorted. */
  public enum Field {
    STARTED,
    UPDATED,
    DURATION
  }

  /** Newest first. */
  public static final ExecutionOrder NEWEST = new ExecutionOrder(Field.STARTED, true);
}
