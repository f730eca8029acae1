package dev.pawl.engine;

/**
 * The status of an execution. WAITING means RUNNING without work in progress; the node makes the
 * distinction, the interpreter does not.
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
