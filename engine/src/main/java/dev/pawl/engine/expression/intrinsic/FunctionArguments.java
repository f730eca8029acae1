package dev.pawl.engine.expression.intrinsic;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/** The arguments of a function call, with access by required type. */
record FunctionArguments(String function, List<Json> values, Budget budget) {

  private static final BigDecimal HALF = new BigDecimal("0.5");

  Json value(int index) {
    return values.get(index);
  }

  int count() {
    return values.size();
  }

  JsonArray array(int index) {
    return value(index) instanceof JsonArray array ? array : refuse(index, "an array");
  }

  JsonObject object(int index) {
    return value(index) instanceof JsonObject object ? object : refuse(index, "an object");
  }

  String text(int index) {
    return value(index) instanceof JsonString text ? text.value() : refuse(index, "a string");
  }

  /** Returns a number within the bounds, rounded to a whole one, halves upwards. */
  long integer(int index, long lowest, long highest) {
    if (!(value(index) instanceof JsonNumber number)) {
      return refuse(index, "a number");
    }
    BigInteger rounded =
        number.decimalValue().add(HALF).setScale(0, RoundingMode.FLOOR).toBigInteger();
    if (rounded.compareTo(BigInteger.valueOf(lowest)) < 0
        || rounded.compareTo(BigInteger.valueOf(highest)) > 0) {
      throw failure(
          "argument %d must be between %d and %d, but is %s"
              .formatted(index + 1, lowest, highest, number));
    }
    return rounded.longValueExact();
  }

  private <T> T refuse(int index, String expected) {
    throw failure(
        "argument %d must be %s, but is of type %s"
            .formatted(index + 1, expected, value(index).kind()));
  }

  ExpressionException failure(String reason) {
    return new ExpressionException(Intrinsics.INTRINSIC_FAILURE, function + ": " + reason);
  }
}
