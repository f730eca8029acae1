package dev.pawl.model.schema;

import dev.pawl.model.json.Pointer;
import dev.pawl.model.path.Regex;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Validates one value against one schema, with a limited amount of work. */
final class SchemaChecker {

  private static final int MAX_VIOLATIONS = 20;

  /**
   * The maximum number of checks per validation: nested alternatives multiply, so a short schema
   * can require a lot of work.
   */
  private static final long MAX_WORK = 1_000_000;

  /** The maximum depth of schemas, needed because references may be circular. */
  private static final int MAX_DEPTH = 300;

  private static final int STEPS_PER_UNIT_OF_WORK = 100;
  private static final int MAX_QUOTED_LENGTH = 40;

  private final Json root;
  private long work;
  private int depth;

  /** Thrown when the validation exceeds the maximum amount of work. */
  static final class TooComplexException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  SchemaChecker(Json root) {
    this.root = root;
  }

  void check(Json schema, Json value, String at, List<Violation> out) {
    spend(1);
    if (schema.equals(JsonBool.FALSE)) {
      add(out, at, Violation.NOT_ALLOWED);
    }
    if (schema instanceof JsonObject object) {
      if (++depth > MAX_DEPTH) {
        throw new TooComplexException();
      }
      for (String keyword : object.members().keySet()) {
        check(object, keyword, value, at, out);
      }
      depth--;
    }
  }

  private void spend(long units) {
    work += units;
    if (work > MAX_WORK) {
      throw new TooComplexException();
    }
  }

  static void add(List<Violation> out, String at, String message) {
    if (out.size() < MAX_VIOLATIONS) {
      out.add(new Violation(at, message));
    }
  }

  private boolean matches(Json schema, Json value, String at) {
    List<Violation> violations = new ArrayList<>();
    check(schema, value, at, violations);
    return violations.isEmpty();
  }

  private void check(
      JsonObject schema, String keyword, Json value, String at, List<Violation> out) {
    Json argument = schema.get(keyword).orElseThrow();
    switch (keyword) {
      case "$ref" ->
          SchemaReference.resolve(root, text(argument))
              .ifPresent(part -> check(part, value, at, out));
      case "type" -> ScalarRules.type(argument, value, at, out);
      case "enum" -> {
        spend(elements(argument).size());
        if (argument instanceof JsonArray && !elements(argument).contains(value)) {
          add(out, at, "must be one of %s, got %s".formatted(quoted(argument), quoted(value)));
        }
      }
      case "const" -> {
        if (!argument.equals(value)) {
          add(out, at, "must be %s, got %s".formatted(quoted(argument), quoted(value)));
        }
      }
      case "allOf" -> elements(argument).forEach(part -> check(part, value, at, out));
      case "anyOf" -> {
        if (elements(argument).stream().noneMatch(part -> matches(part, value, at))) {
          add(out, at, "fits none of the %d alternatives".formatted(elements(argument).size()));
        }
      }
      case "oneOf" -> {
        long count = elements(argument).stream().filter(part -> matches(part, value, at)).count();
        if (count != 1) {
          add(
              out,
              at,
              "must fit one of the %d alternatives, fits %d"
                  .formatted(elements(argument).size(), count));
        }
      }
      case "not" -> {
        if (matches(argument, value, at)) {
          add(out, at, "is not allowed to be like this");
        }
      }
      case "if" ->
          schema
              .get(matches(argument, value, at) ? "then" : "else")
              .ifPresent(part -> check(part, value, at, out));
      default -> {
        switch (value) {
          case JsonNumber number -> ScalarRules.number(keyword, argument, number, at, out);
          case JsonString(String text) -> text(keyword, argument, text, at, out);
          case JsonArray array -> array(schema, keyword, array, at, out);
          case JsonObject object -> object(schema, keyword, object, at, out);
          case JsonBool bool -> {}
          case JsonNull nothing -> {}
        }
      }
    }
  }

  private void text(String keyword, Json argument, String value, String at, List<Violation> out) {
    int length = value.codePointCount(0, value.length());
    switch (keyword) {
      case "minLength", "maxLength" ->
          ScalarRules.count(keyword, argument, length, "character", at, out);
      case "pattern" -> {
        if (!isMatched(text(argument), value)) {
          add(
              out,
              at,
              "must match the pattern %s, got %s".formatted(argument, quoted(Json.of(value))));
        }
      }
      case "format" -> {
        if (!Formats.matches(text(argument), value)) {
          add(
              out,
              at,
              "must have the format '%s', got %s"
                  .formatted(text(argument), quoted(Json.of(value))));
        }
      }
      default -> {}
    }
  }

  private boolean isMatched(String pattern, String value) {
    try {
      Regex regex = Regex.compile(pattern, "");
      spend(1 + (long) regex.cost() * value.length() / STEPS_PER_UNIT_OF_WORK);
      return regex.isFoundIn(value);
    } catch (IllegalArgumentException unreadable) {
      return true; // SchemaProblems reports invalid patterns
    }
  }

  private void array(
      JsonObject schema, String keyword, JsonArray value, String at, List<Violation> out) {
    Json argument = schema.get(keyword).orElseThrow();
    List<Json> items = value.elements();
    switch (keyword) {
      case "minItems", "maxItems" ->
          ScalarRules.count(keyword, argument, items.size(), "item", at, out);
      case "uniqueItems" -> {
        Set<Json> seen = new HashSet<>();
        if (argument.equals(JsonBool.TRUE) && !items.stream().allMatch(seen::add)) {
          add(out, at, "must not have an item twice");
        }
      }
      case "prefixItems" -> {
        List<Json> parts = elements(argument);
        for (int i = 0; i < Math.min(parts.size(), items.size()); i++) {
          check(parts.get(i), items.get(i), Pointer.element(at, i), out);
        }
      }
      case "items" -> {
        int first = schema.get("prefixItems").map(SchemaChecker::elements).orElse(List.of()).size();
        for (int i = first; i < items.size(); i++) {
          check(argument, items.get(i), Pointer.element(at, i), out);
        }
      }
      case "contains" -> {
        long count = items.stream().filter(item -> matches(argument, item, at)).count();
        Json least = schema.get("minContains").orElse(JsonNumber.of(1));
        ScalarRules.count("minContains", least, count, "fitting item", at, out);
        schema
            .get("maxContains")
            .ifPresent(
                most -> ScalarRules.count("maxContains", most, count, "fitting item", at, out));
      }
      default -> {}
    }
  }

  private void object(
      JsonObject schema, String keyword, JsonObject value, String at, List<Violation> out) {
    Json argument = schema.get(keyword).orElseThrow();
    switch (keyword) {
      case "required" -> required(argument, value, at, out);
      case "minProperties", "maxProperties" ->
          ScalarRules.count(keyword, argument, value.members().size(), "member", at, out);
      case "properties" ->
          members(argument)
              .members()
              .forEach(
                  (name, part) ->
                      value
                          .get(name)
                          .ifPresent(it -> check(part, it, Pointer.member(at, name), out)));
      case "patternProperties" ->
          members(argument)
              .members()
              .forEach(
                  (pattern, part) ->
                      value
                          .members()
                          .forEach(
                              (name, it) -> {
                                if (isMatched(pattern, name)) {
                                  check(part, it, Pointer.member(at, name), out);
                                }
                              }));
      case "additionalProperties" ->
          value
              .members()
              .forEach(
                  (name, it) -> {
                    if (isAdditional(schema, name)) {
                      check(argument, it, Pointer.member(at, name), out);
                    }
                  });
      case "propertyNames" ->
          value
              .members()
              .keySet()
              .forEach(
                  name -> {
                    if (!matches(argument, Json.of(name), at)) {
                      add(out, Pointer.member(at, name), "is not an allowed name");
                    }
                  });
      case "dependentRequired" ->
          members(argument)
              .members()
              .forEach(
                  (name, needed) -> {
                    if (value.has(name)) {
                      required(needed, value, at, out);
                    }
                  });
      case "dependentSchemas" ->
          members(argument)
              .members()
              .forEach(
                  (name, part) -> {
                    if (value.has(name)) {
                      check(part, value, at, out);
                    }
                  });
      default -> {}
    }
  }

  private static void required(Json names, JsonObject value, String at, List<Violation> out) {
    for (Json name : elements(names)) {
      if (!value.has(text(name))) {
        add(out, Pointer.member(at, text(name)), "is required");
      }
    }
  }

  private boolean isAdditional(JsonObject schema, String name) {
    boolean isNamed = schema.get("properties").filter(it -> members(it).has(name)).isPresent();
    return !isNamed
        && schema.get("patternProperties").map(SchemaChecker::members).stream()
            .flatMap(patterns -> patterns.members().keySet().stream())
            .noneMatch(pattern -> isMatched(pattern, name));
  }

  static String text(Json json) {
    return json instanceof JsonString(String text) ? text : "";
  }

  private static List<Json> elements(Json json) {
    return json instanceof JsonArray array ? array.elements() : List.of();
  }

  private static JsonObject members(Json json) {
    return json instanceof JsonObject object ? object : JsonObject.EMPTY;
  }

  private static String quoted(Json json) {
    if (json instanceof JsonArray array && array.length() <= 20) {
      return array.elements().stream().map(SchemaChecker::quoted).collect(Collectors.joining(", "));
    }
    String text = json.toString();
    return text.length() > MAX_QUOTED_LENGTH ? text.substring(0, MAX_QUOTED_LENGTH) + "..." : text;
  }
}
