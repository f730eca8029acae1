package dev.pawl.worker;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON into plain Java values. */
final class JsonReader {

  private static final int DEEPEST = 500;
  private static final int LONGEST_LONG = 18;

  private final String text;
  private int at;
  private int depth;

  private JsonReader(String text) {
    this.text = text;
  }

  static @Nullable Object read(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value();
    reader.blanks();
    if (reader.at < text.length()) {
      throw reader.wrong("the end");
    }
    return value;
  }

  private @Nullable Object value() {
    blanks();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, @Nullable Object> object() {
    deeper();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    at++;
    blanks();
    while (peek() != '}') {
      if (!members.isEmpty()) {
        expect(',');
        blanks();
      }
      String name = string();
      blanks();
      expect(':');
      members.put(name, value());
      blanks();
    }
    at++;
    depth--;
    return members;
  }

  private List<@Nullable Object> array() {
    deeper();
    List<@Nullable Object> elements = new ArrayList<>();
    at++;
    blanks();
    while (peek() != ']') {
      if (!elements.isEmpty()) {
        expect(',');
      }
      elements.add(value());
      blanks();
    }
    at++;
    depth--;
    return elements;
  }

  private void deeper() {
    if (++depth > DEEPEST) {
      throw wrong("no more than " + DEEPEST + " levels");
    }
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    for (char c = peek(); c != '"'; c = peek()) {
      if (c < ' ') {
        throw wrong("an escape");
      }
      at++;
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw wrong("an escape");
    };
  }

  private char unicode() {
    int end = Math.min(at + 4, text.length());
    String digits = text.substring(at, end);
    if (!digits.matches("[0-9a-fA-F]{4}")) {
      throw wrong("four hexadecimal digits");
    }
    at = end;
    return (char) Integer.parseInt(digits, 16);
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw wrong(word);
    }
    at += word.length();
    return value;
  }

  private Object number() {
    int begin = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(begin, at);
    if (!digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
      at = begin;
      throw wrong("a value");
    }
    boolean isWhole = digits.chars().allMatch(c -> c == '-' || Character.isDigit(c));
    try {
      return isWhole && digits.length() <= LONGEST_LONG
          ? (Object) Long.valueOf(digits)
          : new BigDecimal(digits);
    } catch (NumberFormatException e) {
      throw wrong("a smaller number");
    }
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw wrong("more");
    }
    return text.charAt(at);
  }

  private void expect(char c) {
    if (peek() != c) {
      throw wrong("'" + c + "'");
    }
    at++;
  }

  private IllegalArgumentException wrong(String expected) {
    return new IllegalArgumentException("not JSON: %s expected at %d".formatted(expected, at));
  }
}
