package dev.pawl;

/** The status of an execution. */
public enum ExecutionStatus {
  /** Waits for a permit of a concurrency limit before its first step. */
  PENDING,
  /** A step is in progress, or the execution is ready to run. */
  RUNNING,
  /** Waits for a time, an event, a person, a worker or another execution. */
  WAITING,
  /** Paused by an operator, or by the engine because of an incident. */
  PAUSED,
  SUCCEEDED,
  FAILED,
  CANCELLED,
  TIMED_OUT;

  /** Returns true if an execution of this status has ended. */
  public boolean isTerminal() {
    return switch (this) {
      case PENDING, RUNNING, WAITING, PAUSED -> false;
      case SUCCEEDED, FAILED, CANCELLED, TIMED_OUT -> true;
    };
  }
}
