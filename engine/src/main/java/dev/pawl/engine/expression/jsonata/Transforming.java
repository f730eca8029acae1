package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.jsonata.JsonataNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The transform operator: returns a copy of a value in which the objects that match a pattern are
 * changed. The copy is changed in place, as nothing else refers to it before it is returned.
 */
final class Transforming {

  private Transforming() {}

  static Object transform(Evaluator evaluator, Function.Transformer transformer, Object value) {
    if (value == UNDEFINED) {
      return UNDEFINED;
    }
    if (!Values.isObject(value) && !Values.isArray(value)) {
      throw new ExpressionException(
          "T0410", "only objects and arrays can be transformed, not " + Values.describe(value));
    }
    JsonataNode.Transform node = transformer.node();
    VariableFrame frame = transformer.frame();
    if (!(evaluator.bound("clone", frame) instanceof Function)) {
      throw new ExpressionException("T2013", "a transform needs $clone to be a function");
    }
    Object copy = copy(evaluator, value);
    evaluator.budget.enter();
    Object matches = evaluator.evaluate(node.pattern(), copy, frame);
    for (Object match : matches == UNDEFINED ? List.of() : Values.items(matches)) {
      Object update = evaluator.evaluate(node.update(), match, frame);
      if (update != UNDEFINED) {
        merge(evaluator, match, update);
      }
      if (node.delete().isPresent()) {
        Object deletions = evaluator.evaluate(node.delete().get(), match, frame);
        if (deletions != UNDEFINED) {
          delete(match, deletions);
        }
      }
    }
    evaluator.budget.leave();
    return copy;
  }

  private static void merge(Evaluator evaluator, Object match, Object update) {
    if (!Values.isObject(update)) {
      throw new ExpressionException(
          "T2011", "the update of a transform must be an object, not " + Values.describe(update));
    }
    if (match instanceof Struct struct) {
      Map<String, Object> changes = Values.members(update);
      evaluator.budget.produce((long) Values.MEMBER * changes.size());
      // A change may contain the object that it changes; a copy keeps the result a tree.
      changes.forEach((name, value) -> struct.members().put(name, copy(evaluator, value)));
    }
  }

  private static void delete(Object match, Object deletions) {
    for (Object name : Values.items(deletions)) {
      if (!Values.isString(name)) {
        throw new ExpressionException(
            "T2012", "the deletions of a transform must be strings, not " + Values.describe(name));
      }
      if (match instanceof Struct struct) {
        struct.members().remove(Values.string(name));
      }
    }
  }

  static Object copy(Evaluator evaluator, Object value) {
    if (Values.isArray(value)) {
      evaluator.budget.enter();
      List<Object> items = new ArrayList<>();
      for (Object item : Values.items(value)) {
        evaluator.produceSlots(1);
        items.add(copy(evaluator, item));
      }
      evaluator.budget.leave();
      return Sequence.array(items);
    }
    if (Values.isObject(value)) {
      evaluator.budget.enter();
      Map<String, Object> members = new LinkedHashMap<>();
      for (Map.Entry<String, Object> member : Values.members(value).entrySet()) {
        evaluator.budget.visit(1);
        evaluator.budget.produce(Values.MEMBER);
        members.put(member.getKey(), copy(evaluator, member.getValue()));
      }
      evaluator.budget.leave();
      return new Struct(members);
    }
    return value;
  }
}
