package dev.pawl.model.jsonata;

import java.util.Map;

/** The binding powers of operators: how strongly each binds the value on its left. */
final class BindingPower {

  /** The binding power of the minus sign before a value. */
  static final int OF_A_SIGN = 70;

  private static final Map<String, Integer> OF_OPERATORS =
      Map.ofEntries(
          Map.entry("[", 80),
          Map.entry("(", 80),
          Map.entry("@", 80),
          Map.entry("#", 80),
          Map.entry(".", 75),
          Map.entry("{", 70),
          Map.entry("*", 60),
          Map.entry("/", 60),
          Map.entry("%", 60),
          Map.entry("+", 50),
          Map.entry("-", 50),
          Map.entry("&", 50),
          Map.entry("=", 40),
          Map.entry("!=", 40),
          Map.entry("<", 40),
          Map.entry("<=", 40),
          Map.entry(">", 40),
          Map.entry(">=", 40),
          Map.entry("in", 40),
          Map.entry("^", 40),
          Map.entry("~>", 40),
          Map.entry("??", 40),
          Map.entry("?:", 40),
          Map.entry("and", 30),
          Map.entry("or", 25),
          Map.entry("?", 20),
          Map.entry(":=", 10));

  private BindingPower() {}

  /** Returns the binding power of a token; 0 if it cannot follow a value. */
  static int of(Token token) {
    return token.kind() == Token.TokenKind.OPERATOR
        ? OF_OPERATORS.getOrDefault(token.text(), 0)
        : 0;
  }
}
