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

/**
 * A JSON Schema that whoever reads it can follow without leaving it and match without waiting: it
 * refers to parts of itself only, and its patterns take time linear in the text.
 */
final class Schema {

  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

  /** What these hold is data, whatever it looks like. */
  private static final Set<String> DATA = Set.of("const", "enum", "default", "examples");

  private static final String BY_PATTERN = "patternProperties";

  /** These hold schemas under names that authors choose. */
  private static final Set<String> NAMED =
      Set.of("properties", BY_PATTERN, "$defs", "definitions", "dependentSchemas");

  private Schema() {}

  /** What is wrong with it, if something is. */
  static Optional<String> problem(Json schema) {
    if (schema instanceof JsonArray array) {
      return first(array.elements(), Schema::problem);
    }
    return schema instanceof JsonObject object
        ? first(object.members().entrySet(), part -> problem(part.getKey(), part.getValue()))
        : Optional.empty();
  }

  private static Optional<String> problem(String name, Json value) {
    if (DATA.contains(name)) {
      return Optional.empty();
    }
    if (value instanceof JsonString(String text)) {
      return REFERENCES.contains(name)
          ? elsewhere(text)
          : name.equals("pattern") ? unmatchable(text) : Optional.empty();
    }
    if (value instanceof JsonObject object && NAMED.contains(name)) {
      return (name.equals(BY_PATTERN)
              ? first(object.members().keySet(), Schema::unmatchable)
              : Optional.<String>empty())
          .or(() -> first(object.members().values(), Schema::problem));
    }
    return problem(value);
  }

  private static Optional<String> elsewhere(String reference) {
    return reference.startsWith("#")
        ? Optional.empty()
        : Optional.of(
            "refers to '%s'; a schema refers to parts of itself only, such as '#/$defs/part'"
                .formatted(reference));
  }

  private static Optional<String> unmatchable(String pattern) {
    try {
      Regex.compile(pattern, "");
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          "has the pattern '%s', which cannot be matched in linear time: %s"
              .formatted(pattern, e.getMessage()));
    }
  }

  private static <T> Optional<String> first(
      Collection<T> parts, Function<T, Optional<String>> problem) {
    return parts.stream().map(problem).flatMap(Optional::stream).findFirst();
  }
}
