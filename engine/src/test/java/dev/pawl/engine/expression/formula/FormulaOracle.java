package dev.pawl.engine.expression.formula;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The operators of formulas on plain Java values, written as directly as possible. */
final class FormulaOracle {

  static final Object NULL = new Object();

  private FormulaOracle() {}

  /** A formula that has no value. */
  static final class NoValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  static Object member(Object value, String name) {
    if (value instanceof Map<?, ?> object) {
      return object.containsKey(name) ? object.get(name) : NULL;
    }
    if (value instanceof List<?> list) {
      List<Object> values = new ArrayList<>();
      for (Object element : list) {
        Object inner = member(element, name);
        if (inner instanceof List<?> several) {
          values.addAll(several);
        } else {
          values.add(inner);
        }
      }
      return values;
    }
    return NULL;
  }

  static Object element(Object value, int index) {
    if (!(value instanceof List<?> list)) {
      return NULL;
    }
    int at = index < 0 ? list.size() + index : index;
    return at >= 0 && at < list.size() ? list.get(at) : NULL;
  }

  static boolean isTrue(Object value) {
    if (value == NULL) {
      return false;
    }
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw new NoValueException();
  }

  static double number(Object value) {
    if (value instanceof BigDecimal || value instanceof Double) {
      return ((Number) value).doubleValue();
    }
    throw new NoValueException();
  }

  static Object calculate(Object left, char operator, Object right) {
    double a = number(left);
    double b = number(right);
    double result =
        switch (operator) {
          case '+' -> a + b;
          case '-' -> a - b;
          case '*' -> a * b;
          case '/' -> a / b;
          default -> a % b;
        };
    if (Double.isNaN(result) || Double.isInfinite(result)) {
      throw new NoValueException();
    }
    return result;
  }

  static boolean compare(Object left, String operator, Object right) {
    if (operator.equals("==") || operator.equals("!=")) {
      return isEqual(left, right) == operator.equals("==");
    }
    int order;
    if (left instanceof String a && right instanceof String b) {
      order = a.compareTo(b);
    } else if (left instanceof Number && right instanceof Number) {
      order = order(left, right);
    } else {
      return false;
    }
    return switch (operator) {
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      case "<" -> order < 0;
      default -> order <= 0;
    };
  }

  private static int order(Object left, Object right) {
    return left instanceof BigDecimal a && right instanceof BigDecimal b
        ? a.compareTo(b)
        : Double.compare(number(left) + 0.0, number(right) + 0.0);
  }

  static boolean isEqual(Object left, Object right) {
    if (left instanceof Number && right instanceof Number) {
      return order(left, right) == 0;
    }
    if (left instanceof List<?> a && right instanceof List<?> b) {
      boolean isSame = a.size() == b.size();
      for (int i = 0; isSame && i < a.size(); i++) {
        isSame = isEqual(a.get(i), b.get(i));
      }
      return isSame;
    }
    if (left instanceof Map<?, ?> a && right instanceof Map<?, ?> b) {
      return a.keySet().equals(b.keySet())
          && a.keySet().stream().allMatch(key -> isEqual(a.get(key), b.get(key)));
    }
    return left.equals(right);
  }

  static boolean contains(Object list, Object value) {
    if (list == NULL) {
      return false;
    }
    if (list instanceof List<?> elements) {
      return elements.stream().anyMatch(element -> isEqual(value, element));
    }
    throw new NoValueException();
  }

  static boolean isEmpty(Object value) {
    return value instanceof String text && text.isEmpty()
        || value instanceof List<?> list && list.isEmpty()
        || value instanceof Map<?, ?> object && object.isEmpty();
  }
}
