package dev.pawl.model.json;

/**
 * A place in a text; both numbers count from 1.
 *
 * @param line 0 where there is no text
 */
public record Position(int line, int column) {
  public static final Position UNKNOWN = new Position(0, 0);
}
