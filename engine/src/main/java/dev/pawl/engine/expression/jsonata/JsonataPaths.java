package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.model.jsonata.JsonataNode;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Evaluates paths: steps, wildcards and predicates. */
final class JsonataPaths {

  private static final Sequence NOTHING = Sequence.fluid(List.of());

  private final Evaluator evaluator;
  private final TuplePaths tuplePaths;

  JsonataPaths(Evaluator evaluator) {
    this.evaluator = evaluator;
    this.tuplePaths = new TuplePaths(evaluator, this);
  }

  Object evaluate(JsonataNode.Path path, Object input, VariableFrame frame) {
    List<JsonataNode.Step> steps = path.steps();
    boolean many = !path.absolute() && Values.isArray(input);
    Object current = input;
    for (int i = 0; i < steps.size(); i++) {
      JsonataNode.Step step = steps.get(i);
      boolean last = i == steps.size() - 1;
      if (step.tuple()) {
        return tuplePaths.evaluate(path, i, Values.items(many ? current : one(current)), frame);
      }
      if (!many && isMember(step, current)) {
        evaluator.budget.visit(1);
        current = Values.member(current, ((JsonataNode.Name) step.node()).name());
        many = Values.isArray(current);
      } else if (i == 0 && path.absolute() && !last && step.stages().isEmpty()) {
        current = evaluator.evaluate(step.node(), current, frame);
        many = dissolves(current);
      } else if (i == 0 && path.startsWithArray()) {
        current = evaluator.evaluate(step.node(), many ? current : one(current), frame);
        many = Values.isArray(current);
      } else {
        current = step(step, Values.items(many ? current : one(current)), frame, last);
        many = true;
      }
      if (current == UNDEFINED) {
        break;
      }
      if (many && Values.count(current) == 0) {
        current = last || i == 0 && path.startsWithArray() ? current : NOTHING;
        break;
      }
    }
    return finish(path, current, frame);
  }

  private Object finish(JsonataNode.Path path, Object result, VariableFrame frame) {
    Object kept = path.keepSingleton() ? keepSingleton(result) : result;
    return path.group().isEmpty()
        ? kept
        : new Groups(evaluator).build(path.group().get(), kept, frame);
  }

  private static Object keepSingleton(Object result) {
    if (result instanceof Sequence sequence) {
      Sequence kept =
          sequence.isWhole() && !sequence.isFluid() ? Sequence.fluid(sequence) : sequence;
      return kept.keepingSingleton();
    }
    return result == UNDEFINED || Values.isArray(result)
        ? result
        : Sequence.fluid(result).keepingSingleton();
  }

  private static Sequence one(Object item) {
    return Sequence.fluid(item);
  }

  private static boolean isMember(JsonataNode.Step step, Object context) {
    return context instanceof JsonObject
        && step.node() instanceof JsonataNode.Name
        && step.stages().isEmpty();
  }

  /** Applies the step to each item and joins the results. */
  private Object step(
      JsonataNode.Step step, List<Object> items, VariableFrame frame, boolean last) {
    if (step.node() instanceof JsonataNode.Sort sort) {
      Object sorted = Sorting.orderBy(evaluator, sort, items, frame);
      return stages(step, sorted, frame);
    }
    List<Object> results = new ArrayList<>(items.size() == 1 ? 1 : 8);
    for (Object item : items) {
      Object result = evaluator.evaluate(step.node(), item, frame);
      result = stages(step, result, frame);
      if (result != UNDEFINED) {
        evaluator.produceSlots(1);
        results.add(result);
      }
    }
    return flattened(results, last);
  }

  private Object stages(JsonataNode.Step step, Object result, VariableFrame frame) {
    Object filtered = result;
    for (JsonataNode.Stage stage : step.stages()) {
      if (stage instanceof JsonataNode.Filter filter) {
        filtered = filter(filter.predicate(), filtered, frame);
      }
    }
    return filtered;
  }

  /** Joins results to one sequence; a single array at the end of the path is kept as it is. */
  private Object flattened(List<Object> results, boolean last) {
    if (last && results.size() == 1 && isSettledArray(results.get(0))) {
      return results.get(0);
    }
    boolean nothingToDissolve = true;
    for (int i = 0; i < results.size() && nothingToDissolve; i++) {
      nothingToDissolve = !dissolves(results.get(i));
    }
    if (nothingToDissolve) {
      return Sequence.fluid(results);
    }
    List<Object> joined = new ArrayList<>();
    for (Object result : results) {
      if (dissolves(result)) {
        List<Object> items = Values.items(result);
        evaluator.produceSlots(items.size());
        joined.addAll(items);
      } else {
        joined.add(result);
      }
    }
    return Sequence.fluid(joined);
  }

  private static boolean dissolves(Object value) {
    return Values.isArray(value) && !(value instanceof Sequence sequence && sequence.isWhole());
  }

  private static boolean isSettledArray(Object value) {
    return Values.isArray(value) && !(value instanceof Sequence sequence && sequence.isFluid());
  }

  /** Returns the items for which the predicate is true, or whose position it gives. */
  Object filter(JsonataNode predicate, Object input, VariableFrame frame) {
    if (input instanceof Tuple.Stream stream) {
      return new Tuple.Stream(tuplePaths.filter(predicate, stream.tuples(), frame));
    }
    if (input == UNDEFINED) {
      return UNDEFINED;
    }
    List<Object> items = Values.items(input);
    if (predicate instanceof JsonataNode.Literal literal && Values.isNumber(literal.value())) {
      return itemAt(items, Values.number(literal.value()));
    }
    List<Object> kept = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Object item = items.get(i);
      Object verdict = evaluator.evaluate(predicate, item, frame);
      for (int times = times(verdict, i, items.size()); times > 0; times--) {
        evaluator.produceSlots(1);
        kept.add(item);
      }
    }
    return Sequence.fluid(kept);
  }

  private static Object itemAt(List<Object> items, double position) {
    int index = index(position, items.size());
    if (index < 0 || index >= items.size()) {
      return NOTHING;
    }
    Object item = items.get(index);
    return Values.isArray(item) ? item : Sequence.fluid(item);
  }

  /** Returns how many times the value of a predicate selects the item at an index. */
  int times(Object verdict, int index, int size) {
    if (Values.isNumber(verdict)) {
      return index(Values.number(verdict), size) == index ? 1 : 0;
    }
    if (Values.isArray(verdict) && Values.count(verdict) > 0 && allNumbers(verdict)) {
      int times = 0;
      for (Object position : Values.items(verdict)) {
        times += index(Values.number(position), size) == index ? 1 : 0;
      }
      return times;
    }
    return evaluator.isTrue(verdict) ? 1 : 0;
  }

  private boolean allNumbers(Object array) {
    for (Object item : Values.items(array)) {
      evaluator.budget.visit(1);
      if (!Values.isNumber(item)) {
        return false;
      }
    }
    return true;
  }

  /** Converts a position, rounded down, to an index; negative positions count from the end. */
  private static int index(double position, int size) {
    double index = Math.floor(position);
    double counted = index < 0 ? size + index : index;
    return counted >= 0 && counted < size ? (int) counted : -1;
  }

  /** Returns the members with a name of an object, or of every object in an array. */
  Object lookup(Object input, String name) {
    if (Values.isObject(input)) {
      return Values.member(input, name);
    }
    if (!Values.isArray(input)) {
      return UNDEFINED;
    }
    evaluator.budget.enter();
    List<Object> found = new ArrayList<>();
    for (Object item : Values.items(input)) {
      evaluator.budget.visit(1);
      Object value = lookup(item, name);
      if (value != UNDEFINED) {
        List<Object> values = Values.items(value);
        evaluator.produceSlots(values.size());
        found.addAll(values);
      }
    }
    evaluator.budget.leave();
    return Sequence.fluid(found);
  }

  /** Evaluates {@code *}: the members of an object or the elements of an array. */
  Object wildcard(Object wrapped) {
    Object input = Evaluator.unwrap(wrapped);
    List<Object> found = new ArrayList<>();
    boolean arrays = false;
    Iterable<Object> values =
        Values.isObject(input)
            ? Values.members(input).values()
            : Values.isArray(input) ? Values.items(input) : List.of();
    for (Object value : values) {
      arrays |= Values.isArray(value);
      flatten(value, found);
    }
    return arrays ? Sequence.array(found) : Sequence.fluid(found);
  }

  private void flatten(Object value, List<Object> found) {
    if (!Values.isArray(value)) {
      evaluator.produceSlots(1);
      found.add(value);
      return;
    }
    evaluator.budget.enter();
    for (Object item : Values.items(value)) {
      flatten(item, found);
    }
    evaluator.budget.leave();
  }

  /** Evaluates {@code **}: the value and all its descendants. */
  Object descendants(Object input) {
    if (input == UNDEFINED) {
      return UNDEFINED;
    }
    List<Object> found = new ArrayList<>();
    descend(input, found);
    return Sequence.fluid(found);
  }

  private void descend(Object value, List<Object> found) {
    evaluator.budget.enter();
    if (Values.isArray(value)) {
      evaluator.budget.visit(1);
      for (Object item : Values.items(value)) {
        descend(item, found);
      }
    } else {
      evaluator.produceSlots(1);
      found.add(value);
      if (Values.isObject(value)) {
        for (Map.Entry<String, Object> member : Values.members(value).entrySet()) {
          descend(member.getValue(), found);
        }
      }
    }
    evaluator.budget.leave();
  }
}
