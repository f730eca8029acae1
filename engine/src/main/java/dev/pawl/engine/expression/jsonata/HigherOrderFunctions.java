package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Functions that call a function for each element or member. */
final class HigherOrderFunctions {

  private HigherOrderFunctions() {}

  static List<BuiltIn> all() {
    return List.of(
        BuiltIn.of("map", "<af>", 2, HigherOrderFunctions::map),
        BuiltIn.of("filter", "<af>", 2, HigherOrderFunctions::filter),
        BuiltIn.of("single", "<af?>", 2, HigherOrderFunctions::single),
        BuiltIn.of("reduce", "<afj?:j>", 3, HigherOrderFunctions::reduce),
        BuiltIn.of("foldLeft", "<afj?:j>", 3, HigherOrderFunctions::reduce),
        BuiltIn.of("sift", "<o-f?:o>", 2, HigherOrderFunctions::sift),
        BuiltIn.of("each", "<o-f:a>", 2, HigherOrderFunctions::each));
  }

  private static Object call(
      Evaluator evaluator, Object function, Object item, int index, Object array) {
    return evaluator.calls.invokeWithin((Function) function, item, Evaluator.whole(index), array);
  }

  private static Object map(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    List<Object> results = new ArrayList<>();
    List<Object> items = Values.items(a[0]);
    for (int i = 0; i < items.size(); i++) {
      Object result = call(evaluator, a[1], items.get(i), i, a[0]);
      if (result != UNDEFINED) {
        evaluator.produceSlots(1);
        results.add(result);
      }
    }
    return Sequence.fluid(results);
  }

  private static Object filter(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    List<Object> kept = new ArrayList<>();
    List<Object> items = Values.items(a[0]);
    for (int i = 0; i < items.size(); i++) {
      if (evaluator.isTrue(call(evaluator, a[1], items.get(i), i, a[0]))) {
        evaluator.produceSlots(1);
        kept.add(items.get(i));
      }
    }
    return Sequence.fluid(kept);
  }

  private static Object single(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    Object found = UNDEFINED;
    boolean any = false;
    List<Object> items = Values.items(a[0]);
    for (int i = 0; i < items.size(); i++) {
      boolean matches =
          a[1] == UNDEFINED || evaluator.isTrue(call(evaluator, a[1], items.get(i), i, a[0]));
      if (matches && any) {
        throw new ExpressionException("D3138", "$single found more than one match");
      }
      if (matches) {
        found = items.get(i);
        any = true;
      }
    }
    if (!any) {
      throw new ExpressionException("D3139", "$single found no match");
    }
    return found;
  }

  private static Object reduce(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    Function function = (Function) a[1];
    if (function.arity() < 2) {
      throw new ExpressionException(
          "D3050", "the function of $reduce must take two arguments or more");
    }
    List<Object> items = Values.items(a[0]);
    boolean started = a[2] != UNDEFINED || items.isEmpty();
    Object result = started ? a[2] : items.get(0);
    for (int i = started ? 0 : 1; i < items.size(); i++) {
      evaluator.budget.visit(1);
      result =
          evaluator.calls.invokeWithin(function, result, items.get(i), Evaluator.whole(i), a[0]);
    }
    return result;
  }

  private static Object sift(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    if (!(a[1] instanceof Function)) {
      throw new ExpressionException("T0410", "$sift needs a function");
    }
    Map<String, Object> kept = new LinkedHashMap<>();
    for (Map.Entry<String, Object> member : Values.members(a[0]).entrySet()) {
      Object verdict =
          evaluator.calls.invokeWithin(
              (Function) a[1], member.getValue(), Json.of(member.getKey()), a[0]);
      if (evaluator.isTrue(verdict)) {
        evaluator.budget.produce(Values.MEMBER);
        kept.put(member.getKey(), member.getValue());
      }
    }
    return kept.isEmpty() ? UNDEFINED : new Struct(kept);
  }

  private static Object each(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    List<Object> results = new ArrayList<>();
    for (Map.Entry<String, Object> member : Values.members(a[0]).entrySet()) {
      Object result =
          evaluator.calls.invokeWithin(
              (Function) a[1], member.getValue(), Json.of(member.getKey()), a[0]);
      if (result != UNDEFINED) {
        evaluator.produceSlots(1);
        results.add(result);
      }
    }
    return Sequence.fluid(results);
  }
}
