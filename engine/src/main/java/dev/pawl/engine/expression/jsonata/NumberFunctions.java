package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import com.google.re2j.Pattern;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Functions on numbers and aggregations of arrays of numbers. */
final class NumberFunctions {

  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([Ee][-+]?[0-9]+)?");
  private static final Pattern OTHER_BASE =
      Pattern.compile("0([xX][0-9A-Fa-f]+|[oO][0-7]+|[bB][01]+)");

  /** The maximum precision; further digits make no difference to a double. */
  private static final int MAX_PRECISION = 400;

  private NumberFunctions() {}

  static List<BuiltIn> all() {
    return List.of(
        BuiltIn.of("number", "<(nsb)-:n>", 1, NumberFunctions::number),
        BuiltIn.of("abs", "<n-:n>", 1, map(Math::abs)),
        BuiltIn.of("floor", "<n-:n>", 1, map(Math::floor)),
        BuiltIn.of("ceil", "<n-:n>", 1, map(Math::ceil)),
        BuiltIn.of("sqrt", "<n-:n>", 1, NumberFunctions::sqrt),
        BuiltIn.of("power", "<n-n:n>", 2, NumberFunctions::power),
        BuiltIn.of("round", "<n-n?:n>", 1, NumberFunctions::round),
        BuiltIn.of("formatBase", "<n-n?:s>", 1, NumberFunctions::formatBase),
        BuiltIn.of("formatNumber", "<n-so?:s>", 3, NumberFunctions::formatNumber),
        BuiltIn.of("formatInteger", "<n-s:s>", 2, NumberFunctions::formatInteger),
        BuiltIn.of("parseInteger", "<s-s:n>", 2, NumberFunctions::parseInteger),
        BuiltIn.of("sum", "<a<n>:n>", 1, NumberFunctions::sum),
        BuiltIn.of("average", "<a<n>:n>", 1, NumberFunctions::average),
        BuiltIn.of("max", "<a<n>:n>", 1, extreme(Math::max)),
        BuiltIn.of("min", "<a<n>:n>", 1, extreme(Math::min)));
  }

  /** Creates a function on one number; whole numbers that it does not change stay exact. */
  private static BuiltIn.Body map(DoubleUnaryOperator change) {
    return (evaluator, a) -> {
      if (a[0] == UNDEFINED) {
        return UNDEFINED;
      }
      double before = Values.number(a[0]);
      double after = change.applyAsDouble(before);
      return after == before ? a[0] : Values.computed(after);
    };
  }

  private static Object number(Evaluator evaluator, Object[] a) {
    return switch (a[0]) {
      case JsonBool bool -> Evaluator.whole(bool.value() ? 1 : 0);
      case JsonString string -> read(string.value());
      default -> a[0];
    };
  }

  private static Object read(String text) {
    if (text.length() <= MAX_PRECISION && DECIMAL.matches(text)) {
      double value = Double.parseDouble(text);
      if (!Double.isInfinite(value)) {
        try {
          return JsonNumber.of(new BigDecimal(text));
        } catch (IllegalArgumentException e) {
          return value;
        }
      }
    }
    if (text.length() <= MAX_PRECISION && OTHER_BASE.matches(text)) {
      int base =
          switch (text.charAt(1)) {
            case 'x', 'X' -> 16;
            case 'o', 'O' -> 8;
            default -> 2;
          };
      return Values.computed(new BigInteger(text.substring(2), base).doubleValue());
    }
    String shown = text.length() <= 40 ? text : text.substring(0, 40) + "...";
    throw new ExpressionException(
        "D3030", TextConversion.quote(shown) + " cannot be read as a number");
  }

  private static Object sqrt(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    if (Values.number(a[0]) < 0) {
      throw new ExpressionException("D3060", "a negative number has no square root");
    }
    return Math.sqrt(Values.number(a[0]));
  }

  private static Object power(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED || a[1] == UNDEFINED) {
      return UNDEFINED;
    }
    // StrictMath gives the same digits on every machine.
    double result = StrictMath.pow(Values.number(a[0]), Values.number(a[1]));
    if (Double.isNaN(result) || Double.isInfinite(result)) {
      throw new ExpressionException("D3061", "the power is out of range");
    }
    return result;
  }

  /** Rounds a number; halves are rounded to the even neighbour. */
  private static Object round(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    double precision = a[1] == UNDEFINED ? 0 : Math.floor(Values.number(a[1]));
    return rounded(a[0], precision);
  }

  private static Object rounded(Object number, double precision) {
    if (precision > MAX_PRECISION) {
      return number;
    }
    if (precision < -MAX_PRECISION) {
      return Evaluator.whole(0);
    }
    BigDecimal value =
        number instanceof JsonNumber json
            ? json.decimalValue()
            : BigDecimal.valueOf(Values.number(number));
    return value.setScale((int) precision, RoundingMode.HALF_EVEN).doubleValue();
  }

  private static Object formatBase(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    double base = a[1] == UNDEFINED ? 10 : Values.number(rounded(a[1], 0));
    if (base < 2 || base > 36) {
      throw new ExpressionException("D3100", "the base must be between 2 and 36");
    }
    BigInteger whole =
        a[0] instanceof JsonNumber json && json.isWhole()
            ? json.integerValue()
            : new BigDecimal(Values.number(rounded(a[0], 0))).toBigInteger();
    evaluator.budget.produce(whole.bitLength());
    return Json.of(whole.toString((int) base));
  }

  private static Object formatNumber(Evaluator evaluator, Object[] a) {
    return a[0] == UNDEFINED || a[1] == UNDEFINED
        ? UNDEFINED
        : Json.of(NumberPicture.format(evaluator, Values.number(a[0]), Values.string(a[1]), a[2]));
  }

  private static Object formatInteger(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED || a[1] == UNDEFINED) {
      return UNDEFINED;
    }
    BigInteger whole =
        a[0] instanceof JsonNumber json && json.isWhole()
            ? json.integerValue()
            : new BigDecimal(Math.floor(Values.number(a[0]))).toBigInteger();
    evaluator.budget.visit(Values.lengthOf(a[1]));
    return Json.of(IntegerPicture.of(Values.string(a[1])).format(whole, evaluator.budget));
  }

  private static Object parseInteger(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED || a[1] == UNDEFINED) {
      return UNDEFINED;
    }
    String text = Values.string(a[0]);
    evaluator.budget.visit(text.length() + Values.lengthOf(a[1]));
    double value = IntegerPicture.of(Values.string(a[1])).parse(text);
    return Double.isNaN(value) ? UNDEFINED : Values.computed(value);
  }

  private static Object sum(Evaluator evaluator, Object[] a) {
    return a[0] == UNDEFINED ? UNDEFINED : Values.computed(total(evaluator, a[0]));
  }

  private static double total(Evaluator evaluator, Object numbers) {
    double total = 0;
    for (Object number : Values.items(numbers)) {
      evaluator.budget.visit(1);
      total += Values.number(number);
    }
    return total;
  }

  private static Object average(Evaluator evaluator, Object[] a) {
    int count = a[0] == UNDEFINED ? 0 : Values.count(a[0]);
    return count == 0 ? UNDEFINED : Values.computed(total(evaluator, a[0]) / count);
  }

  private static BuiltIn.Body extreme(DoubleBinaryOperator better) {
    return (evaluator, a) -> {
      if (a[0] == UNDEFINED || Values.count(a[0]) == 0) {
        return UNDEFINED;
      }
      Object best = Values.items(a[0]).get(0);
      for (Object number : Values.items(a[0])) {
        evaluator.budget.visit(1);
        double value = Values.number(number);
        if (better.applyAsDouble(Values.number(best), value) == value) {
          best = number;
        }
      }
      return best;
    };
  }
}
