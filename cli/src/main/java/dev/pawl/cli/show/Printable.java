package dev.pawl.cli.show;

/** Makes text safe to print on one line of a terminal. */
public final class Printable {

  private Printable() {}

  /**
   * Returns the text with control characters escaped, so that no input can control the terminal.
   */
  public static String line(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (isUnsafe(c)) {
            out.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.toString();
  }

  /** Returns the text on one line, cut to the given length. */
  public static String shortened(String text, int length) {
    // Escapes only lengthen: what lies beyond the cut need not be looked at.
    String line = line(text.length() > length + 1 ? text.substring(0, length + 1) : text);
    if (line.length() <= length) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(length - 2)) ? length - 2 : length - 1;
    return line.substring(0, end) + "…";
  }

  private static boolean isUnsafe(char c) {
    boolean bidirectional = c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
    return Character.isISOControl(c) || bidirectional;
  }
}
