package dev.pawl.engine.expression.formula;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Makes random formulas together with their meaning, written directly in Java. */
final class RandomFormula {

  private static final List<String> FIELDS =
      List.of("status", "amount", "active", "tags", "lines", "customer", "missing", "odd");
  private static final List<String> MEMBERS = List.of("name", "price", "open", "parts", "none");
  private static final List<String> TEXTS =
      List.of("'ACTIVE'", "'a'", "''", "'\\'q\\' \\\\'", "\"Ä😀\"", "'2026-01-31'", "' x  y '");
  private static final List<String> NUMBERS =
      List.of("0", "1", "2", "100", "0.1", "99.5", "1e3", "3.00");

  private final Random random;

  RandomFormula(Random random) {
    this.random = random;
  }

  /** The meaning of a formula: the value for the given data. */
  interface Meaning {
    Object of(Map<String, Object> data);
  }

  record Sample(String text, Meaning meaning) {}

  Sample any(int depth) {
    return switch (random.nextInt(depth <= 0 ? 3 : 14)) {
      case 0, 1 -> reference();
      case 2 -> literal();
      case 3 -> comparison(depth - 1);
      case 4 -> logic(depth - 1);
      case 5 -> not(depth - 1);
      case 6 -> membership(depth - 1);
      case 7 -> absence(depth - 1);
      case 8 -> arithmetic(depth - 1);
      case 9 -> conditional(depth - 1);
      case 10 -> list(depth - 1);
      case 11 -> new RandomCall(random, this).make(depth - 1);
      case 12 -> negation(depth - 1);
      default -> comparison(depth - 1);
    };
  }

  Sample literal() {
    return switch (random.nextInt(4)) {
      case 0 -> text();
      case 1 -> number();
      case 2 ->
          random.nextBoolean()
              ? new Sample(cased("true"), data -> true)
              : new Sample(cased("false"), data -> false);
      default -> new Sample(cased("null"), data -> FormulaOracle.NULL);
    };
  }

  Sample text() {
    String text = pick(TEXTS);
    String value = text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1");
    return new Sample(text, data -> value);
  }

  Sample number() {
    String text = pick(NUMBERS);
    BigDecimal value = new BigDecimal(text);
    return new Sample(text, data -> value);
  }

  Sample reference() {
    String field = pick(FIELDS);
    StringBuilder text = new StringBuilder(field);
    List<Object> steps = new ArrayList<>(List.of(field));
    for (int i = random.nextInt(3); i > 0; i--) {
      if (random.nextInt(4) == 0) {
        int index = random.nextInt(4) - 1;
        steps.add(index);
        text.append('[').append(index).append(']');
      } else {
        String member = pick(MEMBERS);
        steps.add(member);
        text.append(random.nextBoolean() ? "." + member : "['" + member + "']");
      }
    }
    return new Sample(
        text.toString(),
        data -> {
          Object value = data;
          for (Object step : steps) {
            value =
                step instanceof String name
                    ? FormulaOracle.member(value, name)
                    : FormulaOracle.element(value, (Integer) step);
          }
          return value;
        });
  }

  private Sample comparison(int depth) {
    Sample left = any(depth);
    Sample right = any(depth);
    String operator = pick(List.of("==", "!=", ">", ">=", "<", "<="));
    return new Sample(
        operand(left) + " " + operator + " " + operand(right),
        data -> FormulaOracle.compare(left.meaning().of(data), operator, right.meaning().of(data)));
  }

  private Sample logic(int depth) {
    List<Sample> operands = new ArrayList<>();
    int count = 2 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      operands.add(condition(depth));
    }
    boolean isAnd = random.nextBoolean();
    String word = isAnd ? pick(List.of(cased("and"), "&&")) : pick(List.of(cased("or"), "||"));
    String text =
        String.join(" " + word + " ", operands.stream().map(RandomFormula::operand).toList());
    return new Sample(
        text,
        data -> {
          for (Sample operand : operands) {
            if (FormulaOracle.isTrue(operand.meaning().of(data)) != isAnd) {
              return !isAnd;
            }
          }
          return isAnd;
        });
  }

  Sample condition(int depth) {
    return random.nextInt(5) == 0 ? any(depth) : comparison(depth);
  }

  private Sample not(int depth) {
    Sample operand = condition(depth);
    return new Sample(
        pick(List.of(cased("not") + " ", "!")) + operand(operand),
        data -> !FormulaOracle.isTrue(operand.meaning().of(data)));
  }

  private Sample membership(int depth) {
    Sample value = any(depth);
    Sample list = random.nextInt(3) == 0 ? reference() : list(depth);
    boolean isNegated = random.nextBoolean();
    return new Sample(
        operand(value)
            + (isNegated ? " " + cased("not") : "")
            + " "
            + cased("in")
            + " "
            + operand(list),
        data ->
            isNegated != FormulaOracle.contains(list.meaning().of(data), value.meaning().of(data)));
  }

  private Sample absence(int depth) {
    Sample value = any(depth);
    boolean isEmpty = random.nextBoolean();
    boolean isNegated = random.nextBoolean();
    return new Sample(
        operand(value) + " IS" + (isNegated ? " NOT" : "") + (isEmpty ? " EMPTY" : " NULL"),
        data -> {
          Object found = value.meaning().of(data);
          boolean isAbsent = found == FormulaOracle.NULL || isEmpty && FormulaOracle.isEmpty(found);
          return isAbsent != isNegated;
        });
  }

  private Sample arithmetic(int depth) {
    Sample left = random.nextInt(3) == 0 ? any(depth) : number();
    Sample right = random.nextInt(3) == 0 ? any(depth) : number();
    char operator = "+-*/%".charAt(random.nextInt(5));
    return new Sample(
        operand(left) + " " + operator + " " + operand(right),
        data -> {
          // Both sides are evaluated before either is checked.
          Object first = left.meaning().of(data);
          Object second = right.meaning().of(data);
          return FormulaOracle.calculate(first, operator, second);
        });
  }

  private Sample negation(int depth) {
    Sample operand = random.nextInt(3) == 0 ? any(depth) : number();
    return new Sample(
        "-" + operand(operand), data -> -FormulaOracle.number(operand.meaning().of(data)));
  }

  private Sample conditional(int depth) {
    Sample condition = condition(depth);
    Sample then = any(depth);
    Sample otherwise = any(depth);
    return new Sample(
        operand(condition) + " ? " + operand(then) + " : " + operand(otherwise),
        data ->
            FormulaOracle.isTrue(condition.meaning().of(data))
                ? then.meaning().of(data)
                : otherwise.meaning().of(data));
  }

  Sample list(int depth) {
    List<Sample> elements = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      elements.add(any(depth));
    }
    return new Sample(
        "[" + String.join(", ", elements.stream().map(Sample::text).toList()) + "]",
        data -> {
          List<Object> values = new ArrayList<>();
          for (Sample element : elements) {
            Object value = element.meaning().of(data);
            if (value instanceof List<?> inner) {
              values.addAll(inner);
            } else {
              values.add(value);
            }
          }
          return values;
        });
  }

  static String operand(Sample sample) {
    return "(" + sample.text() + ")";
  }

  private String cased(String keyword) {
    return random.nextBoolean() ? keyword.toUpperCase(Locale.ROOT) : keyword;
  }

  <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
