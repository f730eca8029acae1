package dev.pawl.model.formula;

import dev.pawl.model.json.DocumentPosition;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.jsonata.JsonataSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A checked formula: a condition or value over the names of a scope. It is immutable and can be
 * evaluated repeatedly and by any thread.
 */
public final class Formula {

  /** The maximum length of a formula, in characters. */
  public static final int MAX_LENGTH = 10_000;

  private final String text;
  private final FormulaNode root;
  private final FormulaType type;
  private final JsonataExpression expression;

  private Formula(String text, FormulaNode root, FormulaType type, JsonataExpression expression) {
    this.text = text;
    this.root = root;
    this.type = type;
    this.expression = expression;
  }

  /** Parses and checks a formula; it never throws. */
  public static ParsedFormula parse(String text, FormulaScope scope) {
    if (text.length() > MAX_LENGTH) {
      return refused(tooLong(text.length()));
    }
    List<FormulaFinding> findings = new ArrayList<>();
    try {
      FormulaNode root = FormulaParser.parse(new FormulaLexer(text, 0, false).tokens());
      CompiledNode compiled = new FormulaCompiler(findings).compile(root, scope);
      if (!findings.isEmpty()) {
        return new ParsedFormula(Optional.empty(), findings);
      }
      JsonataExpression expression = expression(compiled.text());
      return new ParsedFormula(
          Optional.of(new Formula(text, root, compiled.type(), expression)), List.of());
    } catch (FormulaSyntaxException e) {
      return refused(e.finding());
    }
  }

  private static ParsedFormula refused(FormulaFinding finding) {
    return new ParsedFormula(Optional.empty(), List.of(finding));
  }

  static FormulaFinding tooLong(int length) {
    return new FormulaFinding(
        new DocumentPosition(1, 1),
        "the formula has " + length + " characters; at most " + MAX_LENGTH + " are allowed",
        "Split it into several conditions.");
  }

  /** Returns the compiled expression with its helpers. */
  static JsonataExpression expression(String compiled) {
    try {
      return JsonataExpression.parse(JsonataHelpers.withHelpers(compiled));
    } catch (JsonataSyntaxException e) {
      // Only a formula at the limits of size can get here.
      throw new FormulaSyntaxException(
          new DocumentPosition(1, 1), "the formula is too large: " + e.getMessage(), "Split it.");
    }
  }

  /** Returns the text as it was written. */
  public String text() {
    return text;
  }

  public FormulaNode root() {
    return root;
  }

  /** Returns what is known about the value of the formula. */
  public FormulaType type() {
    return type;
  }

  /** Returns the JSONata expression with the same meaning. */
  public String toJsonata() {
    return expression.source();
  }

  public JsonataExpression expression() {
    return expression;
  }

  @Override
  public String toString() {
    return text;
  }
}
