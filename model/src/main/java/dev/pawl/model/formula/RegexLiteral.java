package dev.pawl.model.formula;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes a regular expression as a JSONata literal. */
final class RegexLiteral {

  private static final Pattern REPETITION = Pattern.compile("\\{\\d+(,\\d*)?}");

  private RegexLiteral() {}

  /**
   * Returns the index after an escape such as {@code \\d}, {@code \\p{Greek}} or {@code \\x{41}}.
   */
  private static int afterEscape(String pattern, int backslash) {
    boolean isLong =
        "pPx".indexOf(pattern.charAt(backslash + 1)) >= 0 && pattern.startsWith("{", backslash + 2);
    int close = isLong ? pattern.indexOf('}', backslash) : -1;
    return close < 0 ? backslash + 2 : close + 1;
  }

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
        int end = afterEscape(pattern, i);
        literal.append(pattern, i, end);
        i = end - 1;
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
      } else if (inClass && "([{)}".indexOf(c) >= 0 || !inClass && (c == ']' || c == '}')) {
        literal.append('\\').append(c);
      } else if (!inClass && c == '{') {
        Matcher repetition = REPETITION.matcher(pattern).region(i, pattern.length());
        boolean isRepetition = repetition.lookingAt();
        literal.append(isRepetition ? repetition.group() : "\\{");
        i += isRepetition ? repetition.group().length() - 1 : 0;
      } else {
        inClass = inClass && c != ']';
        literal.append(c);
      }
    }
    return literal.append('/').toString();
  }
}
