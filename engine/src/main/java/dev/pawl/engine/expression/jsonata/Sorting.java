package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.jsonata.JsonataNode;
import java.util.ArrayList;
import java.util.List;

/** Stable sorting that counts every comparison. */
final class Sorting {

  private Sorting() {}

  /** Tests if the first value sorts after the second. */
  @FunctionalInterface
  interface Behind<T> {
    boolean test(T first, T second);
  }

  /** Evaluates {@code ^(...)} over values. */
  static Sequence orderBy(
      Evaluator evaluator, JsonataNode.Sort sort, List<Object> items, VariableFrame frame) {
    List<Tuple> tuples = new ArrayList<>(items.size());
    evaluator.produceSlots(items.size());
    items.forEach(item -> tuples.add(new Tuple(item)));
    List<Object> sorted = new ArrayList<>(items.size());
    orderTuples(evaluator, sort, tuples, frame).forEach(tuple -> sorted.add(tuple.value()));
    return Sequence.fluid(sorted);
  }

  /** Evaluates {@code ^(...)} over tuples; the keys of each tuple are computed once. */
  static List<Tuple> orderTuples(
      Evaluator evaluator, JsonataNode.Sort sort, List<Tuple> tuples, VariableFrame frame) {
    record Keyed(Tuple tuple, List<Object> keys) {}
    evaluator.budget.enter();
    List<Keyed> keyed = new ArrayList<>(tuples.size());
    for (Tuple tuple : tuples) {
      VariableFrame inner = tuple.frame(frame);
      List<Object> keys = new ArrayList<>(sort.terms().size());
      evaluator.produceSlots(sort.terms().size() + 1L);
      for (JsonataNode.Term term : sort.terms()) {
        keys.add(evaluator.evaluate(term.expression(), tuple.value(), inner));
      }
      keyed.add(new Keyed(tuple, keys));
    }
    evaluator.budget.leave();
    List<Keyed> sorted =
        sort(evaluator, keyed, (a, b) -> isBehind(evaluator, sort.terms(), a.keys(), b.keys()));
    return sorted.stream().map(Keyed::tuple).toList();
  }

  private static boolean isBehind(
      Evaluator evaluator, List<JsonataNode.Term> terms, List<Object> left, List<Object> right) {
    for (int i = 0; i < terms.size(); i++) {
      Object a = left.get(i);
      Object b = right.get(i);
      if (a == UNDEFINED || b == UNDEFINED) {
        if (a == UNDEFINED && b == UNDEFINED) {
          continue;
        }
        return a == UNDEFINED;
      }
      requireSortable(a);
      requireSortable(b);
      int order = Values.compare(a, b, "T2007", evaluator.budget);
      if (order != 0) {
        return order > 0 != terms.get(i).descending();
      }
    }
    return false;
  }

  private static void requireSortable(Object value) {
    if (!Values.isNumber(value) && !Values.isString(value)) {
      throw new ExpressionException(
          "T2008", "values are ordered by numbers or strings, not by " + Values.describe(value));
    }
  }

  /** Sorts by bottom-up merging, which terminates even with an inconsistent comparison. */
  static <T> List<T> sort(Evaluator evaluator, List<T> items, Behind<T> behind) {
    evaluator.produceSlots(2L * items.size());
    List<T> from = new ArrayList<>(items);
    List<T> to = new ArrayList<>(items);
    for (int width = 1; width > 0 && width < from.size(); width *= 2) {
      for (int start = 0; start < from.size(); start += 2 * width) {
        int middle = Math.min(start + width, from.size());
        int end = Math.min(middle + width, from.size());
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
          boolean takeRight = left == middle;
          if (left < middle && right < end) {
            evaluator.budget.visit(1);
            takeRight = behind.test(from.get(left), from.get(right));
          }
          to.set(i, from.get(takeRight ? right++ : left++));
        }
      }
      List<T> swap = from;
      from = to;
      to = swap;
    }
    return from;
  }
}
