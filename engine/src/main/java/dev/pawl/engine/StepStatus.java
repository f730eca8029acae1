package dev.pawl.engine;

/** The status of a step. */
public enum StepStatus {
  PENDING,
  RUNNING,
  SUCCEEDED,
  FAILED,
  SKIPPED,
  ROLLED_BACK,
  COMPENSATED,
  CANCELLED
}
