package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.EvaluationTime;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.jsonata.JsonataSyntaxException;
import dev.pawl.sdk.Json;
import java.util.Map;
import java.util.Optional;

/** Evaluates JSONata expressions. */
public final class Jsonata {

  private Jsonata() {}

  /**
   * Evaluates an expression; a pure function of its arguments.
   *
   * @param input the context, {@code $} and {@code $$}; empty if there is none
   * @param variables variables by name, without {@code $}
   * @param moment source of time and random numbers
   * @param budget limit of the work, reduced by the evaluation
   * @return the value; empty if it is undefined
   * @throws ExpressionException if the evaluation fails, with the error code of JSONata, or with
   *     {@code budget} if it exceeds the budget
   */
  public static Optional<Json> evaluate(
      JsonataExpression expression,
      Optional<Json> input,
      Map<String, Json> variables,
      EvaluationTime moment,
      Budget budget) {
    return evaluate(expression, input, variables, moment, budget, false);
  }

  /**
   * Evaluates an expression, optionally with {@code $eval}.
   *
   * @param evalAllowed true to allow {@code $eval}, which JSONata has but flows do not
   */
  public static Optional<Json> evaluate(
      JsonataExpression expression,
      Optional<Json> input,
      Map<String, Json> variables,
      EvaluationTime moment,
      Budget budget,
      boolean evalAllowed) {
    Object root = input.isPresent() ? input.get() : UNDEFINED;
    Evaluator evaluator = new Evaluator(root, moment, budget, evalAllowed);
    Object result =
        evaluator.evaluate(expression.root(), context(root), VariableFrame.of(variables));
    return Results.toJson(result, budget);
  }

  static Object evalInside(Evaluator evaluator, String source, Object input, VariableFrame frame) {
    JsonataExpression expression;
    try {
      expression = JsonataExpression.parse(source);
    } catch (JsonataSyntaxException e) {
      throw new ExpressionException("D3120", "$eval cannot read its text: " + e.getMessage());
    }
    try {
      return evaluator.evaluate(expression.root(), context(input), frame);
    } catch (ExpressionException e) {
      if (e.code().equals("budget")) {
        throw e;
      }
      throw new ExpressionException("D3121", "$eval failed: " + e.getMessage());
    }
  }

  /** Wraps an array, which as the whole input is a single context value. */
  private static Object context(Object input) {
    boolean wrap =
        Values.isArray(input) && !(input instanceof Sequence sequence && sequence.isFluid());
    return wrap ? Sequence.wrapper(input) : input;
  }
}
