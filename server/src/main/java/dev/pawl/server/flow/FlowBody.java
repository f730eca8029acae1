package dev.pawl.server.flow;

import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentText;
import dev.pawl.model.json.Format;
import dev.pawl.sdk.Json;
import dev.pawl.server.problem.Refusal;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What creates or changes a flow: its definition as a JSON value, or as text in one of the formats.
 */
record FlowBody(
    @Nullable String code,
    @Nullable String name,
    @Nullable String description,
    @Nullable Json definition,
    @Nullable String source,
    @Nullable String format) {

  String text() {
    if ((definition == null) == (source == null)) {
      throw Refusal.malformed("give either the definition as JSON, or its source as text");
    }
    return definition == null
        ? Objects.requireNonNull(source)
        : DocumentText.of(Document.of(definition), Format.JSON);
  }

  Format written() {
    if (format == null) {
      return definition != null ? Format.JSON : Format.ofText(text());
    }
    return switch (format.toLowerCase(Locale.ROOT)) {
      case "json" -> Format.JSON;
      case "yaml" -> Format.YAML;
      default -> throw Refusal.malformed("the format is json or yaml, not '" + format + "'");
    };
  }
}
