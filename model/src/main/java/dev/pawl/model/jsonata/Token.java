package dev.pawl.model.jsonata;

import com.google.re2j.Pattern;
import dev.pawl.sdk.Json;
import org.jspecify.annotations.Nullable;

/**
 * A token of the source.
 *
 * @param text an operator, a name, or the content of a string
 * @param literal the value of a number, true, false or null
 * @param regex the compiled pattern of a regular expression
 */
record Token(
    TokenKind kind, String text, int position, @Nullable Json literal, @Nullable Pattern regex) {

  enum TokenKind {
    OPERATOR,
    NAME,
    VARIABLE,
    STRING,
    LITERAL,
    REGEX,
    END
  }

  static Token of(TokenKind kind, String text, int position) {
    return new Token(kind, text, position, null, null);
  }

  boolean is(String operator) {
    return kind == TokenKind.OPERATOR && text.equals(operator);
  }
}
