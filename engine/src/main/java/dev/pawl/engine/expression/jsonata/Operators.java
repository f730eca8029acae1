package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.jsonata.JsonataNode;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonString;

/** Applies operators to the values of their operands. */
final class Operators {

  private static final long MAX_RANGE = 10_000_000;

  private Operators() {}

  static Object calculate(JsonataNode.Arithmetic.Operator operator, Object left, Object right) {
    requireNumber(left, "T2001", "left");
    requireNumber(right, "T2002", "right");
    if (left == UNDEFINED || right == UNDEFINED) {
      return UNDEFINED;
    }
    double a = Values.number(left);
    double b = Values.number(right);
    return Values.computed(
        switch (operator) {
          case ADD -> a + b;
          case SUBTRACT -> a - b;
          case MULTIPLY -> a * b;
          case DIVIDE -> a / b;
          case REMAINDER -> a % b;
        });
  }

  private static void requireNumber(Object value, String code, String side) {
    if (value != UNDEFINED && !Values.isNumber(value)) {
      throw new ExpressionException(
          code,
          "the " + side + " side of a calculation is " + Values.describe(value) + ", not a number");
    }
  }

  static Object negate(Object value) {
    if (value == UNDEFINED) {
      return UNDEFINED;
    }
    if (!Values.isNumber(value)) {
      throw new ExpressionException("D1002", "cannot negate " + Values.describe(value));
    }
    return -Values.number(value);
  }

  static Object compare(
      JsonataNode.Comparison.Operator operator, Object left, Object right, Budget budget) {
    requireComparable(left);
    requireComparable(right);
    if (left == UNDEFINED || right == UNDEFINED) {
      return UNDEFINED;
    }
    int order = Values.compare(left, right, "T2009", budget);
    return JsonBool.of(
        switch (operator) {
          case LESS -> order < 0;
          case AT_MOST -> order <= 0;
          case GREATER -> order > 0;
          case AT_LEAST -> order >= 0;
        });
  }

  private static void requireComparable(Object value) {
    if (value != UNDEFINED && !Values.isNumber(value) && !Values.isString(value)) {
      throw new ExpressionException(
          "T2010", "only numbers and strings have an order, not " + Values.describe(value));
    }
  }

  static Object concatenate(Object left, Object right, Budget budget) {
    String a = left == UNDEFINED ? "" : TextConversion.of(left, budget);
    String b = right == UNDEFINED ? "" : TextConversion.of(right, budget);
    budget.produce((long) a.length() + b.length());
    return new JsonString(a.concat(b));
  }

  static Object contains(Object left, Object right, Budget budget) {
    if (left == UNDEFINED || right == UNDEFINED) {
      return JsonBool.FALSE;
    }
    for (Object item : Values.items(right)) {
      budget.visit(1);
      if (Values.equal(left, item, budget)) {
        return JsonBool.TRUE;
      }
    }
    return JsonBool.FALSE;
  }

  static Object range(Object from, Object to) {
    requireWhole(from, "T2003", "left");
    requireWhole(to, "T2004", "right");
    if (from == UNDEFINED || to == UNDEFINED) {
      return UNDEFINED;
    }
    double first = Values.number(from);
    double last = Values.number(to);
    if (first > last) {
      return UNDEFINED;
    }
    if (last - first + 1 > MAX_RANGE) {
      throw new ExpressionException(
          "D2014", "a range of more than " + MAX_RANGE + " numbers is too large");
    }
    return Sequence.range((long) first, (int) (last - first + 1));
  }

  private static void requireWhole(Object value, String code, String side) {
    boolean whole = Values.isNumber(value) && Values.number(value) % 1 == 0;
    if (value != UNDEFINED && !whole) {
      throw new ExpressionException(
          code, "the " + side + " side of a range must be a whole number");
    }
  }
}
