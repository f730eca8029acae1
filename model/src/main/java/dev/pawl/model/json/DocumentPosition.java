package dev.pawl.model.json;

/**
 * A position in a text; line and column count from 1.
 *
 * @param line 0 if there is no text
 */
public record DocumentPosition(int line, int column) {
  public static final DocumentPosition UNKNOWN = new DocumentPosition(0, 0);
}
