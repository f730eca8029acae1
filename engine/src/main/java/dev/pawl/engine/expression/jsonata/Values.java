package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Type checks, conversions and comparisons of values. */
final class Values {

  /**
   * The number of bytes that an array slot counts for; {@link #MEMBER} is that of an object member.
   */
  static final int SLOT = 8;

  static final int MEMBER = 32;

  /** The number of characters that count as one visit. */
  static final int CHARACTERS_PER_VISIT = 64;

  private Values() {}

  static boolean isArray(Object value) {
    return value instanceof Sequence || value instanceof JsonArray;
  }

  static boolean isObject(Object value) {
    return value instanceof JsonObject || value instanceof Struct;
  }

  static boolean isNumber(Object value) {
    return value instanceof JsonNumber || value instanceof Double;
  }

  static boolean isString(Object value) {
    return value instanceof JsonString;
  }

  /** Returns the elements of an array; for any other value, a list of the value. */
  static List<Object> items(Object value) {
    return switch (value) {
      case Sequence sequence -> sequence.items();
      case JsonArray array -> Collections.<Object>unmodifiableList(array.elements());
      default -> Collections.singletonList(value);
    };
  }

  static int count(Object array) {
    return array instanceof JsonArray json ? json.length() : items(array).size();
  }

  static Map<String, Object> members(Object object) {
    return object instanceof JsonObject json
        ? Collections.<String, Object>unmodifiableMap(json.members())
        : ((Struct) object).members();
  }

  /** Returns the member with a name; undefined if there is none. */
  static Object member(Object object, String name) {
    Object member =
        object instanceof JsonObject json
            ? json.members().get(name)
            : ((Struct) object).members().get(name);
    return member == null ? UNDEFINED : member;
  }

  static double number(Object value) {
    return value instanceof Double computed ? computed : ((JsonNumber) value).doubleValue();
  }

  /** Returns the length of a string; 0 for any other value. */
  static int lengthOf(Object value) {
    return value instanceof JsonString string ? string.value().length() : 0;
  }

  static String string(Object value) {
    return ((JsonString) value).value();
  }

  /**
   * Returns a computed number.
   *
   * @throws ExpressionException if the number is infinite or not a number
   */
  static Object computed(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new ExpressionException("D1001", "the result of a calculation is out of range");
    }
    return value;
  }

  /** Returns the letter of the value's type in signatures. */
  static char letter(Object value) {
    return switch (value) {
      case JsonString string -> 's';
      case JsonNumber number -> 'n';
      case Double number -> 'n';
      case JsonBool bool -> 'b';
      case JsonNull nothing -> 'l';
      case JsonArray array -> 'a';
      case Sequence array -> 'a';
      case JsonObject object -> 'o';
      case Struct object -> 'o';
      case Function function -> 'f';
      default -> 'm';
    };
  }

  /** Returns the name of the value's type for messages. */
  static String describe(Object value) {
    return switch (letter(value)) {
      case 's' -> "a string";
      case 'n' -> "a number";
      case 'b' -> "a boolean";
      case 'l' -> "null";
      case 'a' -> "an array";
      case 'o' -> "an object";
      case 'f' -> "a function";
      default -> "nothing";
    };
  }

  /** Returns true if the value counts as true in a condition; undefined does not. */
  static boolean isTrue(Object value, Budget budget) {
    return switch (value) {
      case JsonBool bool -> bool.value();
      case JsonString string -> !string.value().isEmpty();
      case JsonNumber number -> number.doubleValue() != 0;
      case Double number -> number != 0;
      case JsonObject object -> !object.members().isEmpty();
      case Struct object -> !object.members().isEmpty();
      case Sequence array -> anyTrue(array.items(), budget);
      case JsonArray array -> anyTrue(items(array), budget);
      default -> false;
    };
  }

  private static boolean anyTrue(List<Object> items, Budget budget) {
    budget.enter();
    boolean found = false;
    for (int i = 0; i < items.size() && !found; i++) {
      budget.visit(1);
      found = isTrue(items.get(i), budget);
    }
    budget.leave();
    return found;
  }

  static boolean equal(Object left, Object right, Budget budget) {
    if (left instanceof JsonNumber a && right instanceof JsonNumber b) {
      return a.equals(b);
    }
    if (isNumber(left) && isNumber(right)) {
      return number(left) == number(right);
    }
    if (left instanceof JsonString a && right instanceof JsonString b) {
      budget.visit(Math.min(a.value().length(), b.value().length()) / CHARACTERS_PER_VISIT);
      return a.equals(b);
    }
    if (isArray(left) && isArray(right)) {
      return equalItems(items(left), items(right), budget);
    }
    if (isObject(left) && isObject(right)) {
      return equalMembers(members(left), members(right), budget);
    }
    return left instanceof Function ? isSame(left, right) : left.equals(right);
  }

  /** Compares functions, which are equal only to themselves. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Object left, Object right) {
    return left == right;
  }

  private static boolean equalItems(List<Object> left, List<Object> right, Budget budget) {
    boolean same = left.size() == right.size();
    budget.enter();
    for (int i = 0; same && i < left.size(); i++) {
      budget.visit(1);
      same = equal(left.get(i), right.get(i), budget);
    }
    budget.leave();
    return same;
  }

  private static boolean equalMembers(
      Map<String, Object> left, Map<String, Object> right, Budget budget) {
    if (left.size() != right.size()) {
      return false;
    }
    budget.enter();
    for (Map.Entry<String, Object> member : left.entrySet()) {
      budget.visit(1);
      Object other = right.get(member.getKey());
      if (other == null || !equal(member.getValue(), other, budget)) {
        budget.leave();
        return false;
      }
    }
    budget.leave();
    return true;
  }

  /**
   * Compares two numbers or two strings.
   *
   * @param mixed error code if one is a number and the other a string
   */
  static int compare(Object left, Object right, String mixed, Budget budget) {
    if (left instanceof JsonString a && right instanceof JsonString b) {
      budget.visit(Math.min(a.value().length(), b.value().length()) / CHARACTERS_PER_VISIT);
      return a.value().compareTo(b.value());
    }
    if (isNumber(left) && isNumber(right)) {
      return left instanceof JsonNumber a && right instanceof JsonNumber b
          ? a.compareTo(b)
          : Double.compare(number(left) + 0.0, number(right) + 0.0);
    }
    throw new ExpressionException(
        mixed, "a string and a number cannot be compared; convert one of them");
  }
}
