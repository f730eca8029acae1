package dev.pawl.model.formula;

/** Writes a regular expression as a JSONata literal. */
final class RegexLiteral {

  private RegexLiteral() {}

  /**
   * Returns the literal. A literal of JSONata ends at a slash outside of brackets, so slashes and
   * the brackets inside of character classes are escaped.
   */
  static String of(String pattern) {
    StringBuilder literal = new StringBuilder("/");
    boolean inClass = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        literal.append(c).append(pattern.charAt(++i));
      } else if (c == '/') {
        literal.append("\\/");
      } else if (c == '[' && !inClass) {
        inClass = true;
        literal.append(c);
        if (pattern.startsWith("^", i + 1)) {
          literal.append('^');
          i++;
        }
        if (pattern.startsWith("]", i + 1)) {
          literal.append("\\]");
          i++;
        }
      } else if (inClass && c == '[' && pattern.startsWith(":", i + 1)) {
        int end = pattern.indexOf(":]", i);
        int stop = end < 0 ? pattern.length() : end + 2;
        literal.append(pattern, i, stop);
        i = stop - 1;
      } else if (inClass && "([{)}".indexOf(c) >= 0) {
        literal.append('\\').append(c);
      } else {
        inClass = inClass && c != ']';
        literal.append(c);
      }
    }
    return literal.append('/').toString();
  }
}
