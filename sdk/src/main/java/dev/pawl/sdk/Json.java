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

  /** The word JSON uses for this kind of value: null, boolean, number, string, array or object. */
  String kind();

  /** How many bytes {@link #toString()} takes in UTF-8. */
  long size();

  /** What {@link #toString()} gives, in UTF-8. */
  default byte[] toUtf8() {
    return JsonWriter.write(this);
  }

  /** How deeply arrays and objects are nested in this value; 0 for a value that is neither. */
  default int depth() {
    return 0;
  }

  /** The member of that name, if this is an object that has it. */
  default Optional<Json> get(String name) {
    return Optional.empty();
  }

  /** The element at that index, if this is an array that long. */
  default Optional<Json> get(int index) {
    return Optional.empty();
  }

  /** The text of a string; any other value as JSON text. */
  default String asText() {
    return toString();
  }

  /** Plain Java values: Map, List, String, Long or BigDecimal, Boolean and null. */
  @Nullable Object toJava();

  static Json of(String value) {
    return new JsonString(value);
  }

  static Json of(long value) {
    return JsonNumber.of(value);
  }

  static Json of(boolean value) {
    return JsonBool.of(value);
  }

  /**
   * The JSON value of a tree of plain Java values.
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
