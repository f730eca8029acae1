package dev.pawl.engine.data;

import dev.pawl.model.ErrorName;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Writes references to secrets into the settings of a handler, and replaces them by the secrets
 * when the handler is called. A reference starts with a private-use character and {@code (}; where
 * that character is part of data or of the definition it is doubled, so that no data can contain a
 * reference.
 */
public final class SecretReferences {

  private static final char MARK = '\uE000';
  private static final char OPEN = '(';
  private static final char CLOSE = ')';

  private SecretReferences() {}

  /** Returns the reference to a secret. */
  static String reference(String name) {
    return "" + MARK + OPEN + name + MARK + CLOSE;
  }

  /** Returns a value whose texts contain no reference once {@link #resolve} has been applied. */
  static Json escape(Json value) {
    return hasMark(value) ? mapped(value, SecretReferences::escape) : value;
  }

  private static String escape(String text) {
    return text.replace("" + MARK, "" + MARK + MARK);
  }

  /**
   * Replaces all references by the values of their secrets. A value is inserted as it is: a
   * reference in it is not replaced.
   *
   * @throws DataException with {@code Pawl.SecretMissing} if there is no such secret
   */
  public static Json resolve(Json config, Function<String, Optional<String>> secrets) {
    return hasMark(config) ? mapped(config, text -> resolve(text, secrets)) : config;
  }

  private static String resolve(String text, Function<String, Optional<String>> secrets) {
    StringBuilder resolved = new StringBuilder();
    int at = 0;
    for (int mark = text.indexOf(MARK); mark >= 0; mark = text.indexOf(MARK, at)) {
      resolved.append(text, at, mark);
      if (text.startsWith("" + MARK + OPEN, mark)) {
        int end = text.indexOf("" + MARK + CLOSE, mark + 2);
        String name = text.substring(mark + 2, end);
        resolved.append(
            secrets
                .apply(name)
                .orElseThrow(
                    () ->
                        new DataException(
                            ErrorName.SECRET_MISSING,
                            "Config refers to the secret '%s', which does not exist; create it or correct the name"
                                .formatted(name))));
        at = end + 2;
      } else {
        resolved.append(MARK);
        at = mark + 2;
      }
    }
    return resolved.append(text, at, text.length()).toString();
  }

  private static boolean hasMark(Json value) {
    return switch (value) {
      case JsonString text -> text.value().indexOf(MARK) >= 0;
      case JsonArray array -> array.elements().stream().anyMatch(SecretReferences::hasMark);
      case JsonObject object ->
          object.members().values().stream().anyMatch(SecretReferences::hasMark);
      case JsonNumber number -> false;
      case JsonBool bool -> false;
      case JsonNull nothing -> false;
    };
  }

  private static Json mapped(Json value, UnaryOperator<String> change) {
    return switch (value) {
      case JsonString text -> Json.of(change.apply(text.value()));
      case JsonArray array -> {
        List<Json> elements = new ArrayList<>(array.length());
        array.elements().forEach(element -> elements.add(mapped(element, change)));
        yield JsonArray.of(elements);
      }
      case JsonObject object -> {
        Map<String, Json> members = new LinkedHashMap<>();
        object.members().forEach((name, member) -> members.put(name, mapped(member, change)));
        yield JsonObject.of(members);
      }
      case JsonNumber number -> number;
      case JsonBool bool -> bool;
      case JsonNull nothing -> nothing;
    };
  }
}
