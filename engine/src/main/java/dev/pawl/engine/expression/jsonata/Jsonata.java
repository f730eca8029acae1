package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.Moment;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.jsonata.JsonataSyntaxException;
import dev.pawl.sdk.Json;
import java.util.Map;
import java.util.Optional;

/** Evaluates JSONata expressions. */
public final class Jsonata {

  private Jsonata() {}

  /**
   * The value of the expression; a pure function of its arguments.
   *
   * @param input the context, {@code $} and {@code $$}; empty if there is none
   * @param variables by their names without {@code $}
   * @param moment gives time and chance
   * @param budget bounds the work and is spent by it
   * @return empty if the value is undefined
   * @throws ExpressionException if there is no value, with the error code of the language, or
   *     {@code budget} if the work exceeds it
   */
  public static Optional<Json> evaluate(
      JsonataExpression expression,
      Optional<Json> input,
      Map<String, Json> variables,
      Moment moment,
      Budget budget) {
    return evaluate(expression, input, variables, moment, budget, false);
  }

  /**
   * The same.
   *
   * @param evalAllowed whether {@code $eval} is there: the language has it, flows do not
   */
  public static Optional<Json> evaluate(
      JsonataExpression expression,
      Optional<Json> input,
      Map<String, Json> variables,
      Moment moment,
      Budget budget,
      boolean evalAllowed) {
    Object root = input.isPresent() ? input.get() : UNDEFINED;
    Evaluator evaluator = new Evaluator(root, moment, budget, evalAllowed);
    Object result = evaluator.evaluate(expression.root(), context(root), Frame.of(variables));
    return Results.toJson(result, budget);
  }

  static Object evalInside(Evaluator evaluator, String source, Object input, Frame frame) {
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

  /** An array as the whole input is one context value, not many. */
  private static Object context(Object input) {
    boolean wrap =
        Values.isArray(input) && !(input instanceof Sequence sequence && sequence.isFluid());
    return wrap ? Sequence.wrapper(input) : input;
  }
}
