package dev.pawl.engine.expression.jsonata;

import dev.pawl.sdk.JsonNumber;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats numbers as decimal text. */
final class NumberText {

  /** The precision of numbers that are not whole; it hides rounding errors of binary fractions. */
  private static final MathContext TRUSTED_DIGITS = new MathContext(15, RoundingMode.HALF_UP);

  private NumberText() {}

  static String of(Object number) {
    if (number instanceof JsonNumber json && json.isWhole()) {
      return json.isLong() ? Long.toString(json.longValue()) : decimal(json.decimalValue());
    }
    double value = Values.number(number);
    if (value == Math.rint(value)) {
      return Math.abs(value) < 1e15 ? Long.toString((long) value) : shortest(value);
    }
    return shortest(new BigDecimal(value).round(TRUSTED_DIGITS).doubleValue());
  }

  /** Returns the fewest digits that identify a double. */
  static String shortest(double value) {
    return value == 0 ? "0" : decimal(BigDecimal.valueOf(value));
  }

  private static String decimal(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    int exponent = stripped.precision() - stripped.scale() - 1;
    if (exponent > -7 && exponent < 21) {
      return stripped.toPlainString();
    }
    String digits = stripped.unscaledValue().abs().toString();
    return (stripped.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e" : "e+")
        + exponent;
  }
}
