package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.EvaluationTime;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.jsonata.JsonataNode;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One evaluation of an expression. */
final class Evaluator {

  final Budget budget;
  final EvaluationTime moment;
  final FunctionCalls calls;
  private final Object root;
  private final boolean evalAllowed;
  private final JsonataPaths paths;
  private final Groups groups;
  private final Map<String, DateReader.Compiled> datePictures = new HashMap<>(0);

  Evaluator(Object root, EvaluationTime moment, Budget budget, boolean evalAllowed) {
    this.root = root;
    this.moment = moment;
    this.budget = budget;
    this.evalAllowed = evalAllowed;
    this.calls = new FunctionCalls(this);
    this.paths = new JsonataPaths(this);
    this.groups = new Groups(this);
  }

  /** Evaluates a node. */
  Object evaluate(JsonataNode node, Object input, VariableFrame frame) {
    budget.visit(1);
    if (node instanceof JsonataNode.Literal literal) {
      return literal.value();
    }
    budget.enter();
    Object result =
        node instanceof JsonataNode.Path path
            ? paths.evaluate(path, input, frame)
            : evaluateFluid(node, input, frame);
    budget.leave();
    return result instanceof Sequence sequence ? sequence.normalised() : result;
  }

  /**
   * Evaluates a node without unwrapping a sequence of one value, for operators applied directly to
   * it.
   */
  private Object evaluateFluid(JsonataNode node, Object input, VariableFrame frame) {
    return switch (node) {
      case JsonataNode.Variable variable -> variable(variable.name(), input, frame);
      case JsonataNode.Name name -> paths.lookup(input, name.name());
      case JsonataNode.Path path -> paths.evaluate(path, input, frame);
      case JsonataNode.Call call -> calls.call(call, input, frame);
      case JsonataNode.Comparison both ->
          Operators.compare(
              both.operator(),
              evaluate(both.left(), input, frame),
              evaluate(both.right(), input, frame),
              budget);
      case JsonataNode.Equality both -> equality(both, input, frame);
      case JsonataNode.Arithmetic both ->
          Operators.calculate(
              both.operator(),
              evaluate(both.left(), input, frame),
              evaluate(both.right(), input, frame));
      case JsonataNode.And both ->
          JsonBool.of(
              isTrue(evaluate(both.left(), input, frame))
                  && isTrue(evaluate(both.right(), input, frame)));
      case JsonataNode.Or both ->
          JsonBool.of(
              isTrue(evaluate(both.left(), input, frame))
                  || isTrue(evaluate(both.right(), input, frame)));
      case JsonataNode.Concatenation both ->
          Operators.concatenate(
              evaluate(both.left(), input, frame), evaluate(both.right(), input, frame), budget);
      case JsonataNode.Condition condition -> condition(condition, input, frame);
      case JsonataNode.Block block -> block(block, input, frame);
      case JsonataNode.Bind bind -> {
        Object value = evaluate(bind.value(), input, frame);
        frame.bind(bind.name(), value);
        yield value;
      }
      case JsonataNode.ObjectConstructor object -> groups.build(object.pairs(), input, frame);
      case JsonataNode.ArrayConstructor array -> array(array, input, frame);
      case JsonataNode.Filtered filtered -> {
        Object result = evaluateFluid(filtered.base(), input, frame);
        for (JsonataNode predicate : filtered.predicates()) {
          result = paths.filter(predicate, result, frame);
        }
        yield result;
      }
      case JsonataNode.Grouped grouped ->
          groups.build(grouped.pairs(), evaluateFluid(grouped.base(), input, frame), frame);
      case JsonataNode.KeepArray keep -> keepArray(keep, input, frame);
      case JsonataNode.Negate negate -> Operators.negate(evaluate(negate.operand(), input, frame));
      case JsonataNode.Inclusion both ->
          Operators.contains(
              evaluate(both.left(), input, frame), evaluate(both.right(), input, frame), budget);
      case JsonataNode.Range range ->
          Operators.range(evaluate(range.from(), input, frame), evaluate(range.to(), input, frame));
      case JsonataNode.Coalesce both -> {
        Object left = evaluate(both.left(), input, frame);
        yield left == UNDEFINED ? evaluate(both.right(), input, frame) : left;
      }
      case JsonataNode.Elvis both -> {
        Object left = evaluate(both.left(), input, frame);
        yield isTrue(left) ? left : evaluate(both.right(), input, frame);
      }
      case JsonataNode.PartialCall partial -> calls.partial(partial, input, frame);
      case JsonataNode.Lambda lambda -> {
        budget.produce(2L * Values.MEMBER);
        yield new Function.Lambda(lambda, input, frame);
      }
      case JsonataNode.Apply apply -> calls.apply(apply, input, frame);
      case JsonataNode.Transform transform -> new Function.Transformer(transform, frame);
      case JsonataNode.Regex regex -> new Function.Matcher(regex.pattern());
      case JsonataNode.Wildcard wildcard -> paths.wildcard(input);
      case JsonataNode.Descendants descendants -> paths.descendants(input);
      case JsonataNode.Parent parent -> bound(parent.label(), frame);
      case JsonataNode.Sort sort -> throw new IllegalStateException("a sort is always a step");
      case JsonataNode.Literal literal -> literal.value();
    };
  }

  /** Returns the members with a name of an object, or of every object in an array. */
  Object lookup(Object value, String name) {
    return paths.lookup(value, name);
  }

  boolean isTrue(Object value) {
    return Values.isTrue(value, budget);
  }

  private Object variable(String name, Object input, VariableFrame frame) {
    if (name.isEmpty()) {
      return unwrap(input);
    }
    return name.equals("$") ? root : bound(name, frame);
  }

  /** Returns the value of a variable or a built-in function. */
  Object bound(String name, VariableFrame frame) {
    Object value = frame.lookup(name);
    if (value != null) {
      return value;
    }
    Function function = Library.FUNCTIONS.get(name);
    return function == null ? UNDEFINED : function;
  }

  static Object unwrap(Object input) {
    return input instanceof Sequence sequence && sequence.isWrapper()
        ? sequence.items().get(0)
        : input;
  }

  private Object equality(JsonataNode.Equality both, Object input, VariableFrame frame) {
    Object left = evaluate(both.left(), input, frame);
    Object right = evaluate(both.right(), input, frame);
    if (left == UNDEFINED || right == UNDEFINED) {
      return JsonBool.FALSE;
    }
    return JsonBool.of(Values.equal(left, right, budget) != both.negated());
  }

  private Object condition(JsonataNode.Condition condition, Object input, VariableFrame frame) {
    if (isTrue(evaluate(condition.test(), input, frame))) {
      return evaluate(condition.then(), input, frame);
    }
    Optional<JsonataNode> otherwise = condition.otherwise();
    return otherwise.isPresent() ? evaluate(otherwise.get(), input, frame) : UNDEFINED;
  }

  private Object block(JsonataNode.Block block, Object input, VariableFrame frame) {
    VariableFrame inner = VariableFrame.inside(frame);
    Object result = UNDEFINED;
    for (JsonataNode expression : block.expressions()) {
      result = evaluate(expression, input, inner);
    }
    return result;
  }

  private Object array(JsonataNode.ArrayConstructor array, Object input, VariableFrame frame) {
    List<JsonataNode.Element> elements = array.elements();
    if (elements.size() == 1
        && !array.whole()
        && elements.get(0).node() instanceof JsonataNode.Range range) {
      Object numbers = evaluate(range, input, frame);
      // A range alone stays lazy: ten million numbers that are only counted need no memory.
      return Sequence.array(numbers == UNDEFINED ? List.of() : Values.items(numbers));
    }
    List<Object> items = new ArrayList<>(elements.size());
    for (JsonataNode.Element element : elements) {
      Object value = evaluate(element.node(), input, frame);
      if (value != UNDEFINED) {
        List<Object> added = element.nested() ? List.of(value) : Values.items(value);
        produceSlots(added.size());
        items.addAll(added);
      }
    }
    return array.whole() ? Sequence.whole(items) : Sequence.array(items);
  }

  private Object keepArray(JsonataNode.KeepArray keep, Object input, VariableFrame frame) {
    Object result = evaluateFluid(keep.base(), input, frame);
    if (result instanceof Sequence sequence) {
      return sequence.isFluid() ? sequence.keepingSingleton() : sequence;
    }
    boolean lone = keep.base() instanceof JsonataNode.Path && result != UNDEFINED;
    return lone && !Values.isArray(result) && !(result instanceof Tuple.Stream)
        ? Sequence.fluid(result).keepingSingleton()
        : result;
  }

  /**
   * Evaluates text as an expression.
   *
   * @throws ExpressionException if {@code $eval} is not allowed
   */
  Object eval(String source, Object input, VariableFrame frame) {
    if (!evalAllowed) {
      throw new ExpressionException(
          "D3120", "$eval is not available in flows; use $parse to read JSON text");
    }
    return Jsonata.evalInside(this, source, input, frame);
  }

  /** Returns a compiled picture; cached, as an expression may read many dates with the same one. */
  DateReader.Compiled datePicture(String picture) {
    DateReader.Compiled known = datePictures.get(picture);
    if (known == null) {
      known = DateReader.compile(DateFunctions.picture(this, picture), budget);
      datePictures.put(picture, known);
    }
    return known;
  }

  void produceSlots(long count) {
    budget.visit(count);
    budget.produce(count * Values.SLOT);
  }

  static Object whole(long number) {
    return JsonNumber.of(number);
  }
}
