package dev.pawl.engine.expression;

/** Thrown if an expression has no value for the given data or exceeds a limit. */
public final class ExpressionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * Creates an exception without stack trace.
   *
   * @param code stable code of the error, such as a JSONata error code or {@code budget}
   * @param message what is wrong and what to do, for people
   */
  public ExpressionException(String code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  public String code() {
    return code;
  }
}
