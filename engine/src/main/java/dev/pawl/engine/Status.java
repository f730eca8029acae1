package dev.pawl.engine;

/**
 * Where an execution stands. WAITING is RUNNING with nothing at work: whoever holds the execution
 * tells them apart, the interpreter does not need to.
 */
public enum Status {
  PENDING,
  RUNNING,
  WAITING,
  PAUSED,
  SUCCEEDED,
  FAILED,
  CANCELLED,
  TIMED_OUT;

  public boolean isTerminal() {
    return switch (this) {
      case PENDING, RUNNING, WAITING, PAUSED -> false;
      case SUCCEEDED, FAILED, CANCELLED, TIMED_OUT -> true;
    };
  }
}
