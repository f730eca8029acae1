package dev.pawl.model.formula;

import dev.pawl.model.json.DocumentPosition;
import dev.pawl.sdk.Json;

/**
 * A word or sign of a formula.
 *
 * @param text a keyword in upper case, a sign or name as written, the source of a literal
 * @param value the value of a number or text; null otherwise
 */
record FormulaToken(Kind kind, String text, Json value, DocumentPosition at) {

  enum Kind {
    NUMBER,
    TEXT,
    NAME,
    KEYWORD,
    SIGN,
    END
  }

  boolean isSign(String sign) {
    return kind == Kind.SIGN && text.equals(sign);
  }

  boolean isKeyword(String keyword) {
    return kind == Kind.KEYWORD && text.equals(keyword);
  }

  /** Returns the token as messages name it. */
  String description() {
    return switch (kind) {
      case END -> "the end of the formula";
      case TEXT -> "the text " + shortened(value.toString());
      case NUMBER, NAME, KEYWORD, SIGN -> "'" + shortened(text) + "'";
    };
  }

  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }
}
