package dev.pawl.server.worker;

import dev.pawl.model.path.Regex;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A JSON Schema that whoever reads it can follow without leaving it and match without waiting: it
 * refers to parts of itself only, and its patterns take time linear in the text.
 */
final class Schema {

  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

  /** What these hold is data, whatever it looks like. */
  private static final Set<String> DATA = Set.of("const", "enum", "default", "examples");

  private static final String PATTERN = "pattern";
  private static final String BY_PATTERN = "patternProperties";

  /** These hold schemas under names that authors choose. */
  private static final Set<String> NAMED =
      Set.of("properties", BY_PATTERN, "$defs", "definitions", "dependentSchemas", "dependencies");

  private Schema() {}

  /** What is wrong with it and where, if something is. */
  static Optional<String> problem(Json schema) {
    return problem("", schema);
  }

  /**
   * @param at the JSON Pointer of the schema
   */
  private static Optional<String> problem(String at, Json schema) {
    return switch (schema) {
      case JsonArray array ->
          first(
              IntStream.range(0, array.elements().size()).boxed().toList(),
              i -> problem(at + "/" + i, array.elements().get(i)));
      case JsonObject object ->
          first(
              object.members().entrySet(),
              part -> keyword(below(at, part.getKey()), part.getKey(), part.getValue()));
      default -> Optional.empty();
    };
  }

  private static Optional<String> keyword(String at, String name, Json value) {
    if (DATA.contains(name)) {
      return Optional.empty();
    }
    if (name.equals(PATTERN)) {
      return value instanceof JsonString(String pattern)
          ? unmatchable(at, pattern)
          : Optional.of("has at %s a pattern that is no text".formatted(at));
    }
    if (value instanceof JsonString(String reference) && REFERENCES.contains(name)) {
      return elsewhere(reference);
    }
    if (value instanceof JsonObject object && NAMED.contains(name)) {
      return first(
          object.members().entrySet(),
          part -> {
            String below = below(at, part.getKey());
            return (name.equals(BY_PATTERN)
                    ? unmatchable(below, part.getKey())
                    : Optional.<String>empty())
                .or(() -> problem(below, part.getValue()));
          });
    }
    return problem(at, value);
  }

  private static String below(String at, String name) {
    return at + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  private static Optional<String> elsewhere(String reference) {
    return reference.startsWith("#")
        ? Optional.empty()
        : Optional.of(
            "refers to '%s'; a schema refers to parts of itself only, such as '#/$defs/part'"
                .formatted(reference));
  }

  private static Optional<String> unmatchable(String at, String pattern) {
    try {
      Regex.compile(pattern, "");
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          "has at %s the pattern '%s', which cannot be matched in linear time: %s; use the syntax of RE2, without look-around and back-references"
              .formatted(shortened(at), shortened(pattern), e.getMessage()));
    }
  }

  private static String shortened(String text) {
    return text.length() > 200 ? text.substring(0, 200) + "..." : text;
  }

  private static <T> Optional<String> first(
      Collection<T> parts, Function<T, Optional<String>> problem) {
    return parts.stream().map(problem).flatMap(Optional::stream).findFirst();
  }
}
