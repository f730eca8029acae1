package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.model.jsonata.JsonataNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Evaluates the part of a path in which values carry variables: after @, # or below a %. */
final class TuplePaths {

  private final Evaluator evaluator;
  private final JsonataPaths paths;

  TuplePaths(Evaluator evaluator, JsonataPaths paths) {
    this.evaluator = evaluator;
    this.paths = paths;
  }

  Object evaluate(JsonataNode.Path path, int from, List<Object> items, VariableFrame frame) {
    List<Tuple> tuples = new ArrayList<>(items.size());
    for (Object item : items) {
      tuples.add(new Tuple(item));
    }
    List<JsonataNode.Step> steps = path.steps();
    for (JsonataNode.Step step : steps.subList(from, steps.size())) {
      tuples = step(step, tuples, frame);
    }
    if (path.group().isPresent()) {
      return new Groups(evaluator).build(path.group().get(), new Tuple.Stream(tuples), frame);
    }
    if (path.tuples()) {
      return new Tuple.Stream(tuples);
    }
    List<Object> values = new ArrayList<>(tuples.size());
    for (Tuple tuple : tuples) {
      values.add(tuple.value());
    }
    Sequence result = Sequence.fluid(values);
    return path.keepSingleton() ? result.keepingSingleton() : result;
  }

  private List<Tuple> step(JsonataNode.Step step, List<Tuple> tuples, VariableFrame frame) {
    List<Tuple> results;
    if (step.node() instanceof JsonataNode.Sort sort) {
      results = Sorting.orderTuples(evaluator, sort, tuples, frame);
      if (step.index().isPresent()) {
        results = numbered(results, step.index().get());
      }
    } else {
      results = new ArrayList<>();
      for (Tuple tuple : tuples) {
        Object value = evaluator.evaluate(step.node(), tuple.value(), tuple.frame(frame));
        extend(step, tuple, value, results);
      }
    }
    for (JsonataNode.Stage stage : step.stages()) {
      results =
          switch (stage) {
            case JsonataNode.Filter filter -> filter(filter.predicate(), results, frame);
            case JsonataNode.IndexBinding binding -> numbered(results, binding.variable());
          };
    }
    return results;
  }

  private void extend(JsonataNode.Step step, Tuple tuple, Object value, List<Tuple> results) {
    if (value instanceof Tuple.Stream stream) {
      for (Tuple inner : stream.tuples()) {
        produce(tuple);
        results.add(tuple.with(inner.value(), inner.bindings()));
      }
    } else if (value != UNDEFINED) {
      int index = 0;
      for (Object item : Values.items(value)) {
        produce(tuple);
        results.add(extended(step, tuple, item, index++));
      }
    }
  }

  private static Tuple extended(JsonataNode.Step step, Tuple tuple, Object item, int index) {
    Tuple next =
        step.focus().isPresent()
            ? tuple.with(step.focus().get(), item)
            : new Tuple(item, tuple.bindings());
    if (step.index().isPresent()) {
      next = next.with(step.index().get(), Evaluator.whole(index));
    }
    return step.ancestor().isPresent() ? next.with(step.ancestor().get(), tuple.value()) : next;
  }

  List<Tuple> filter(JsonataNode predicate, List<Tuple> tuples, VariableFrame frame) {
    List<Tuple> kept = new ArrayList<>();
    for (int i = 0; i < tuples.size(); i++) {
      Tuple tuple = tuples.get(i);
      Object verdict = evaluator.evaluate(predicate, tuple.value(), tuple.frame(frame));
      for (int times = paths.times(verdict, i, tuples.size()); times > 0; times--) {
        evaluator.produceSlots(1);
        kept.add(tuple);
      }
    }
    return kept;
  }

  private List<Tuple> numbered(List<Tuple> tuples, String variable) {
    List<Tuple> results = new ArrayList<>(tuples.size());
    for (int i = 0; i < tuples.size(); i++) {
      produce(tuples.get(i));
      results.add(tuples.get(i).with(variable, Evaluator.whole(i)));
    }
    return results;
  }

  private void produce(Tuple tuple) {
    Map<String, Object> bindings = tuple.bindings();
    evaluator.budget.visit(1);
    evaluator.budget.produce((bindings.size() + 1L) * Values.MEMBER);
  }
}
