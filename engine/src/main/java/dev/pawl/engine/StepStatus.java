package dev.pawl.engine;

/** Where a step stands. */
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
