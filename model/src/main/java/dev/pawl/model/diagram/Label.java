package dev.pawl.model.diagram;

/** Escapes text for a diagram, so that no text can end its label or be read as Mermaid syntax. */
final class Label {

  private static final int MAX_LENGTH = 80;
  private static final String PLAIN = " _.,:/$='()+-!?%@[]|";

  private Label() {}

  /** Returns the text in quotes; characters with a meaning in Mermaid become character codes. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    shortened(text.strip())
        .codePoints()
        .forEach(
            c -> {
              if (isPlain(c) && !startsList(c, out)) {
                out.appendCodePoint(c);
              } else {
                out.append('#').append(isShowable(c) ? c : 0xfffd).append(';');
              }
            });
    return out.append('"').toString();
  }

  /** Returns the text as a label of an edge. */
  static String onArrow(String text) {
    return "|" + quoted(text) + "|";
  }

  private static String shortened(String text) {
    if (text.codePointCount(0, text.length()) <= MAX_LENGTH) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, MAX_LENGTH - 1)) + "…";
  }

  private static boolean isPlain(int c) {
    return Character.isLetterOrDigit(c) || c == '…' || PLAIN.indexOf(c) >= 0;
  }

  /**
   * Returns true if the character would start a list: Mermaid reads "1. x" and "- x" as lists,
   * which it cannot draw.
   */
  private static boolean startsList(int c, CharSequence before) {
    return c == '-' || c == '+'
        ? before.length() == 1
        : (c == '.' || c == ')')
            && before.length() > 1
            && before.chars().skip(1).allMatch(Character::isDigit);
  }

  private static boolean isShowable(int c) {
    return !Character.isISOControl(c) && Character.getType(c) != Character.SURROGATE;
  }
}
