package dev.pawl.sdk;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An immutable JSON value.
 *
 * <p>Objects keep the order of their members but compare without it; numbers compare by value, so
 * {@code 1}, {@code 1.0} and {@code 10e-1} are equal.
 */
public sealed interface Json
    permits JsonNull, JsonBool, JsonNumber, JsonString, JsonArray, JsonObject {

  /** Returns the JSON type: null, boolean, number, string, array or object. */
  String kind();

  /** Returns the size of {@link #toString()} in UTF-8 bytes. */
  long size();

  /** Returns {@link #toString()} in UTF-8. */
  default byte[] toUtf8() {
    byte[] text = new byte[Math.toIntExact(size())];
    JsonWriter.write(this, text, 0);
    return text;
  }

  /**
   * Writes {@link #toString()} in UTF-8 into an array, and returns the index after it.
   *
   * @param target has {@link #size()} bytes left from that index on
   */
  default int putUtf8(byte[] target, int at) {
    return JsonWriter.write(this, target, at);
  }

  /** Returns the nesting depth of arrays and objects; 0 for a value that is neither. */
  default int depth() {
    return 0;
  }

  /** Returns the member with that name; empty if there is none or this is no object. */
  default Optional<Json> get(String name) {
    return Optional.empty();
  }

  /** Returns the element at that index; empty if there is none or this is no array. */
  default Optional<Json> get(int index) {
    return Optional.empty();
  }

  /** Returns the text of a string, and any other value as JSON text. */
  default String asText() {
    return toString();
  }

  /**
   * Returns the value of a whole number.
   *
   * @throws IllegalStateException if this is anything else, or does not fit
   */
  default long asLong() {
    throw new IllegalStateException("expected a whole number that fits into a long, got " + this);
  }

  /** Returns true if this is the value {@code true}. */
  default boolean isTrue() {
    return false;
  }

  /** Returns true if this is the value {@code null}. */
  default boolean isNull() {
    return false;
  }

  /** Converts to plain Java values: Map, List, String, Long or BigDecimal, Boolean and null. */
  @Nullable Object toJava();

  /**
   * Reads one JSON value: strictly, at most 500 levels deep, without duplicate names.
   *
   * @throws IllegalArgumentException if the text is anything else; the message says where
   */
  static Json parse(String text) {
    return JsonReader.read(text);
  }

  /** Returns a JSON string. */
  static Json of(String value) {
    return new JsonString(value);
  }

  /** Returns a JSON number. */
  static Json of(long value) {
    return JsonNumber.of(value);
  }

  /** Returns a JSON boolean. */
  static Json of(boolean value) {
    return JsonBool.of(value);
  }

  /**
   * Converts a tree of plain Java values.
   *
   * @throws IllegalArgumentException if some value has no JSON form
   */
  static Json ofJava(@Nullable Object value) {
    return switch (value) {
      case null -> JsonNull.NULL;
      case Json json -> json;
      case String text -> new JsonString(text);
      case Boolean bool -> JsonBool.of(bool);
      case BigDecimal number -> JsonNumber.of(number);
      case Double number -> JsonNumber.of(number);
      case Float number -> JsonNumber.of(new BigDecimal(number.toString()));
      case Long number -> JsonNumber.of(number);
      case Integer number -> JsonNumber.of(number);
      case Number number -> JsonNumber.of(new BigDecimal(number.toString()));
      case Map<?, ?> map -> {
        Map<String, Json> members = new LinkedHashMap<>();
        map.forEach((name, member) -> members.put(String.valueOf(name), ofJava(member)));
        yield JsonObject.of(members);
      }
      case List<?> list -> JsonArray.of(list.stream().map(Json::ofJava).toList());
      default ->
          throw new IllegalArgumentException(
              "a " + value.getClass().getName() + " has no JSON form");
    };
  }
}
