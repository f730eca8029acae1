package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.jsonata.JsonataNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates object constructors. Each item of the context is grouped by the keys that it yields;
 * then the value of each key is computed from its group.
 */
final class Groups {

  private final Evaluator evaluator;

  Groups(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  private record Group(int pair, List<Object> items, List<Tuple> tuples) {}

  Object build(List<JsonataNode.Pair> pairs, Object input, VariableFrame frame) {
    evaluator.budget.enter();
    Object built =
        input instanceof Tuple.Stream stream
            ? build(pairs, null, stream.tuples(), frame)
            : build(pairs, Values.isArray(input) ? input : null, List.of(new Tuple(input)), frame);
    evaluator.budget.leave();
    return built;
  }

  private Object build(
      List<JsonataNode.Pair> pairs,
      @Nullable Object array,
      List<Tuple> tuples,
      VariableFrame frame) {
    Map<String, Group> groups = new LinkedHashMap<>();
    if (array == null) {
      for (Tuple tuple : tuples) {
        VariableFrame inner = tuple.frame(frame);
        put(groups, pairs, tuple.value(), inner, tuple);
      }
    } else {
      List<Object> items = Values.items(array);
      // Without items, a constructor still creates its literal members.
      for (Object item : items.isEmpty() ? List.<Object>of(UNDEFINED) : items) {
        put(groups, pairs, item, frame, new Tuple(item));
      }
    }
    boolean reduce = array == null && tuples.stream().anyMatch(t -> !t.bindings().isEmpty());
    return values(groups, pairs, frame, reduce);
  }

  private void put(
      Map<String, Group> groups,
      List<JsonataNode.Pair> pairs,
      Object item,
      VariableFrame frame,
      Tuple tuple) {
    for (int i = 0; i < pairs.size(); i++) {
      Object key = evaluator.evaluate(pairs.get(i).key(), item, frame);
      if (key == UNDEFINED) {
        continue;
      }
      if (!Values.isString(key)) {
        throw new ExpressionException(
            "T1003", "the key of an object must be a string, not " + Values.describe(key));
      }
      evaluator.budget.produce(Values.MEMBER);
      String name = Values.string(key);
      Group group = groups.get(name);
      if (group == null) {
        group = new Group(i, new ArrayList<>(1), new ArrayList<>(1));
        groups.put(name, group);
      } else if (group.pair() != i) {
        throw new ExpressionException(
            "D1009", "more than one key expression gives the key " + TextConversion.quote(name));
      }
      group.items().add(item);
      group.tuples().add(tuple);
    }
  }

  private Struct values(
      Map<String, Group> groups,
      List<JsonataNode.Pair> pairs,
      VariableFrame frame,
      boolean reduce) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (Map.Entry<String, Group> entry : groups.entrySet()) {
      Group group = entry.getValue();
      VariableFrame inner = reduce ? reduced(group.tuples()).frame(frame) : frame;
      Object value =
          evaluator.evaluate(pairs.get(group.pair()).value(), joined(group.items()), inner);
      if (value != UNDEFINED) {
        members.put(entry.getKey(), value);
      }
    }
    return new Struct(members);
  }

  /** Merges tuples into one, whose variables contain the values of all of them. */
  private Tuple reduced(List<Tuple> tuples) {
    if (tuples.size() == 1) {
      return tuples.get(0);
    }
    Map<String, List<Object>> all = new LinkedHashMap<>();
    for (Tuple tuple : tuples) {
      tuple
          .bindings()
          .forEach((name, value) -> all.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
    }
    Map<String, Object> bindings = new LinkedHashMap<>();
    all.forEach((name, values) -> bindings.put(name, joined(values)));
    return new Tuple(UNDEFINED, bindings);
  }

  /** Returns a single item as it is, and several as one array in which arrays are flattened. */
  private Object joined(List<Object> items) {
    if (items.size() == 1) {
      return items.get(0);
    }
    List<Object> all = new ArrayList<>(items.size());
    for (Object item : items) {
      if (item != UNDEFINED) {
        List<Object> added = Values.items(item);
        evaluator.produceSlots(added.size());
        all.addAll(added);
      }
    }
    return Sequence.array(all);
  }
}
