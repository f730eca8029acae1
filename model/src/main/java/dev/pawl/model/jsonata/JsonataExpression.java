package dev.pawl.model.jsonata;

import java.util.Set;

/**
 * A parsed expression; it is immutable and can be evaluated repeatedly and by any thread.
 *
 * @param source the text it was parsed from
 * @param root the root of the syntax tree
 * @param freeVariables the names (without {@code $}) of variables that the expression reads but
 *     does not bind and that are not built-in functions, in the order of their appearance
 */
public record JsonataExpression(String source, JsonataNode root, Set<String> freeVariables) {

  /** The maximum length of an expression, in characters. */
  public static final int MAX_LENGTH = 100_000;

  /**
   * Parses an expression.
   *
   * @throws JsonataSyntaxException if the text is not JSONata
   */
  public static JsonataExpression parse(String source) {
    if (source.length() > MAX_LENGTH) {
      throw new JsonataSyntaxException(
          "S0502", MAX_LENGTH, "the expression is longer than " + MAX_LENGTH + " characters");
    }
    JsonataNode root = Freezer.freeze(Parser.parse(source));
    return new JsonataExpression(source, root, References.of(root).variables());
  }

  @Override
  public String toString() {
    return source;
  }
}
