package dev.pawl.engine.expression;

/** An expression that has no value for the given data, or that breached a limit. */
public final class ExpressionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * @param code a stable name of what went wrong, such as a JSONata error code or {@code budget}
   * @param message what went wrong and what to do, for people
   */
  public ExpressionException(String code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  public String code() {
    return code;
  }
}
