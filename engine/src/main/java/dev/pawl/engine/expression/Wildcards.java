package dev.pawl.engine.expression;

import java.util.ArrayList;
import java.util.List;

/**
 * Matches text with a pattern in which {@code *} stands for any characters; a backslash escapes
 * {@code *} and itself.
 *
 * <p>The parts between the stars are searched from left to right, so that the time is linear in the
 * lengths of pattern and text.
 */
final class Wildcards {

  private Wildcards() {}

  static boolean matches(String pattern, String text) {
    List<String> parts = parts(pattern);
    String first = parts.getFirst();
    if (parts.size() == 1) {
      return text.equals(first);
    }
    String last = parts.getLast();
    if (text.length() < first.length() + last.length()
        || !text.startsWith(first)
        || !text.endsWith(last)) {
      return false;
    }
    int from = first.length();
    int end = text.length() - last.length();
    for (String part : parts.subList(1, parts.size() - 1)) {
      from = LinearSearch.endOf(part, text, from, end);
      if (from < 0) {
        return false;
      }
    }
    return true;
  }

  private static List<String> parts(String pattern) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      char next = i + 1 < pattern.length() ? pattern.charAt(i + 1) : ' ';
      if (c == '\\' && (next == '*' || next == '\\')) {
        part.append(next);
        i++;
      } else if (c == '*') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    return parts;
  }
}
