package dev.pawl.client.execution;

/** The status of a step or of one of its attempts. */
public enum StepStatus {
  PENDING,
  RUNNING,
  SUCCEEDED,
  FAILED,
  SKIPPED,
  /** An operator sent the execution back to an earlier step. */
  ROLLED_BACK,
  /** Its effect was undone by a compensation. */
  COMPENSATED,
  CANCELLED
}
