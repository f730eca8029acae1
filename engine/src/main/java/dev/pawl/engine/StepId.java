package dev.pawl.engine;

/**
 * One visit of a frame to a state. Visits are numbered from 1 within their frame and never restart,
 * so (execution, frame, visit) is also what makes a handler's work idempotent.
 */
public record StepId(FrameId frame, int visit) {

  /** The one timer that belongs to no visit: the time-out of the execution. */
  public static final StepId EXECUTION = new StepId(FrameId.ROOT, 0);

  @Override
  public String toString() {
    return frame + "@" + visit;
  }
}
