package dev.pawl.model.intrinsic;

/** Thrown for text that is not a call of an intrinsic function; has the position of the error. */
public final class IntrinsicSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int position;
  private final String advice;

  public IntrinsicSyntaxException(int position, String message, String advice) {
    super(message);
    this.position = position;
    this.advice = advice;
  }

  /** Returns the index of the first wrong character, counted from 0. */
  public int position() {
    return position;
  }

  /** Returns advice on how to correct the text; may be empty. */
  public String advice() {
    return advice;
  }
}
