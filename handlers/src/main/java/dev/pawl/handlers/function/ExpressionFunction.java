package dev.pawl.handlers.function;

import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;

/** Evaluates JSONata expressions; the engine provides it. */
@FunctionalInterface
public interface ExpressionFunction {

  /**
   * Returns the value of an expression; null if it is undefined.
   *
   * @throws HandlerException {@code States.QueryEvaluationError} if it cannot be parsed or fails
   */
  Json evaluate(String expression, Json input) throws HandlerException;
}
