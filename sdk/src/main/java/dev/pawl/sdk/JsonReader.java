package dev.pawl.sdk;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Strict parser of JSON text: no comments, no duplicate names, nothing after the value. */
final class JsonReader {

  /** The maximum length of a text, in characters. */
  static final int MAX_LENGTH = 64 * 1024 * 1024;

  /** The maximum nesting depth of arrays and objects. */
  static final int MAX_DEPTH = 500;

  private static final int MAX_NUMBER_LENGTH = 1_000;
  private static final int MAX_LONG_LENGTH = 18;

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final String text;
  private int at;
  private int depth;

  private JsonReader(String text) {
    this.text = text;
  }

  static Json read(String text) {
    JsonReader reader = new JsonReader(text);
    if (text.length() > MAX_LENGTH) {
      throw reader.error("at most " + MAX_LENGTH + " characters are");
    }
    Json value = reader.value();
    reader.skipBlanks();
    if (reader.at < text.length()) {
      throw reader.error("the end is");
    }
    return value;
  }

  private Json value() {
    skipBlanks();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> new JsonString(string());
      case 't' -> word("true", JsonBool.TRUE);
      case 'f' -> word("false", JsonBool.FALSE);
      case 'n' -> word("null", JsonNull.NULL);
      default -> number();
    };
  }

  private Json object() {
    enter();
    JsonObject.Builder members = JsonObject.builder();
    skipBlanks();
    while (peek() != '}') {
      if (members.size() > 0) {
        expect(',');
        skipBlanks();
      }
      int start = at;
      String name = string();
      if (members.has(name)) {
        at = start;
        throw error("another name than \"" + name + "\", which is there already, is");
      }
      skipBlanks();
      expect(':');
      members.put(name, value());
      skipBlanks();
    }
    leave();
    return members.build();
  }

  private Json array() {
    enter();
    List<Json> elements = new ArrayList<>();
    skipBlanks();
    while (peek() != ']') {
      if (!elements.isEmpty()) {
        expect(',');
      }
      elements.add(value());
      skipBlanks();
    }
    leave();
    return JsonArray.of(elements);
  }

  private void enter() {
    if (++depth > MAX_DEPTH) {
      throw error("no more than " + MAX_DEPTH + " levels are");
    }
    at++;
  }

  private void leave() {
    at++;
    depth--;
  }

  private String string() {
    expect('"');
    int start = at;
    while (isPlain(peek())) {
      at++;
    }
    if (peek() == '"') {
      return text.substring(start, at++);
    }
    StringBuilder out = new StringBuilder().append(text, start, at);
    for (char c = peek(); c != '"'; c = peek()) {
      if (c < ' ') {
        throw error("an escape is");
      }
      at++;
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c != '"' && c != '\\';
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
      default -> throw error("an escape is");
    };
  }

  private char unicode() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      char c = peek();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw error("four hexadecimal digits are");
      }
      code = code << 4 | digit;
      at++;
    }
    return (char) code;
  }

  private Json word(String word, Json value) {
    if (!text.startsWith(word, at)) {
      throw error(word + " is");
    }
    at += word.length();
    return value;
  }

  private Json number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(start, at);
    if (digits.length() > MAX_NUMBER_LENGTH || !isNumber(digits)) {
      at = start;
      throw error("a value is");
    }
    try {
      return digits.length() <= MAX_LONG_LENGTH && isWhole(digits)
          ? JsonNumber.of(Long.parseLong(digits))
          : JsonNumber.of(new BigDecimal(digits));
    } catch (IllegalArgumentException outOfRange) {
      at = start;
      throw error("a smaller number is");
    }
  }

  private static boolean isNumber(String digits) {
    return NUMBER.matcher(digits).matches();
  }

  private static boolean isWhole(String digits) {
    return digits.chars().allMatch(c -> c == '-' || c >= '0' && c <= '9');
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw error("more is");
    }
    return text.charAt(at);
  }

  private void expect(char c) {
    if (peek() != c) {
      throw error("'" + c + "' is");
    }
    at++;
  }

  private IllegalArgumentException error(String expected) {
    return new IllegalArgumentException(
        "not JSON: %s expected at character %d".formatted(expected, at));
  }
}
