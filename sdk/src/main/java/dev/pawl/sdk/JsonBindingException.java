package dev.pawl.sdk;

/** A JSON value that does not fit the Java type it was to be converted to. */
public final class JsonBindingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private static final int MAX_SHOWN_CHARACTERS = 80;

  private final String pointer;

  /**
   * Creates an exception for a value of the wrong type.
   *
   * @param pointer the JSON pointer of the value; empty for the whole document
   * @param expected the type that was expected
   */
  public JsonBindingException(String pointer, String expected, Json found) {
    this(pointer, "expected %s, got %s".formatted(expected, shown(found)));
  }

  /** Creates an exception with a message, which is put behind the JSON pointer of the value. */
  public JsonBindingException(String pointer, String message) {
    super((pointer.isEmpty() ? "(whole value)" : pointer) + ": " + message);
    this.pointer = pointer;
  }

  /** Returns the JSON pointer of the value; empty for the whole document. */
  public String pointer() {
    return pointer;
  }

  private static String shown(Json found) {
    String text = found.toString();
    String cut =
        text.length() <= MAX_SHOWN_CHARACTERS
            ? text
            : text.substring(0, MAX_SHOWN_CHARACTERS) + "...";
    return found.isNull() ? cut : found.kind() + " " + cut;
  }
}
