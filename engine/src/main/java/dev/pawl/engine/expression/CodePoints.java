package dev.pawl.engine.expression;

/** Text seen as Unicode characters, where Java sees halves of some. */
public final class CodePoints {

  private CodePoints() {}

  /** Orders text by its characters' numbers. */
  public static int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        // Halves of characters beyond U+FFFF come before U+E000 in Java, but after it in Unicode.
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
