package dev.pawl.engine.run;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.EvaluationTime;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Jsonata;
import dev.pawl.model.ErrorName;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.jsonata.JsonataSyntaxException;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Evaluates JSONata for handlers, within the limits of expressions in flows. The result of a
 * handler is recorded, so time and random numbers need not be repeatable.
 */
public final class HandlerExpressions {

  private final InstantSource clock;
  private final LongSupplier random;

  /**
   * Creates the evaluation.
   *
   * @param clock time of {@code $now()}
   * @param random numbers of {@code $random()} and {@code $shuffle()}
   */
  public HandlerExpressions(InstantSource clock, LongSupplier random) {
    this.clock = clock;
    this.random = random;
  }

  private record CallTime(Instant now, LongSupplier random) implements EvaluationTime {
    @Override
    public long nextLong() {
      return random.getAsLong();
    }
  }

  /**
   * Returns the value of an expression; null if it is undefined.
   *
   * @throws HandlerException {@code States.QueryEvaluationError} if it cannot be parsed or fails
   */
  public Json evaluate(String expression, Json input) throws HandlerException {
    try {
      return Jsonata.evaluate(
              JsonataExpression.parse(expression),
              Optional.of(input),
              Map.of(),
              new CallTime(clock.instant(), random),
              new Budget())
          .orElse(JsonNull.NULL);
    } catch (JsonataSyntaxException | ExpressionException e) {
      throw new HandlerException(
          ErrorName.QUERY_EVALUATION, "expression: " + String.valueOf(e.getMessage()));
    }
  }
}
