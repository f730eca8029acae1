package dev.pawl.engine.expression;

import dev.pawl.model.Operator;
import dev.pawl.model.Timestamps;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.time.Instant;
import java.util.Optional;

/** The comparison operators of a Choice rule. Values of a wrong type compare false. */
public final class Comparisons {

  private Comparisons() {}

  /**
   * Returns true if the operator holds for the two values.
   *
   * @param actual value of the rule's variable, which exists
   * @param operand value to compare with, already read if the operator takes a path
   */
  public static boolean test(Operator operator, Json actual, Json operand) {
    return switch (operator.test()) {
      case IS_PRESENT -> equalsFlag(operand, true);
      case IS_NULL -> equalsFlag(operand, actual == JsonNull.NULL);
      case IS_NUMERIC -> equalsFlag(operand, actual instanceof JsonNumber);
      case IS_STRING -> equalsFlag(operand, actual instanceof JsonString);
      case IS_BOOLEAN -> equalsFlag(operand, actual instanceof JsonBool);
      case IS_TIMESTAMP -> equalsFlag(operand, timestamp(actual).isPresent());
      case MATCHES ->
          actual instanceof JsonString text
              && operand instanceof JsonString pattern
              && Wildcards.matches(pattern.value(), text.value());
      case EQUALS, LESS_THAN, GREATER_THAN, LESS_THAN_EQUALS, GREATER_THAN_EQUALS ->
          compare(operator, actual, operand);
    };
  }

  private static boolean equalsFlag(Json operand, boolean holds) {
    return operand instanceof JsonBool expected && expected.value() == holds;
  }

  private static boolean compare(Operator operator, Json actual, Json operand) {
    return switch (operator.operandKind()) {
      case STRING ->
          actual instanceof JsonString a
              && operand instanceof JsonString b
              && holds(operator, CodePoints.compare(a.value(), b.value()));
      case NUMBER ->
          actual instanceof JsonNumber a
              && operand instanceof JsonNumber b
              && holds(operator, a.compareTo(b));
      case BOOLEAN -> actual instanceof JsonBool && actual.equals(operand);
      case TIMESTAMP -> {
        Optional<Instant> a = timestamp(actual);
        Optional<Instant> b = timestamp(operand);
        yield a.isPresent() && b.isPresent() && holds(operator, a.get().compareTo(b.get()));
      }
    };
  }

  private static Optional<Instant> timestamp(Json value) {
    return value instanceof JsonString text ? Timestamps.parse(text.value()) : Optional.empty();
  }

  private static boolean holds(Operator operator, int order) {
    return switch (operator.test()) {
      case EQUALS -> order == 0;
      case LESS_THAN -> order < 0;
      case GREATER_THAN -> order > 0;
      case LESS_THAN_EQUALS -> order <= 0;
      case GREATER_THAN_EQUALS -> order >= 0;
      case MATCHES, IS_NULL, IS_PRESENT, IS_NUMERIC, IS_STRING, IS_BOOLEAN, IS_TIMESTAMP -> false;
    };
  }
}
