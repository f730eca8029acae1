package dev.pawl.testkit.simulation;

/** Where two things that should be equal part ways. */
final class Difference {

  private static final int AROUND = 160;

  private Difference() {}

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
    int start = Math.max(0, at - AROUND);
    int end = Math.min(text.length(), at + AROUND);
    return (start > 0 ? "..." : "")
        + text.substring(start, end)
        + (end < text.length() ? "..." : "");
  }
}
