package dev.pawl.cli.file;

import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.util.Locale;

/**
 * Reads JSON given on the command line: the text itself, {@code @file}, or {@code -} for standard
 * input.
 */
public final class JsonArgument {

  private JsonArgument() {}

  /**
   * Returns the JSON value of an argument.
   *
   * @param option the option that the value belongs to, for error messages
   * @throws UsageException if the value is not JSON
   */
  public static Json read(String option, String value) {
    if (value.equals(Texts.STANDARD_INPUT)) {
      return parse(option, "standard input", Texts.read(value));
    }
    if (!value.startsWith("@")) {
      return parse(option, "'" + shortened(value) + "'", value);
    }
    String name = value.substring(1);
    String text = Texts.read(name);
    return isPlainText(name) ? Json.of(text) : parse(option, "'" + name + "'", text);
  }

  /** Returns true for files that are read as plain text, as an ItemReader would read them. */
  private static boolean isPlainText(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".csv") || lower.endsWith(".jsonl") || lower.endsWith(".txt");
  }

  private static Json parse(String option, String what, String text) {
    try {
      return JsonText.parse(text);
    } catch (JsonSyntaxException e) {
      String hint = looksLikeText(text) ? "; a text needs quotes: '\"" + text + "\"'" : "";
      throw new UsageException(
          "%s: %s is not JSON (%s%s)%s".formatted(option, what, position(e), firstLine(e), hint));
    }
  }

  private static String position(JsonSyntaxException e) {
    return e.line() > 0 ? "line %d, column %d: ".formatted(e.line(), e.column()) : "";
  }

  private static boolean looksLikeText(String text) {
    return !text.isEmpty()
        && text.length() < 40
        && text.chars().allMatch(c -> Character.isLetterOrDigit(c) || " -_.".indexOf(c) >= 0);
  }

  private static String firstLine(JsonSyntaxException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
