package dev.pawl.model.intrinsic;

/** Text that is not a call of an intrinsic function; knows where. */
public final class IntrinsicSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int position;
  private final String advice;

  public IntrinsicSyntaxException(int position, String message, String advice) {
    super(message);
    this.position = position;
    this.advice = advice;
  }

  /** The index of the character that does not fit, counted from 0. */
  public int position() {
    return position;
  }

  /** What to do about it; may be empty. */
  public String advice() {
    return advice;
  }
}
