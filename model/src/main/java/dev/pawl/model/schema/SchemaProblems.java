package dev.pawl.model.schema;

import dev.pawl.model.json.Pointer;
import dev.pawl.model.path.Regex;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the parts of a schema that {@link SchemaChecker} does not support, so that authors see them
 * when they save the schema.
 */
final class SchemaProblems {

  private static final Set<String> TYPES =
      Set.of("null", "boolean", "object", "array", "number", "integer", "string");

  private static final int MAX_SHOWN_CHARACTERS = 200;

  /** The type of a keyword's argument. */
  private enum Argument {
    SCHEMA,
    SCHEMAS,
    NAMED_SCHEMAS,
    NUMBER,
    COUNT,
    NAMES,
    NAMED_NAMES,
    FLAG,
    LIST
  }

  private static final Map<String, Argument> ARGUMENTS =
      Map.ofEntries(
          Map.entry("additionalProperties", Argument.SCHEMA),
          Map.entry("items", Argument.SCHEMA),
          Map.entry("contains", Argument.SCHEMA),
          Map.entry("propertyNames", Argument.SCHEMA),
          Map.entry("not", Argument.SCHEMA),
          Map.entry("if", Argument.SCHEMA),
          Map.entry("then", Argument.SCHEMA),
          Map.entry("else", Argument.SCHEMA),
          Map.entry("allOf", Argument.SCHEMAS),
          Map.entry("anyOf", Argument.SCHEMAS),
          Map.entry("oneOf", Argument.SCHEMAS),
          Map.entry("prefixItems", Argument.SCHEMAS),
          Map.entry("properties", Argument.NAMED_SCHEMAS),
          Map.entry("patternProperties", Argument.NAMED_SCHEMAS),
          Map.entry("dependentSchemas", Argument.NAMED_SCHEMAS),
          Map.entry("$defs", Argument.NAMED_SCHEMAS),
          Map.entry("definitions", Argument.NAMED_SCHEMAS),
          Map.entry("minimum", Argument.NUMBER),
          Map.entry("maximum", Argument.NUMBER),
          Map.entry("exclusiveMinimum", Argument.NUMBER),
          Map.entry("exclusiveMaximum", Argument.NUMBER),
          Map.entry("multipleOf", Argument.NUMBER),
          Map.entry("minLength", Argument.COUNT),
          Map.entry("maxLength", Argument.COUNT),
          Map.entry("minItems", Argument.COUNT),
          Map.entry("maxItems", Argument.COUNT),
          Map.entry("minContains", Argument.COUNT),
          Map.entry("maxContains", Argument.COUNT),
          Map.entry("minProperties", Argument.COUNT),
          Map.entry("maxProperties", Argument.COUNT),
          Map.entry("required", Argument.NAMES),
          Map.entry("dependentRequired", Argument.NAMED_NAMES),
          Map.entry("uniqueItems", Argument.FLAG),
          Map.entry("enum", Argument.LIST));

  /** The unsupported keywords that would change which values are valid, each with advice. */
  private static final Map<String, String> UNSUPPORTED =
      Map.of(
          "$dynamicRef", "use $ref",
          "$recursiveRef", "use $ref",
          "unevaluatedProperties", "use additionalProperties",
          "unevaluatedItems", "use items",
          "additionalItems", "use prefixItems and items",
          "dependencies", "use dependentRequired or dependentSchemas");

  private final Json root;

  SchemaProblems(Json root) {
    this.root = root;
  }

  Optional<Violation> first() {
    return problem(root, "");
  }

  private Optional<Violation> problem(Json schema, String at) {
    if (schema instanceof JsonBool) {
      return Optional.empty();
    }
    if (!(schema instanceof JsonObject object)) {
      return found(at, "must be a schema, which is an object, true or false");
    }
    return first(
        object.members().entrySet().stream(),
        part -> problem(part.getKey(), part.getValue(), Pointer.member(at, part.getKey())));
  }

  private Optional<Violation> problem(String keyword, Json value, String at) {
    if (UNSUPPORTED.containsKey(keyword)) {
      return found(at, "is not supported; " + UNSUPPORTED.get(keyword));
    }
    return switch (keyword) {
      case "$ref" -> reference(value, at);
      case "pattern" ->
          value instanceof JsonString(String text)
              ? pattern(text, at)
              : found(at, "must be a text");
      case "type" -> type(value, at);
      default ->
          ARGUMENTS.containsKey(keyword)
              ? problem(keyword, ARGUMENTS.get(keyword), value, at)
              : Optional.empty();
    };
  }

  private Optional<Violation> problem(String keyword, Argument argument, Json value, String at) {
    return switch (argument) {
      case SCHEMA -> problem(value, at);
      case SCHEMAS ->
          value instanceof JsonArray array && array.length() > 0
              ? first(
                  IntStream.range(0, array.length()).boxed(),
                  i -> problem(array.elements().get(i), Pointer.element(at, i)))
              : found(at, "must be a list of schemas");
      case NAMED_SCHEMAS ->
          value instanceof JsonObject object
              ? first(
                  object.members().entrySet().stream(),
                  part -> named(keyword, part, Pointer.member(at, part.getKey())))
              : found(at, "must be an object of schemas");
      case NUMBER -> must(isNumber(keyword, value), at, number(keyword));
      case COUNT ->
          must(
              value instanceof JsonNumber count
                  && count.isWhole()
                  && count.decimalValue().signum() >= 0,
              at,
              "must be a whole number from 0 on");
      case NAMES -> must(isNames(value), at, "must be a list of names");
      case NAMED_NAMES ->
          must(
              value instanceof JsonObject object
                  && object.members().values().stream().allMatch(SchemaProblems::isNames),
              at,
              "must be an object of lists of names");
      case FLAG -> must(value instanceof JsonBool, at, "must be true or false");
      case LIST -> must(value instanceof JsonArray, at, "must be a list");
    };
  }

  private Optional<Violation> named(String keyword, Map.Entry<String, Json> part, String at) {
    Optional<Violation> name =
        keyword.equals("patternProperties") ? pattern(part.getKey(), at) : Optional.empty();
    return name.or(() -> problem(part.getValue(), at));
  }

  private static boolean isNumber(String keyword, Json value) {
    return value instanceof JsonNumber number
        && (!keyword.equals("multipleOf") || number.decimalValue().signum() > 0);
  }

  private static String number(String keyword) {
    return keyword.equals("multipleOf") ? "must be a number above 0" : "must be a number";
  }

  private static boolean isNames(Json value) {
    return value instanceof JsonArray array
        && array.elements().stream().allMatch(JsonString.class::isInstance);
  }

  private Optional<Violation> reference(Json value, String at) {
    if (!(value instanceof JsonString(String text))) {
      return found(at, "must be a text");
    }
    return SchemaReference.resolve(root, text).isPresent()
        ? Optional.empty()
        : found(
            at,
            "refers to '%s', which is not part of the schema; refer to one such as '#/$defs/name'"
                .formatted(shortened(text)));
  }

  private static Optional<Violation> pattern(String pattern, String at) {
    try {
      Regex.compile(pattern, "");
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return found(
          at,
          ("has the pattern '%s', which cannot be matched in linear time: %s;"
                  + " use the syntax of RE2, without look-around and back-references")
              .formatted(shortened(pattern), e.getMessage()));
    }
  }

  private static String shortened(String text) {
    return text.length() > MAX_SHOWN_CHARACTERS
        ? text.substring(0, MAX_SHOWN_CHARACTERS) + "..."
        : text;
  }

  private static Optional<Violation> type(Json value, String at) {
    Stream<Json> types =
        value instanceof JsonArray several ? several.elements().stream() : Stream.of(value);
    return must(
        types.allMatch(type -> type instanceof JsonString(String text) && TYPES.contains(text)),
        at,
        "must be one or more of array, boolean, integer, null, number, object, string");
  }

  private static Optional<Violation> must(boolean isFine, String at, String message) {
    return isFine ? Optional.empty() : found(at, message);
  }

  private static Optional<Violation> found(String at, String message) {
    return Optional.of(new Violation(at, message));
  }

  private static <T> Optional<Violation> first(
      Stream<T> parts, Function<T, Optional<Violation>> problem) {
    return parts.map(problem).flatMap(Optional::stream).findFirst();
  }
}
