package dev.pawl.model.schema;

/**
 * Something that does not fit a schema, or is wrong with one.
 *
 * @param location JSON Pointer to it; empty for the whole
 * @param message what it must be and what it is, such as {@code must be a number, got a string}
 */
public record Violation(String location, String message) {

  @Override
  public String toString() {
    return (location.isEmpty() ? "it" : location) + " " + message;
  }
}
