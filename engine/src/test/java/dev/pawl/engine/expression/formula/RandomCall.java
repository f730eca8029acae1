package dev.pawl.engine.expression.formula;

import dev.pawl.engine.expression.formula.FormulaOracle.NoValueException;
import dev.pawl.engine.expression.formula.RandomFormula.Sample;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Makes random calls of functions with their meaning. */
final class RandomCall {

  private static final Object NULL = FormulaOracle.NULL;

  private final Random random;
  private final RandomFormula formulas;

  RandomCall(Random random, RandomFormula formulas) {
    this.random = random;
    this.formulas = formulas;
  }

  Sample make(int depth) {
    return switch (random.nextInt(18)) {
      case 0 ->
          one(
              "len",
              textual(depth),
              value ->
                  value == NULL
                      ? NULL
                      : value instanceof List<?> list
                          ? number(list.size())
                          : number(string(value).codePointCount(0, string(value).length())));
      case 1 -> text("lower", depth, text -> text.toLowerCase(Locale.ROOT));
      case 2 -> text("upper", depth, text -> text.toUpperCase(Locale.ROOT));
      case 3 -> text("trim", depth, String::strip);
      case 4 ->
          two(
              "contains",
              textual(depth),
              textual(depth),
              (x, y) ->
                  x == NULL
                      ? false
                      : x instanceof List<?>
                          ? FormulaOracle.contains(x, y)
                          : y == NULL ? false : string(x).contains(string(y)));
      case 5 -> two("startsWith", formulas.text(), formulas.reference(), test(String::startsWith));
      case 6 -> two("endsWith", formulas.reference(), formulas.text(), test(String::endsWith));
      case 7 -> substring();
      case 8 ->
          two(
              "split",
              formulas.text(),
              new Sample("'a'", data -> "a"),
              (x, y) -> new ArrayList<Object>(List.of(string(x).split("a", -1))));
      case 9 -> two("join", anyList(depth), formulas.text(), RandomCall::join);
      case 10 ->
          one(
              "abs",
              formulas.any(depth),
              value -> value == NULL ? NULL : Math.abs(FormulaOracle.number(value)));
      case 11 -> extreme(depth);
      case 12 ->
          one(
              "sum",
              anyList(depth),
              value -> numbers(value).stream().mapToDouble(each -> each).sum() + 0.0);
      case 13 ->
          one(
              "count",
              anyList(depth),
              value -> number(list(value).stream().filter(each -> each != NULL).count()));
      case 14 -> quantifier(depth);
      case 15 -> coalesce(depth);
      case 16 ->
          two(
              "any",
              anyList(depth),
              new Sample("item == 1", data -> NULL),
              (values, unused) ->
                  list(values).stream()
                      .anyMatch(each -> FormulaOracle.isEqual(each, BigDecimal.ONE)));
      default ->
          two(
              "sum",
              new Sample("lines", data -> FormulaOracle.member(data, "lines")),
              new Sample("coalesce(item.price, 2) * 2", data -> NULL),
              (values, unused) ->
                  list(values).stream()
                          .map(each -> FormulaOracle.member(each, "price"))
                          .mapToDouble(each -> each == NULL ? 4 : FormulaOracle.number(each) * 2)
                          .sum()
                      + 0.0);
    };
  }

  private Sample textual(int depth) {
    return random.nextInt(3) == 0 ? formulas.any(depth) : formulas.text();
  }

  private Sample anyList(int depth) {
    return random.nextInt(3) == 0 ? formulas.reference() : formulas.list(depth);
  }

  private Sample text(String name, int depth, UnaryOperator<String> change) {
    return one(name, textual(depth), value -> value == NULL ? NULL : change.apply(string(value)));
  }

  private interface TextTest {
    boolean test(String text, String other);
  }

  private static BinaryOperator<Object> test(TextTest test) {
    return (x, y) -> x == NULL || y == NULL ? (Object) false : test.test(string(x), string(y));
  }

  private Sample substring() {
    Sample text = formulas.text();
    int from = random.nextInt(5);
    return one(
        "substring",
        text,
        ", " + from + ", 2",
        value -> {
          int[] points = string(value).codePoints().toArray();
          int end = Math.min(points.length, from + 2);
          return from >= end ? "" : new String(points, from, end - from);
        });
  }

  private Sample extreme(int depth) {
    boolean isMin = random.nextBoolean();
    Sample first = formulas.number();
    Sample second = random.nextBoolean() ? formulas.list(depth) : formulas.any(depth);
    return two(
        isMin ? "min" : "max",
        first,
        second,
        (a, b) -> {
          List<Object> all = new ArrayList<>(List.of(a));
          all.addAll(b instanceof List<?> several ? several : List.of(b));
          var values = numbers(all).stream().mapToDouble(each -> each);
          return isMin ? values.min().orElseThrow() : values.max().orElseThrow();
        });
  }

  private Sample quantifier(int depth) {
    boolean isAny = random.nextBoolean();
    Sample list =
        random.nextInt(4) == 0
            ? anyList(depth)
            : new Sample("lines.open", data -> lines(FormulaOracle.member(data, "lines")));
    return one(
        isAny ? "any" : "all",
        list,
        value -> {
          List<Boolean> tests = list(value).stream().map(FormulaOracle::isTrue).toList();
          return isAny ? tests.contains(true) : !tests.contains(false);
        });
  }

  private static Object lines(Object lines) {
    return FormulaOracle.member(lines, "open");
  }

  private Sample coalesce(int depth) {
    Sample first = formulas.reference();
    Sample second = formulas.any(depth);
    return new Sample(
        "coalesce(" + first.text() + ", " + second.text() + ")",
        data -> {
          Object value = first.meaning().of(data);
          return value == NULL ? second.meaning().of(data) : value;
        });
  }

  private static Object join(Object list, Object separator) {
    List<String> texts = new ArrayList<>();
    for (Object each : list(list)) {
      if (each instanceof String text) {
        texts.add(text);
      } else if (each instanceof Boolean bool) {
        texts.add(bool.toString());
      } else if (each instanceof BigDecimal number && number.scale() <= 0) {
        texts.add(number.toBigInteger().toString());
      } else if (each instanceof Number) {
        throw new UnclearException();
      } else if (each != NULL) {
        throw new NoValueException();
      }
    }
    return String.join(string(separator), texts);
  }

  /** Thrown where the text of a number is not a subject of this test. */
  static final class UnclearException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static Sample one(String name, Sample argument, UnaryOperator<Object> meaning) {
    return one(name, argument, "", meaning);
  }

  private static Sample one(
      String name, Sample argument, String more, UnaryOperator<Object> meaning) {
    return new Sample(
        name + "(" + argument.text() + more + ")",
        data -> meaning.apply(argument.meaning().of(data)));
  }

  private static Sample two(
      String name, Sample first, Sample second, BinaryOperator<Object> meaning) {
    return new Sample(
        name + "(" + first.text() + ", " + second.text() + ")",
        data -> {
          Object left = first.meaning().of(data);
          Object right = second.meaning().of(data);
          return meaning.apply(left, right);
        });
  }

  private static Object number(long value) {
    return BigDecimal.valueOf(value);
  }

  private static String string(Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new NoValueException();
  }

  private static List<?> list(Object value) {
    if (value == NULL) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return list;
    }
    throw new NoValueException();
  }

  private static List<Double> numbers(Object values) {
    return list(values).stream().filter(each -> each != NULL).map(FormulaOracle::number).toList();
  }
}
