package dev.pawl.server.openapi;

import dev.pawl.model.json.JsonText;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds descriptions and examples to the schemas of fields. An example is written as text in the
 * annotation; it is read as JSON unless the field is a string. Fields whose type leaves little
 * choice (truth values, times, ids, enumerations) need no example in the annotation.
 */
final class FieldDescriptions {

  private static final Map<String, Object> EXAMPLES_BY_FORMAT =
      Map.of("date-time", "2026-11-18T08:30:00Z", "uuid", "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11");

  private FieldDescriptions() {}

  static Map<String, Object> of(Map<String, Object> schema, @Nullable Schema annotation) {
    if (annotation == null) {
      return schema;
    }
    Map<String, Object> described = new LinkedHashMap<>(schema);
    described.put("description", annotation.description());
    example(schema, annotation.example())
        .ifPresent(example -> described.put("examples", List.of(example)));
    return described;
  }

  /** Returns the value of an example; empty if there is no text and none follows from the type. */
  static Optional<Object> example(Map<?, ?> schema, String text) {
    Map<?, ?> plain = withoutNull(schema);
    if (text.isEmpty()) {
      return defaultExample(plain);
    }
    return Optional.of(
        "string".equals(plain.get("type"))
            ? text
            : Objects.requireNonNull(JsonText.parse(text).toJava()));
  }

  private static Optional<Object> defaultExample(Map<?, ?> schema) {
    if (schema.get("enum") instanceof List<?> values) {
      return Optional.of(values.getFirst());
    }
    return "boolean".equals(schema.get("type"))
        ? Optional.of(true)
        : Optional.ofNullable(EXAMPLES_BY_FORMAT.get(String.valueOf(schema.get("format"))));
  }

  private static Map<?, ?> withoutNull(Map<?, ?> schema) {
    return schema.get("anyOf") instanceof List<?> kinds
            && kinds.getFirst() instanceof Map<?, ?> first
        ? first
        : schema;
  }
}
