package dev.pawl.server.web;

import dev.pawl.sdk.Json;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/** Names of JSON types for messages such as "must be a list, got a number". */
final class JsonKinds {

  private static final int MAX_QUOTED_LENGTH = 100;

  private static final String INTS = " from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE;

  private JsonKinds() {}

  /** Returns the JSON type that a field of a Java type must have. */
  static String describeExpected(@Nullable Class<?> type) {
    if (type == null || Json.class.isAssignableFrom(type)) {
      return "another value";
    }
    if (type.isEnum()) {
      return "one of " + constants(type);
    }
    if (type == String.class) {
      return "a text";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    if (type == Double.class || type == double.class) {
      return "a number";
    }
    if (Number.class.isAssignableFrom(type) || type == int.class || type == long.class) {
      return "a whole number" + (type == int.class || type == Integer.class ? INTS : "");
    }
    return Collection.class.isAssignableFrom(type) || type.isArray() ? "a list" : "an object";
  }

  static String constants(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(String::valueOf)
        .collect(Collectors.joining(", "));
  }

  /** Returns the JSON type of a token. */
  static String describeToken(@Nullable JsonToken token) {
    if (token == null) {
      return "nothing";
    }
    return switch (token) {
      case START_OBJECT, END_OBJECT, PROPERTY_NAME -> "an object";
      case START_ARRAY, END_ARRAY -> "a list";
      case VALUE_STRING -> "a text";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE -> "true";
      case VALUE_FALSE -> "false";
      case VALUE_NULL -> "null";
      case VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE -> "another value";
    };
  }

  static String shortened(String text) {
    return text.length() > MAX_QUOTED_LENGTH ? text.substring(0, MAX_QUOTED_LENGTH) + "..." : text;
  }
}
