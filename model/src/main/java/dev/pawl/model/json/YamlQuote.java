package dev.pawl.model.json;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Formats text as a YAML scalar that every YAML reader reads as exactly that text. */
final class YamlQuote {

  private static final String INDICATORS = "-?:,[]{}#&*!|>'\"%@`=<~+.0123456789";
  private static final Set<String> OLD_BOOLEANS = Set.of("y", "n", "yes", "no", "on", "off");

  private YamlQuote() {}

  /** Returns the text on one line: unquoted if possible, otherwise in quotes. */
  static String inline(String text) {
    if (isBare(text)) {
      return text;
    }
    if (!text.codePoints().allMatch(YamlQuote::isPrintable)) {
      return escaped(text);
    }
    return text.indexOf('"') < 0 && text.indexOf('\\') < 0
        ? '"' + text + '"'
        : "'" + text.replace("'", "''") + "'";
  }

  /** Returns true if the text can be written as a literal block under {@code |}. */
  static boolean isBlock(String text) {
    List<String> lines = List.of(text.split("\n", -1));
    boolean plain =
        lines.stream().allMatch(line -> line.codePoints().allMatch(YamlQuote::isPrintable));
    boolean steady = lines.stream().noneMatch(line -> line.isBlank() && !line.isEmpty());
    return lines.size() > 1
        && plain
        && steady
        && !lines.getFirst().isEmpty()
        && !Character.isWhitespace(lines.getFirst().charAt(0))
        && !text.endsWith("\n\n");
  }

  /**
   * Returns the header of a literal block: {@code |} if the text ends with a line break, else
   * {@code |-}.
   */
  static String blockHeader(String text) {
    return text.endsWith("\n") ? "|" : "|-";
  }

  private static boolean isBare(String text) {
    return !text.isEmpty()
        && INDICATORS.indexOf(text.charAt(0)) < 0
        && text.strip().equals(text)
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.endsWith(":")
        && text.codePoints().allMatch(YamlQuote::isPrintable)
        && !OLD_BOOLEANS.contains(text.toLowerCase(Locale.ROOT))
        && YamlScalar.isText(text);
  }

  private static boolean isPrintable(int c) {
    return c >= 0x20 && c < 0x7f
        || c >= 0xa0
            && c != 0x2028
            && c != 0x2029
            && c != 0xfeff
            && c < 0xfff0
            && Character.getType(c) != Character.SURROGATE
        || c >= 0x10000 && c <= 0x10ffff;
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                  if (isPrintable(c)) {
                    out.appendCodePoint(c);
                  } else {
                    out.append("\\u%04x".formatted(c));
                  }
                }
              }
            });
    return out.append('"').toString();
  }
}
