package dev.pawl.engine.expression.formula;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.EvaluationTime;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Jsonata;
import dev.pawl.model.formula.Formula;
import dev.pawl.model.formula.FormulaTemplate;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Evaluates formulas over one set of data at one time; a pure function of both.
 *
 * @param root the data, which paths of the scope start from
 * @param variables variables of the scope by name, without {@code $}
 * @param now the time of {@code now()} and {@code today()}
 */
public record FormulaEvaluation(Json root, Map<String, Json> variables, Instant now) {

  public FormulaEvaluation {
    variables = Map.copyOf(variables);
  }

  public FormulaEvaluation(Json root, Instant now) {
    this(root, Map.of(), now);
  }

  /**
   * Returns the value of a formula; a missing value is null.
   *
   * @throws ExpressionException if it has no value for this data, or needs more than a {@link
   *     Budget} allows (code {@code budget})
   */
  public Json evaluate(Formula formula) {
    return evaluate(formula.expression(), new Budget());
  }

  /**
   * Returns the value of a formula within what is left of a budget.
   *
   * @throws ExpressionException as {@link #evaluate(Formula)}
   */
  public Json evaluate(Formula formula, Budget budget) {
    return evaluate(formula.expression(), budget);
  }

  /**
   * Returns the value of a template.
   *
   * @throws ExpressionException as {@link #evaluate(Formula)}
   */
  public Json evaluate(FormulaTemplate template, Budget budget) {
    return template.isConstant()
        ? Json.of(template.text())
        : evaluate(template.expression(), budget);
  }

  /**
   * Returns true if a condition holds. Null does not hold.
   *
   * @throws ExpressionException as {@link #evaluate(Formula)}, and if the value is no boolean
   */
  public boolean test(Formula condition) {
    Json value = evaluate(condition);
    return switch (value) {
      case JsonBool bool -> bool.value();
      case JsonNull nothing -> false;
      default ->
          throw new ExpressionException(
              "condition", "a condition must be true or false, not a " + value.kind());
    };
  }

  private Json evaluate(JsonataExpression expression, Budget budget) {
    return Jsonata.evaluate(expression, Optional.of(root), variables, time(), budget)
        .orElse(JsonNull.NULL);
  }

  private EvaluationTime time() {
    return new EvaluationTime() {
      @Override
      public Instant now() {
        return now;
      }

      @Override
      public long nextLong() {
        throw new IllegalStateException("formulas have no random numbers");
      }
    };
  }
}
