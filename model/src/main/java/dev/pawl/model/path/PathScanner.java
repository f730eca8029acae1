package dev.pawl.model.path;

import dev.pawl.sdk.JsonNumber;
import java.math.BigDecimal;

/** Scans the tokens of a path: blanks, names, strings and numbers. */
final class PathScanner {

  static final char END = '\0';

  private static final long MAX_INDEX = (1L << 53) - 1;
  private static final int MAX_NUMBER_LENGTH = 200;

  private final String text;
  private final int limit;
  private int at;

  PathScanner(String text, int start) {
    this.text = text;
    this.at = start;
    this.limit = (int) Math.min(text.length(), (long) start + Path.MAX_LENGTH);
  }

  int position() {
    return at;
  }

  void moveTo(int position) {
    at = position;
  }

  char peek() {
    return peek(0);
  }

  char peek(int ahead) {
    int index = at + ahead;
    if (index < limit) {
      return text.charAt(index);
    }
    if (index < text.length()) {
      throw error("a path may have at most " + Path.MAX_LENGTH + " characters");
    }
    return END;
  }

  char next() {
    char c = peek();
    if (c == END && at >= text.length()) {
      throw error("the path ends too early");
    }
    at++;
    return c;
  }

  boolean accept(char c) {
    if (at < text.length() && peek() == c) {
      at++;
      return true;
    }
    return false;
  }

  boolean accept(String word) {
    if (text.startsWith(word, at)) {
      at += word.length();
      return true;
    }
    return false;
  }

  void expect(char c) {
    if (!accept(c)) {
      throw error(
          at >= text.length()
              ? "the path ends where '" + c + "' is missing"
              : "expected '" + c + "' instead of '" + peek() + "'");
    }
  }

  void skipBlanks() {
    while (isBlank(peek())) {
      at++;
    }
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  /** Returns the letters, digits and underscores at the current position without consuming them. */
  String peekWord() {
    int length = 0;
    while (isWordPart(peek(length))) {
      length++;
    }
    return text.substring(at, at + length);
  }

  /**
   * Returns the word without quotes at the current position without consuming it; empty if there is
   * none. A hyphen may stand inside the word.
   */
  String peekBareWord() {
    int length = 0;
    while (isBareWordPart(peek(length), length > 0)) {
      length++;
    }
    return text.substring(at, at + length);
  }

  private static boolean isBareWordPart(char c, boolean inside) {
    return isWordPart(c) || c >= 0x80 && Character.isLetterOrDigit(c) || inside && c == '-';
  }

  private static boolean isWordPart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /**
   * Reads a member name after a dot; every character without a meaning in paths may be part of it.
   */
  String memberName() {
    int start = at;
    while (isNamePart(peek())) {
      at++;
    }
    if (at == start) {
      throw error("expected a name after the dot");
    }
    return text.substring(start, at);
  }

  private static boolean isNamePart(char c) {
    return isWordPart(c) || c >= 0x80 || "-:#/$".indexOf(c) >= 0;
  }

  /** Reads the name of a variable; empty if there is none. */
  String variableName() {
    int start = at;
    while (at < limit) {
      int c = text.codePointAt(at);
      boolean fits =
          c == '_'
              || (at == start
                  ? Character.isUnicodeIdentifierStart(c)
                  : Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
      if (!fits) {
        break;
      }
      at += Character.charCount(c);
    }
    return text.substring(start, at);
  }

  /** Reads an integer in the range that every JSON implementation represents exactly. */
  long integer() {
    int start = at;
    boolean negative = accept('-');
    int digits = at;
    while (isDigit(peek())) {
      at++;
    }
    if (at == digits) {
      throw error("expected a number");
    }
    boolean zeroFirst = text.charAt(digits) == '0';
    if (zeroFirst && (negative || at - digits > 1)) {
      throw errorAt(start, "'" + text.substring(start, at) + "' is not how an index is written");
    }
    long value = at - digits > 16 ? Long.MAX_VALUE : Long.parseLong(text, digits, at, 10);
    if (value > MAX_INDEX) {
      throw errorAt(start, "the index is out of range");
    }
    return negative ? -value : value;
  }

  JsonNumber number() {
    int start = at;
    accept('-');
    int digits = at;
    digits();
    if (text.charAt(digits) == '0' && at - digits > 1) {
      throw errorAt(start, "a number must not start with 0");
    }
    if (accept('.')) {
      digits();
    }
    if (accept('e') || accept('E')) {
      if (!accept('+')) {
        accept('-');
      }
      digits();
    }
    if (at - start > MAX_NUMBER_LENGTH) {
      throw errorAt(start, "the number is too long");
    }
    try {
      return JsonNumber.of(new BigDecimal(text.substring(start, at)));
    } catch (IllegalArgumentException e) {
      throw errorAt(start, "the number is out of range");
    }
  }

  private void digits() {
    if (!isDigit(peek())) {
      throw error("expected a digit");
    }
    while (isDigit(peek())) {
      at++;
    }
  }

  /** Reads a string in single or double quotes. */
  String string() {
    char quote = next();
    StringBuilder value = new StringBuilder();
    while (true) {
      char c = next();
      if (c == quote) {
        return value.toString();
      } else if (c == '\\') {
        escape(quote, value);
      } else if (c < 0x20) {
        throw errorAt(at - 1, "a control character must be written as an escape");
      } else {
        value.append(c);
      }
    }
  }

  private void escape(char quote, StringBuilder value) {
    char c = next();
    switch (c) {
      case 'b' -> value.append('\b');
      case 'f' -> value.append('\f');
      case 'n' -> value.append('\n');
      case 'r' -> value.append('\r');
      case 't' -> value.append('\t');
      case '/', '\\' -> value.append(c);
      case 'u' -> unicode(value);
      default -> {
        if (c == quote) {
          value.append(c);
        } else if (c == '"') {
          // Step Functions keeps the backslash of \" within apostrophes.
          value.append('\\').append(c);
        } else {
          throw errorAt(at - 2, "'\\" + c + "' is not an escape");
        }
      }
    }
  }

  private void unicode(StringBuilder value) {
    int start = at - 2;
    char first = hex();
    value.append(first);
    if (Character.isHighSurrogate(first)) {
      if (!accept("\\u")) {
        throw errorAt(start, "the other half of the character is missing");
      }
      char second = hex();
      if (!Character.isLowSurrogate(second)) {
        throw errorAt(start, "the other half of the character is missing");
      }
      value.append(second);
    } else if (Character.isLowSurrogate(first)) {
      throw errorAt(start, "the first half of the character is missing");
    }
  }

  private char hex() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      char c = next();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw errorAt(at - 1, "expected four hexadecimal digits");
      }
      value = value * 16 + digit;
    }
    return (char) value;
  }

  PathSyntaxException error(String message) {
    return errorAt(at, message);
  }

  PathSyntaxException errorAt(int position, String message) {
    return new PathSyntaxException(position, message);
  }

  String textFrom(int start) {
    return text.substring(start, at);
  }
}
