package dev.pawl.model.path;

/** Text that is not a path; knows where. */
public final class PathSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int position;

  public PathSyntaxException(int position, String message) {
    super(message);
    this.position = position;
  }

  /** The index of the character that does not fit, counted from 0. */
  public int position() {
    return position;
  }
}
