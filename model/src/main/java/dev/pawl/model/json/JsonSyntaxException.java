package dev.pawl.model.json;

/** Text that is not JSON (or not YAML), or that exceeds a limit; knows where. */
public final class JsonSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  public JsonSyntaxException(String message, int line, int column) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /** Counted from 1; 0 if unknown. */
  public int line() {
    return line;
  }

  /** Counted from 1; 0 if unknown. */
  public int column() {
    return column;
  }
}
