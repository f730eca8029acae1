package dev.pawl.server.failure;

import dev.pawl.engine.Fact;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.journal.UnreadableFactException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists the scalar values in the input of an execution by their paths. */
final class InputValues {

  /** Members within this number of objects are regarded. */
  static final int MAX_DEPTH = 4;

  /** The largest number of values of one input. */
  static final int MAX_VALUES = 60;

  /** Longer texts are left out. */
  static final int MAX_TEXT = 100;

  private InputValues() {}

  /** Returns the values of a start; none if it cannot be read. */
  static Map<String, String> ofFact(byte @Nullable [] fact) {
    if (fact == null) {
      return Map.of();
    }
    try {
      return FactBytes.read(fact) instanceof Fact.Started started ? of(started.input()) : Map.of();
    } catch (UnreadableFactException ofALaterRelease) {
      return Map.of();
    }
  }

  /** Returns the values by paths such as {@code payment.method}; arrays are left out. */
  static Map<String, String> of(Json input) {
    Map<String, String> values = new LinkedHashMap<>();
    if (input instanceof JsonObject object) {
      add("", object, 1, values);
    }
    return values;
  }

  private static void add(String path, JsonObject object, int depth, Map<String, String> values) {
    object
        .members()
        .forEach(
            (name, value) -> {
              String at = path.isEmpty() ? name : path + "." + name;
              if (values.size() >= MAX_VALUES || at.length() > MAX_TEXT) {
                return;
              }
              switch (value) {
                case JsonObject inner -> {
                  if (depth < MAX_DEPTH) {
                    add(at, inner, depth + 1, values);
                  }
                }
                case JsonString text -> {
                  if (text.asText().length() <= MAX_TEXT) {
                    values.put(at, text.asText());
                  }
                }
                case JsonNumber number -> values.put(at, number.toString());
                case JsonBool bool -> values.put(at, bool.toString());
                case JsonNull none -> values.put(at, none.toString());
                case JsonArray array -> {}
              }
            });
  }
}
