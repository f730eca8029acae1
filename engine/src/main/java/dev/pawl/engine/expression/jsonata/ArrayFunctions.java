package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Functions on arrays. */
final class ArrayFunctions {

  private ArrayFunctions() {}

  static List<BuiltIn> all() {
    return List.of(
        BuiltIn.of("count", "<a:n>", 1, ArrayFunctions::count),
        BuiltIn.of("append", "<xx:a>", 2, ArrayFunctions::append),
        BuiltIn.of("reverse", "<a:a>", 1, ArrayFunctions::reverse),
        BuiltIn.of("shuffle", "<a:a>", 1, ArrayFunctions::shuffle),
        BuiltIn.of("distinct", "<x:x>", 1, ArrayFunctions::distinct),
        BuiltIn.of("sort", "<af?:a>", 2, ArrayFunctions::sort),
        BuiltIn.of("zip", "<a+>", 1, ArrayFunctions::zip));
  }

  private static Object count(Evaluator evaluator, Object[] a) {
    return Evaluator.whole(a[0] == UNDEFINED ? 0 : Values.count(a[0]));
  }

  private static Object append(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED || a[1] == UNDEFINED) {
      return a[0] == UNDEFINED ? a[1] : a[0];
    }
    List<Object> first = Values.items(a[0]);
    List<Object> second = Values.items(a[1]);
    evaluator.produceSlots((long) first.size() + second.size());
    List<Object> joined = new ArrayList<>(first.size() + second.size());
    joined.addAll(first);
    joined.addAll(second);
    return Sequence.array(joined);
  }

  private static List<Object> copy(Evaluator evaluator, Object array) {
    evaluator.produceSlots(Values.count(array));
    return new ArrayList<>(Values.items(array));
  }

  private static boolean isTrivial(Object array) {
    return array == UNDEFINED || Values.count(array) <= 1;
  }

  private static Object reverse(Evaluator evaluator, Object[] a) {
    if (isTrivial(a[0])) {
      return a[0];
    }
    List<Object> items = copy(evaluator, a[0]);
    Collections.reverse(items);
    return Sequence.array(items);
  }

  private static Object shuffle(Evaluator evaluator, Object[] a) {
    if (isTrivial(a[0])) {
      return a[0];
    }
    List<Object> items = copy(evaluator, a[0]);
    for (int i = items.size() - 1; i > 0; i--) {
      Collections.swap(items, i, (int) Math.floorMod(evaluator.moment.nextLong(), i + 1L));
    }
    return Sequence.array(items);
  }

  private static Object distinct(Evaluator evaluator, Object[] a) {
    if (!Values.isArray(a[0]) || isTrivial(a[0])) {
      return a[0];
    }
    Set<Object> simple = new HashSet<>();
    List<Object> compound = new ArrayList<>();
    List<Object> distinct = new ArrayList<>();
    for (Object item : Values.items(a[0])) {
      evaluator.produceSlots(1 + Values.lengthOf(item) / Values.CHARACTERS_PER_VISIT);
      boolean isNew =
          Values.isArray(item) || Values.isObject(item) || item instanceof Function
              ? isNewCompound(evaluator, compound, item)
              : simple.add(Values.isNumber(item) ? (Object) Values.number(item) : item);
      if (isNew) {
        distinct.add(item);
      }
    }
    boolean fluid = a[0] instanceof Sequence sequence && sequence.isFluid();
    return fluid ? Sequence.fluid(distinct) : Sequence.array(distinct);
  }

  private static boolean isNewCompound(Evaluator evaluator, List<Object> known, Object item) {
    for (Object other : known) {
      evaluator.budget.visit(1);
      if (Values.equal(other, item, evaluator.budget)) {
        return false;
      }
    }
    return known.add(item);
  }

  private static Object sort(Evaluator evaluator, Object[] a) {
    if (isTrivial(a[0])) {
      return a[0];
    }
    List<Object> items = Values.items(a[0]);
    if (a[1] instanceof Function behind) {
      return Sequence.array(
          Sorting.sort(
              evaluator,
              items,
              (x, y) -> evaluator.isTrue(evaluator.calls.invokeWithin(behind, x, y))));
    }
    char kind = Values.letter(items.get(0));
    for (Object item : items) {
      evaluator.budget.visit(1);
      if (kind != 'n' && kind != 's' || Values.letter(item) != kind) {
        throw new ExpressionException(
            "D3070", "$sort without a function takes only strings or only numbers");
      }
    }
    return Sequence.array(
        Sorting.sort(
            evaluator, items, (x, y) -> Values.compare(x, y, "D3070", evaluator.budget) > 0));
  }

  private static Object zip(Evaluator evaluator, Object[] a) {
    int length = Integer.MAX_VALUE;
    for (Object array : a) {
      length = Math.min(length, array == UNDEFINED ? 0 : Values.count(array));
    }
    List<Object> zipped = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      evaluator.produceSlots(a.length + 1L);
      List<Object> tuple = new ArrayList<>(a.length);
      for (Object array : a) {
        tuple.add(Values.items(array).get(i));
      }
      zipped.add(Sequence.array(tuple));
    }
    return Sequence.array(zipped);
  }
}
