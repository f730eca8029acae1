package dev.pawl.model.json;

import java.util.Locale;
import java.util.Optional;

/** How a document is written down. */
public enum Format {
  JSON,
  YAML;

  /** The format that a file's name promises. */
  public static Optional<Format> ofFile(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".yaml") || lower.endsWith(".yml")) {
      return Optional.of(YAML);
    }
    return lower.endsWith(".json") || lower.endsWith(".asl") ? Optional.of(JSON) : Optional.empty();
  }

  /** The format a text seems to have: what begins like a JSON value is JSON. */
  public static Format ofText(String text) {
    String start = text.stripLeading();
    return start.isEmpty() || "{[\"".indexOf(start.charAt(0)) >= 0 ? JSON : YAML;
  }
}
