package dev.pawl.model.jsonata;

import java.util.Set;

/**
 * A parsed expression, to be evaluated as often as needed and by any thread.
 *
 * @param source the text it was read from
 * @param root the whole of the expression
 * @param freeVariables the names (without {@code $}) of variables that the expression reads but
 *     neither binds itself nor finds among the built-in functions, in the order of their appearance
 */
public record JsonataExpression(String source, Node root, Set<String> freeVariables) {

  /** The longest source that is read, in characters. */
  public static final int MAX_LENGTH = 100_000;

  /**
   * @throws JsonataSyntaxException if the text is not JSONata
   */
  public static JsonataExpression parse(String source) {
    if (source.length() > MAX_LENGTH) {
      throw new JsonataSyntaxException(
          "S0502", MAX_LENGTH, "the expression is longer than " + MAX_LENGTH + " characters");
    }
    Node root = Freezer.freeze(Parser.parse(source));
    return new JsonataExpression(source, root, References.of(root).variables());
  }

  @Override
  public String toString() {
    return source;
  }
}
