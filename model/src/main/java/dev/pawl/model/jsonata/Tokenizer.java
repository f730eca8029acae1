package dev.pawl.model.jsonata;

import com.google.re2j.Pattern;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import java.math.BigDecimal;
import java.util.Set;

/** Splits the source into tokens, one at a time, on demand of the parser. */
final class Tokenizer {

  private static final String SPACE = " \t\n\r\u000b";
  private static final String SIGNS = ".[]{}(),@#;:?+-*/%|=<>^&!~";
  private static final Set<String> PAIRS =
      Set.of("..", ":=", "!=", ">=", "<=", "**", "~>", "?:", "??");

  private final String source;
  private int position;

  Tokenizer(String source) {
    this.source = source;
  }

  /**
   * Returns the next token.
   *
   * @param afterOperand true if a value has just ended, so that a slash is a division and does not
   *     start a regular expression
   */
  Token next(boolean afterOperand) {
    skipSpaceAndComments();
    if (position >= source.length()) {
      return Token.of(Token.TokenKind.END, "(end)", source.length());
    }
    char c = source.charAt(position);
    if (c == '/' && !afterOperand) {
      return regex();
    }
    if (SIGNS.indexOf(c) >= 0) {
      return operator();
    }
    if (c == '"' || c == '\'') {
      return string(c);
    }
    if (c >= '0' && c <= '9') {
      return number();
    }
    return c == '`' ? quotedName() : word();
  }

  /** Returns a function signature with its brackets; its {@code <} has already been read. */
  String signature(int start) {
    StringBuilder text = new StringBuilder("<");
    int depth = 1;
    while (depth > 0) {
      if (position >= source.length()) {
        throw error("S0203", start, "the function signature has no closing '>'");
      }
      char c = source.charAt(position++);
      if (c == '{') {
        throw error("S0202", position - 1, "the function signature has no closing '>'");
      }
      depth += c == '<' ? 1 : c == '>' ? -1 : 0;
      if (SPACE.indexOf(c) < 0) {
        text.append(c);
      }
    }
    return text.toString();
  }

  private void skipSpaceAndComments() {
    while (position < source.length()) {
      if (SPACE.indexOf(source.charAt(position)) >= 0) {
        position++;
      } else if (source.startsWith("/*", position)) {
        int end = source.indexOf("*/", position + 2);
        if (end < 0) {
          throw error("S0106", position, "the comment has no closing '*/'");
        }
        position = end + 2;
      } else {
        return;
      }
    }
  }

  private Token operator() {
    int start = position;
    int end = start + 2;
    String sign =
        end <= source.length() && PAIRS.contains(source.substring(start, end))
            ? source.substring(start, end)
            : source.substring(start, start + 1);
    if (sign.equals("!") || sign.equals("~")) {
      throw error("S0204", start, "unknown operator '" + sign + "'");
    }
    position += sign.length();
    return Token.of(Token.TokenKind.OPERATOR, sign, start);
  }

  private Token string(char quote) {
    int start = position++;
    StringBuilder text = new StringBuilder();
    while (position < source.length()) {
      char c = source.charAt(position++);
      if (c == quote) {
        return Token.of(Token.TokenKind.STRING, text.toString(), start);
      }
      text.append(c == '\\' ? escape() : c);
    }
    throw error("S0101", start, "the string has no closing quote");
  }

  private char escape() {
    char c = position < source.length() ? source.charAt(position++) : 0;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hexEscape();
      default ->
          throw error("S0103", position - 1, "\\" + c + " is not an escape sequence of a string");
    };
  }

  private char hexEscape() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = position < source.length() ? Character.digit(source.charAt(position), 16) : -1;
      if (digit < 0) {
        throw error("S0104", position, "\\u must be followed by four hexadecimal digits");
      }
      code = code * 16 + digit;
      position++;
    }
    return (char) code;
  }

  private Token number() {
    int start = position;
    if (source.charAt(position++) != '0') {
      skipDigits();
    }
    if (peek(0) == '.' && isDigit(peek(1))) {
      position++;
      skipDigits();
    }
    if (peek(0) == 'e' || peek(0) == 'E') {
      int sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
      if (isDigit(peek(sign))) {
        position += sign;
        skipDigits();
      }
    }
    String text = source.substring(start, position);
    return new Token(Token.TokenKind.LITERAL, text, start, number(text, start), null);
  }

  private static JsonNumber number(String text, int start) {
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw error("S0102", start, "the number " + shorten(text) + " is out of range");
    }
    try {
      return text.length() > JsonNumber.MAX_DIGITS
          ? JsonNumber.of(value)
          : JsonNumber.of(new BigDecimal(text));
    } catch (IllegalArgumentException e) {
      return JsonNumber.of(value);
    }
  }

  private void skipDigits() {
    while (isDigit(peek(0))) {
      position++;
    }
  }

  private char peek(int ahead) {
    return position + ahead < source.length() ? source.charAt(position + ahead) : 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private Token quotedName() {
    int start = position;
    int end = source.indexOf('`', start + 1);
    if (end < 0) {
      throw error("S0105", start, "the quoted name has no closing backtick");
    }
    position = end + 1;
    return Token.of(Token.TokenKind.NAME, source.substring(start + 1, end), start);
  }

  private Token word() {
    int start = position;
    while (position < source.length()
        && SPACE.indexOf(source.charAt(position)) < 0
        && SIGNS.indexOf(source.charAt(position)) < 0) {
      position++;
    }
    String word = source.substring(start, position);
    if (word.charAt(0) == '$') {
      return Token.of(Token.TokenKind.VARIABLE, word.substring(1).intern(), start);
    }
    return switch (word) {
      case "and", "or", "in" -> Token.of(Token.TokenKind.OPERATOR, word, start);
      case "true", "false" -> literal(word, start, JsonBool.of(word.equals("true")));
      case "null" -> literal(word, start, JsonNull.NULL);
      default -> Token.of(Token.TokenKind.NAME, word, start);
    };
  }

  private static Token literal(String word, int start, Json value) {
    return new Token(Token.TokenKind.LITERAL, word, start, value, null);
  }

  private Token regex() {
    int start = position++;
    int depth = 0;
    while (position < source.length()) {
      char c = source.charAt(position);
      if (c == '\\') {
        position++;
      } else if (c == '/' && depth == 0) {
        return regex(start);
      } else if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if (c == ')' || c == ']' || c == '}') {
        depth--;
      }
      position++;
    }
    throw error("S0302", start, "the regular expression has no closing '/'");
  }

  private Token regex(int start) {
    String body = source.substring(start + 1, position);
    if (body.isEmpty()) {
      throw error("S0301", start, "an empty regular expression is not allowed");
    }
    int flags = 0;
    for (char c = peek(1); c == 'i' || c == 'm'; c = peek(1)) {
      flags |= c == 'i' ? Pattern.CASE_INSENSITIVE : Pattern.MULTILINE;
      position++;
    }
    position++;
    Pattern pattern = RegexText.compile(body, flags, start);
    return new Token(Token.TokenKind.REGEX, body, start, null, pattern);
  }

  private static String shorten(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }

  private static JsonataSyntaxException error(String code, int position, String message) {
    return new JsonataSyntaxException(code, position, message);
  }
}
