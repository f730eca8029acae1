package dev.pawl.model.schema;

import static dev.pawl.model.schema.SchemaChecker.add;
import static dev.pawl.model.schema.SchemaChecker.text;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks the keywords that need no other schema: types, numbers and counts. */
final class ScalarRules {

  private ScalarRules() {}

  static void type(Json argument, Json value, String at, List<Violation> out) {
    List<Json> types =
        argument instanceof JsonArray several ? several.elements() : List.of(argument);
    if (types.stream().noneMatch(type -> isOfType(text(type), value))) {
      String wanted =
          types.stream().map(type -> withArticle(text(type))).collect(Collectors.joining(" or "));
      add(out, at, "must be %s, got %s".formatted(wanted, withArticle(typeOf(value))));
    }
  }

  private static boolean isOfType(String type, Json value) {
    return type.equals(typeOf(value)) || type.equals("number") && value instanceof JsonNumber;
  }

  private static String typeOf(Json value) {
    return switch (value) {
      case JsonNumber number -> number.isWhole() ? "integer" : "number";
      case JsonString text -> "string";
      case JsonArray array -> "array";
      case JsonObject object -> "object";
      case JsonBool bool -> "boolean";
      case JsonNull nothing -> "null";
    };
  }

  private static String withArticle(String type) {
    return switch (type) {
      case "null" -> type;
      case "integer", "array", "object" -> "an " + type;
      default -> "a " + type;
    };
  }

  static void number(
      String keyword, Json argument, JsonNumber value, String at, List<Violation> out) {
    if (!(argument instanceof JsonNumber limit)) {
      return;
    }
    int compared = value.compareTo(limit);
    Optional<String> wanted =
        switch (keyword) {
          case "minimum" -> requirement(compared < 0, "at least " + limit);
          case "maximum" -> requirement(compared > 0, "at most " + limit);
          case "exclusiveMinimum" -> requirement(compared <= 0, "more than " + limit);
          case "exclusiveMaximum" -> requirement(compared >= 0, "less than " + limit);
          case "multipleOf" -> requirement(!isMultiple(value, limit), "a multiple of " + limit);
          default -> Optional.empty();
        };
    wanted.ifPresent(rule -> add(out, at, "must be %s, got %s".formatted(rule, value)));
  }

  private static Optional<String> requirement(boolean isViolated, String rule) {
    return isViolated ? Optional.of(rule) : Optional.empty();
  }

  private static boolean isMultiple(JsonNumber value, JsonNumber of) {
    return of.decimalValue().signum() == 0
        || value.decimalValue().remainder(of.decimalValue()).compareTo(BigDecimal.ZERO) == 0;
  }

  static void count(
      String keyword, Json argument, long actual, String unit, String at, List<Violation> out) {
    if (!(argument instanceof JsonNumber limit)) {
      return;
    }
    boolean isLeast = keyword.startsWith("min");
    int compared = JsonNumber.of(actual).compareTo(limit);
    if (isLeast ? compared < 0 : compared > 0) {
      add(
          out,
          at,
          "must have at %s %s %s%s, has %d"
              .formatted(
                  isLeast ? "least" : "most",
                  limit,
                  unit,
                  limit.equals(JsonNumber.of(1)) ? "" : "s",
                  actual));
    }
  }
}
