package dev.pawl;

/** The order in which runnable executions are claimed when there are more than nodes can run. */
public enum ExecutionPriority {
  CRITICAL,
  HIGH,
  NORMAL,
  LOW
}
