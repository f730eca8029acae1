package dev.pawl.model.jsonata;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Compiles JSONata regular expressions for an engine that matches in linear time. Features that
 * such an engine lacks (look-around, back-references) are refused here, not at run time.
 */
final class RegexText {

  private static final int MAX_LENGTH = 1000;

  /** The maximum size of an expanded pattern: nested counted repetitions multiply. */
  private static final long MAX_EXPANSION = 20_000;

  private RegexText() {}

  static Pattern compile(String body, int flags, int position) {
    if (body.length() > MAX_LENGTH || expansion(body) > MAX_EXPANSION) {
      throw new JsonataSyntaxException(
          "S0303", position, "the regular expression is too large; shorten it or its repetitions");
    }
    try {
      return Pattern.compile(translate(body), flags);
    } catch (PatternSyntaxException e) {
      throw new JsonataSyntaxException("S0303", position, explain(body, e));
    }
  }

  private static String explain(String body, PatternSyntaxException e) {
    if (body.contains("(?=")
        || body.contains("(?!")
        || body.contains("(?<=")
        || body.contains("(?<!")) {
      return "look-ahead and look-behind are not supported in a regular expression";
    }
    if (body.matches("(?s).*\\\\[1-9].*")) {
      return "back-references are not supported in a regular expression";
    }
    return "the regular expression is not valid: " + e.getDescription();
  }

  /** Replaces the escapes that RE2 writes differently. */
  private static String translate(String body) {
    StringBuilder text = new StringBuilder(body.length() + 8);
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      if (c != '\\' || i + 1 == body.length()) {
        text.append(c);
        continue;
      }
      char escaped = body.charAt(++i);
      if (escaped == 'u' && isHex(body, i + 1, i + 5)) {
        text.append("\\x{").append(body, i + 1, i + 5).append('}');
        i += 4;
      } else if (escaped == '/' || escaped == '"' || escaped == '\'' || escaped == '`') {
        text.append(escaped);
      } else if (escaped == '0') {
        text.append("\\x00");
      } else {
        text.append('\\').append(escaped);
      }
    }
    return text.toString().replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!");
  }

  private static boolean isHex(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (i >= text.length() || Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the approximate length of the pattern with its counted repetitions expanded. */
  private static long expansion(String body) {
    Deque<Long> open = new ArrayDeque<>();
    long sum = 0;
    long last = 0;
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      if (c == '(') {
        open.push(sum);
        sum = 0;
        last = 0;
      } else if (c == ')') {
        last = sum + 1;
        sum = last + (open.isEmpty() ? 0 : open.pop());
      } else if (c == '{') {
        long repeated = last * (largestCount(body, i + 1) - 1);
        sum = Math.min(sum + Math.max(0, repeated), MAX_EXPANSION + 1);
      } else {
        i += c == '\\' ? 1 : 0;
        last = 1;
        sum++;
      }
    }
    return sum;
  }

  private static long largestCount(String body, int from) {
    long count = 0;
    long largest = 1;
    for (int i = from; i < body.length() && i < from + 12 && body.charAt(i) != '}'; i++) {
      int digit = Character.digit(body.charAt(i), 10);
      count = digit < 0 ? 0 : count * 10 + digit;
      largest = Math.max(largest, count);
    }
    return Math.min(largest, MAX_EXPANSION + 1);
  }
}
