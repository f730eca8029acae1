package dev.pawl.model.formula;

import dev.pawl.model.formula.FormulaToken.Kind;
import dev.pawl.model.json.DocumentPosition;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Splits the text of a formula into tokens. */
final class FormulaLexer {

  private static final Set<String> KEYWORDS =
      Set.of("AND", "OR", "NOT", "IN", "MATCHES", "IS", "NULL", "EMPTY", "TRUE", "FALSE");

  private static final List<String> SIGNS =
      List.of(
          "==", "!=", ">=", "<=", "&&", "||", ">", "<", "!", "+", "-", "*", "/", "%", "?", ":", "(",
          ")", "[", "]", ",", ".");

  private final String text;
  private final boolean isInTemplate;
  private int index;
  private int line = 1;
  private int lineStart;

  /**
   * Creates a lexer.
   *
   * @param from index of the first character of the formula in the text
   * @param isInTemplate true if the formula ends at {@code }}}, false if at the end of the text
   */
  FormulaLexer(String text, int from, boolean isInTemplate) {
    this.text = text;
    this.isInTemplate = isInTemplate;
    while (index < from) {
      advance();
    }
  }

  /** Returns all tokens; the last one is END. */
  List<FormulaToken> tokens() {
    List<FormulaToken> tokens = new ArrayList<>();
    do {
      tokens.add(next());
    } while (tokens.getLast().kind() != Kind.END);
    return tokens;
  }

  /** Returns the index of the first character that was not read. */
  int index() {
    return index;
  }

  private FormulaToken next() {
    while (index < text.length() && Character.isWhitespace(text.charAt(index))) {
      advance();
    }
    DocumentPosition at = position();
    if (index >= text.length() || isInTemplate && text.startsWith("}}", index)) {
      return token(Kind.END, "", at);
    }
    char c = text.charAt(index);
    if (c == '\'' || c == '"') {
      return quoted(c, at);
    }
    if (isDigit(c)) {
      return number(at);
    }
    if (isNameStart(c)) {
      return word(at);
    }
    for (String sign : SIGNS) {
      if (text.startsWith(sign, index)) {
        index += sign.length();
        return token(Kind.SIGN, sign, at);
      }
    }
    throw unexpected(at);
  }

  private FormulaSyntaxException unexpected(DocumentPosition at) {
    int codePoint = text.codePointAt(index);
    String shown =
        Character.isISOControl(codePoint)
            ? String.format(Locale.ROOT, "the control character U+%04X", codePoint)
            : "'" + Character.toString(codePoint) + "'";
    String advice =
        switch (codePoint) {
          case '=' -> "Compare with '=='.";
          case '&' -> "Write AND or '&&'.";
          case '|' -> "Write OR or '||'.";
          case '$' -> "A name is written without '$'.";
          case '{', '}' -> "A formula has no braces; '{{' and '}}' surround it in a template.";
          default -> "";
        };
    return new FormulaSyntaxException(at, shown + " has no meaning here", advice);
  }

  private FormulaToken word(DocumentPosition at) {
    int start = index;
    while (index < text.length() && isNamePart(text.charAt(index))) {
      index++;
    }
    String word = text.substring(start, index);
    String upper = word.toUpperCase(Locale.ROOT);
    return KEYWORDS.contains(upper)
        ? new FormulaToken(Kind.KEYWORD, upper, Json.of(word), at)
        : token(Kind.NAME, word, at);
  }

  private FormulaToken number(DocumentPosition at) {
    int start = index;
    skipDigits();
    if (peek(0) == '.' && isDigit(peek(1))) {
      index++;
      skipDigits();
    }
    int sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
    if ((peek(0) == 'e' || peek(0) == 'E') && isDigit(peek(sign))) {
      index += sign;
      skipDigits();
    }
    String written = text.substring(start, index);
    if (isNamePart(peek(0))) {
      throw new FormulaSyntaxException(
          at, "'" + written + peek(0) + "' is neither a number nor a name", "");
    }
    try {
      return new FormulaToken(Kind.NUMBER, written, Json.parse(written), at);
    } catch (IllegalArgumentException e) {
      throw new FormulaSyntaxException(
          at, "'" + written + "' is not a number that can be used", String.valueOf(e.getMessage()));
    }
  }

  private FormulaToken quoted(char quote, DocumentPosition at) {
    int start = index;
    advance();
    StringBuilder value = new StringBuilder();
    while (index < text.length()) {
      char c = text.charAt(index);
      if (c == quote) {
        index++;
        return new FormulaToken(
            Kind.TEXT, text.substring(start, index), Json.of(value.toString()), at);
      }
      if (c == '\\') {
        value.append(escape());
      } else {
        value.append(c);
        advance();
      }
    }
    throw new FormulaSyntaxException(at, "the text has no closing " + quote, "");
  }

  private char escape() {
    DocumentPosition at = position();
    char c = peek(1);
    index += 2;
    return switch (c) {
      case '\\', '\'', '"', '/' -> c;
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hexEscape(at);
      default ->
          throw new FormulaSyntaxException(
              at, "a backslash is written \\\\ within a text", "Write two backslashes.");
    };
  }

  private char hexEscape(DocumentPosition at) {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(0), 16);
      if (digit < 0) {
        throw new FormulaSyntaxException(at, "\\u needs four hexadecimal digits", "");
      }
      code = code * 16 + digit;
      index++;
    }
    return (char) code;
  }

  private void advance() {
    if (text.charAt(index++) == '\n') {
      line++;
      lineStart = index;
    }
  }

  private DocumentPosition position() {
    return new DocumentPosition(line, index - lineStart + 1);
  }

  private void skipDigits() {
    while (isDigit(peek(0))) {
      index++;
    }
  }

  private char peek(int ahead) {
    return index + ahead < text.length() ? text.charAt(index + ahead) : 0;
  }

  private static FormulaToken token(Kind kind, String text, DocumentPosition at) {
    return new FormulaToken(kind, text, JsonNull.NULL, at);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNameStart(char c) {
    return Character.isLetter(c) || c == '_';
  }

  private static boolean isNamePart(char c) {
    return isNameStart(c) || isDigit(c);
  }
}
