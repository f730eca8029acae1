package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Functions on objects. */
final class ObjectFunctions {

  private ObjectFunctions() {}

  static List<BuiltIn> all() {
    return List.of(
        BuiltIn.of("keys", "<x-:a<s>>", 1, ObjectFunctions::keys),
        BuiltIn.of("lookup", "<x-s:x>", 2, ObjectFunctions::lookup),
        BuiltIn.of("spread", "<x-:a<o>>", 1, ObjectFunctions::spread),
        BuiltIn.of("merge", "<a<o>:o>", 1, ObjectFunctions::merge),
        BuiltIn.of("clone", "<(oa)-:o>", 1, (e, a) -> Transforming.copy(e, a[0])));
  }

  private static Object lookup(Evaluator evaluator, Object[] a) {
    return a[1] == UNDEFINED ? UNDEFINED : evaluator.lookup(a[0], Values.string(a[1]));
  }

  private static Object keys(Evaluator evaluator, Object[] a) {
    Set<String> names = new LinkedHashSet<>();
    collectKeys(evaluator, a[0], names);
    List<Object> keys = new ArrayList<>(names.size());
    names.forEach(name -> keys.add(Json.of(name)));
    return Sequence.fluid(keys);
  }

  private static void collectKeys(Evaluator evaluator, Object value, Set<String> names) {
    if (Values.isObject(value)) {
      Set<String> keys = Values.members(value).keySet();
      evaluator.produceSlots(keys.size());
      names.addAll(keys);
    } else if (Values.isArray(value)) {
      evaluator.budget.enter();
      for (Object item : Values.items(value)) {
        evaluator.budget.visit(1);
        collectKeys(evaluator, item, names);
      }
      evaluator.budget.leave();
    }
  }

  private static Object spread(Evaluator evaluator, Object[] a) {
    if (!Values.isArray(a[0]) && !Values.isObject(a[0])) {
      return a[0];
    }
    List<Object> parts = new ArrayList<>();
    spread(evaluator, a[0], parts);
    return Values.isArray(a[0]) ? Sequence.array(parts) : Sequence.fluid(parts);
  }

  private static void spread(Evaluator evaluator, Object value, List<Object> parts) {
    evaluator.budget.enter();
    if (Values.isArray(value)) {
      for (Object item : Values.items(value)) {
        spread(evaluator, item, parts);
      }
    } else if (Values.isObject(value)) {
      Values.members(value)
          .forEach(
              (name, member) -> {
                evaluator.budget.produce(Values.SLOT + Values.MEMBER);
                Map<String, Object> one = new LinkedHashMap<>();
                one.put(name, member);
                parts.add(new Struct(one));
              });
    } else if (value != UNDEFINED) {
      evaluator.produceSlots(1);
      parts.add(value);
    }
    evaluator.budget.leave();
  }

  private static Object merge(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    Map<String, Object> merged = new LinkedHashMap<>();
    for (Object object : Values.items(a[0])) {
      Map<String, Object> members = Values.members(object);
      evaluator.budget.visit(members.size() + 1L);
      evaluator.budget.produce((long) members.size() * Values.MEMBER);
      merged.putAll(members);
    }
    return new Struct(merged);
  }
}
