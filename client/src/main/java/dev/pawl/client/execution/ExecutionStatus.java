package dev.pawl.client.execution;

/** The status of an execution. */
public enum ExecutionStatus {
  /** It waits for a concurrency permit or for a node. */
  PENDING,
  RUNNING,
  /** It waits for a timer, an event, a person or a worker. */
  WAITING,
  /** No new step starts until it is resumed. */
  PAUSED,
  SUCCEEDED,
  FAILED,
  CANCELLED,
  TIMED_OUT;

  /** Returns true for a status that never changes again. */
  public boolean hasEnded() {
    return switch (this) {
      case SUCCEEDED, FAILED, CANCELLED, TIMED_OUT -> true;
      case PENDING, RUNNING, WAITING, PAUSED -> false;
    };
  }
}
