package dev.pawl.model.json;

/** Thrown for text that is not JSON or YAML, or exceeds a limit; has the position of the error. */
public final class JsonSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  public JsonSyntaxException(String message, int line, int column) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /** Returns the line of the error, counted from 1; 0 if unknown. */
  public int line() {
    return line;
  }

  /** Returns the column of the error, counted from 1; 0 if unknown. */
  public int column() {
    return column;
  }
}
