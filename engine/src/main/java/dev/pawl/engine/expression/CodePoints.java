package dev.pawl.engine.expression;

/** Operations on text by Unicode code points instead of Java's UTF-16 units. */
public final class CodePoints {

  private CodePoints() {}

  /** Compares texts by their code points. */
  public static int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        // Surrogates sort before U+E000 in Java, but their code points are above U+FFFF.
        boolean aHalf = Character.isSurrogate(a);
        boolean bHalf = Character.isSurrogate(b);
        return aHalf == bHalf ? Character.compare(a, b) : aHalf ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  public static int count(String text) {
    return text.codePointCount(0, text.length());
  }
}
