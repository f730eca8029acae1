package dev.pawl.model.json;

import java.util.Locale;
import java.util.Optional;

/** The text format of a document. */
public enum DocumentFormat {
  JSON,
  YAML;

  /** Returns the format that the extension of a file name stands for; empty if it is unknown. */
  public static Optional<DocumentFormat> ofFile(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".yaml") || lower.endsWith(".yml")) {
      return Optional.of(YAML);
    }
    return lower.endsWith(".json") || lower.endsWith(".asl") ? Optional.of(JSON) : Optional.empty();
  }

  /**
   * Detects the format of a text: JSON if it is blank or starts with a brace, bracket or quote,
   * otherwise YAML.
   */
  public static DocumentFormat ofText(String text) {
    String start = text.stripLeading();
    return start.isEmpty() || "{[\"".indexOf(start.charAt(0)) >= 0 ? JSON : YAML;
  }
}
