package dev.pawl.model.path;

/** Thrown for text that is not a path; has the position of the error. */
public final class PathSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int position;

  public PathSyntaxException(int position, String message) {
    super(message);
    this.position = position;
  }

  /** Returns the index of the first wrong character, counted from 0. */
  public int position() {
    return position;
  }
}
