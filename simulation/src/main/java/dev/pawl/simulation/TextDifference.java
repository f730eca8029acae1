package dev.pawl.simulation;

/** Finds where two values differ. */
final class TextDifference {

  private static final int CONTEXT_CHARACTERS = 160;

  private TextDifference() {}

  static String between(Object expected, Object actual) {
    String one = expected.toString();
    String other = actual.toString();
    int at = 0;
    while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    return "expected\n  %s\nbut got\n  %s".formatted(cut(one, at), cut(other, at));
  }

  private static String cut(String text, int at) {
    int start = Math.max(0, at - CONTEXT_CHARACTERS);
    int end = Math.min(text.length(), at + CONTEXT_CHARACTERS);
    return (start > 0 ? "..." : "")
        + text.substring(start, end)
        + (end < text.length() ? "..." : "");
  }
}
