package dev.pawl.engine;

/**
 * The id of a step: one visit of a frame to a state. Visits are numbered from 1 within their frame
 * and never restart, so (execution, frame, visit) is also the idempotency key of a handler.
 */
public record StepId(FrameId frame, int visit) {

  /** The id of the only timer that belongs to no step: the timeout of the execution. */
  public static final StepId EXECUTION = new StepId(FrameId.ROOT, 0);

  /**
   * Parses the text of a step id.
   *
   * @throws IllegalArgumentException if the text was not written by {@link #toString()}
   */
  public static StepId parse(String text) {
    int at = text.lastIndexOf('@');
    if (at < 0) {
      throw new IllegalArgumentException("'" + text + "' is not a step");
    }
    return new StepId(
        FrameId.parse(text.substring(0, at)), Integer.parseInt(text.substring(at + 1)));
  }

  @Override
  public String toString() {
    return frame + "@" + visit;
  }
}
