package dev.pawl.worker;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value as a handler reads it. What is not there is null; asking null for a member gives
 * null again, so that {@code input.get("customer").get("mail").text()} needs no checks on the way.
 */
public final class Value {

  static final Value NULL = new Value(null);

  private final @Nullable Object java;

  private Value(@Nullable Object java) {
    this.java = java;
  }

  /**
   * @param java a Map, List, String, Number, Boolean, Value or null, as {@link #java()} gives it
   */
  public static Value of(@Nullable Object java) {
    return java == null ? NULL : java instanceof Value value ? value : new Value(java);
  }

  /**
   * @throws IllegalArgumentException if the text is not JSON
   */
  public static Value parse(String text) {
    return of(JsonReader.read(text));
  }

  /** The member of that name; null where there is none. */
  public Value get(String name) {
    return java instanceof Map<?, ?> members ? of(members.get(name)) : NULL;
  }

  /** The element at that place; null where there is none. */
  public Value get(int index) {
    return java instanceof List<?> elements && index >= 0 && index < elements.size()
        ? of(elements.get(index))
        : NULL;
  }

  public boolean isNull() {
    return java == null;
  }

  /** The elements of an array; none of anything else. */
  public List<Value> list() {
    return java instanceof List<?> elements ? elements.stream().map(Value::of).toList() : List.of();
  }

  /** The text of a string; anything else as JSON. */
  public String text() {
    return java instanceof String text ? text : toString();
  }

  /**
   * @throws IllegalStateException if it is no number
   */
  public BigDecimal number() {
    if (java instanceof Number number) {
      return new BigDecimal(number.toString());
    }
    throw new IllegalStateException("a number was expected, not " + this);
  }

  /**
   * @throws ArithmeticException if it is no whole number that fits
   */
  public long integer() {
    return number().longValueExact();
  }

  /** Whether it is the value true. */
  public boolean isTrue() {
    return Boolean.TRUE.equals(java);
  }

  /** Plain Java: Map, List, String, Long or BigDecimal, Boolean, or null. */
  public @Nullable Object java() {
    return java;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Value value && Objects.equals(java, value.java);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(java);
  }

  /** As JSON. */
  @Override
  public String toString() {
    return JsonWriter.write(java);
  }
}
