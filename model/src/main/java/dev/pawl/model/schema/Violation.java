package dev.pawl.model.schema;

/**
 * A part of a value that a schema does not allow, or a problem of a schema.
 *
 * @param location JSON Pointer to the part; empty for the whole value
 * @param message what is allowed and what was found, such as {@code must be a number, got a string}
 */
public record Violation(String location, String message) {

  static final String NOT_ALLOWED = "is not allowed";

  /** Returns true if no value at all is allowed there, such as that of an unknown member. */
  public boolean isOfAnyValue() {
    return message.equals(NOT_ALLOWED);
  }

  @Override
  public String toString() {
    return (location.isEmpty() ? "it" : location) + " " + message;
  }
}
