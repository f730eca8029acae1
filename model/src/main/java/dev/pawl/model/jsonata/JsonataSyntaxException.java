package dev.pawl.model.jsonata;

/** Thrown for text that is not JSONata; has the error code and the position. */
public final class JsonataSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;
  private final int position;

  /**
   * Creates an exception for an error at a position.
   *
   * @param code the error code of the language, such as {@code S0101}
   * @param position the offset in the source, counted from 0
   */
  public JsonataSyntaxException(String code, int position, String message) {
    super(message, null, false, false);
    this.code = code;
    this.position = position;
  }

  public String code() {
    return code;
  }

  public int position() {
    return position;
  }
}
