package dev.pawl.model.intrinsic;

/** Text that is not a call of an intrinsic function; knows where. */
public final class IntrinsicSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int position;

  public IntrinsicSyntaxException(int position, String message) {
    super(message);
    this.position = position;
  }

  /** The index of the character that does not fit, counted from 0. */
  public int position() {
    return position;
  }
}
