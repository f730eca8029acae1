package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.Moment;
import dev.pawl.model.jsonata.Node;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One evaluation of one expression. */
final class Evaluator {

  final Budget budget;
  final Moment moment;
  final Calls calls;
  private final Object root;
  private final boolean evalAllowed;
  private final Paths paths;
  private final Groups groups;
  private final Map<String, DateReader.Compiled> datePictures = new HashMap<>(0);

  Evaluator(Object root, Moment moment, Budget budget, boolean evalAllowed) {
    this.root = root;
    this.moment = moment;
    this.budget = budget;
    this.evalAllowed = evalAllowed;
    this.calls = new Calls(this);
    this.paths = new Paths(this);
    this.groups = new Groups(this);
  }

  /** The value of the node. */
  Object evaluate(Node node, Object input, Frame frame) {
    budget.visit(1);
    if (node instanceof Node.Literal literal) {
      return literal.value();
    }
    budget.enter();
    Object result =
        node instanceof Node.Path path
            ? paths.evaluate(path, input, frame)
            : evaluateFluid(node, input, frame);
    budget.leave();
    return result instanceof Sequence sequence ? sequence.normalised() : result;
  }

  /** The value before a sequence of one becomes that one, for what is applied to it directly. */
  private Object evaluateFluid(Node node, Object input, Frame frame) {
    return switch (node) {
      case Node.Variable variable -> variable(variable.name(), input, frame);
      case Node.Name name -> paths.lookup(input, name.name());
      case Node.Path path -> paths.evaluate(path, input, frame);
      case Node.Call call -> calls.call(call, input, frame);
      case Node.Comparison both ->
          Operators.compare(
              both.operator(),
              evaluate(both.left(), input, frame),
              evaluate(both.right(), input, frame),
              budget);
      case Node.Equality both -> equality(both, input, frame);
      case Node.Arithmetic both ->
          Operators.calculate(
              both.operator(),
              evaluate(both.left(), input, frame),
              evaluate(both.right(), input, frame));
      case Node.And both ->
          JsonBool.of(
              isTrue(evaluate(both.left(), input, frame))
                  && isTrue(evaluate(both.right(), input, frame)));
      case Node.Or both ->
          JsonBool.of(
              isTrue(evaluate(both.left(), input, frame))
                  || isTrue(evaluate(both.right(), input, frame)));
      case Node.Concatenation both ->
          Operators.concatenate(
              evaluate(both.left(), input, frame), evaluate(both.right(), input, frame), budget);
      case Node.Condition condition -> condition(condition, input, frame);
      case Node.Block block -> block(block, input, frame);
      case Node.Bind bind -> {
        Object value = evaluate(bind.value(), input, frame);
        frame.bind(bind.name(), value);
        yield value;
      }
      case Node.ObjectConstructor object -> groups.build(object.pairs(), input, frame);
      case Node.ArrayConstructor array -> array(array, input, frame);
      case Node.Filtered filtered -> {
        Object result = evaluateFluid(filtered.base(), input, frame);
        for (Node predicate : filtered.predicates()) {
          result = paths.filter(predicate, result, frame);
        }
        yield result;
      }
      case Node.Grouped grouped ->
          groups.build(grouped.pairs(), evaluateFluid(grouped.base(), input, frame), frame);
      case Node.KeepArray keep -> keepArray(keep, input, frame);
      case Node.Negate negate -> Operators.negate(evaluate(negate.operand(), input, frame));
      case Node.Inclusion both ->
          Operators.contains(
              evaluate(both.left(), input, frame), evaluate(both.right(), input, frame), budget);
      case Node.Range range ->
          Operators.range(evaluate(range.from(), input, frame), evaluate(range.to(), input, frame));
      case Node.Coalesce both -> {
        Object left = evaluate(both.left(), input, frame);
        yield left == UNDEFINED ? evaluate(both.right(), input, frame) : left;
      }
      case Node.Elvis both -> {
        Object left = evaluate(both.left(), input, frame);
        yield isTrue(left) ? left : evaluate(both.right(), input, frame);
      }
      case Node.PartialCall partial -> calls.partial(partial, input, frame);
      case Node.Lambda lambda -> {
        budget.produce(2L * Values.MEMBER);
        yield new Function.Lambda(lambda, input, frame);
      }
      case Node.Apply apply -> calls.apply(apply, input, frame);
      case Node.Transform transform -> new Function.Transformer(transform, frame);
      case Node.Regex regex -> new Function.Matcher(regex.pattern());
      case Node.Wildcard wildcard -> paths.wildcard(input);
      case Node.Descendants descendants -> paths.descendants(input);
      case Node.Parent parent -> bound(parent.label(), frame);
      case Node.Sort sort -> throw new IllegalStateException("a sort is always a step");
      case Node.Literal literal -> literal.value();
    };
  }

  /** The members of that name of the value, or of every object in it. */
  Object lookup(Object value, String name) {
    return paths.lookup(value, name);
  }

  boolean isTrue(Object value) {
    return Values.isTrue(value, budget);
  }

  private Object variable(String name, Object input, Frame frame) {
    if (name.isEmpty()) {
      return unwrap(input);
    }
    return name.equals("$") ? root : bound(name, frame);
  }

  /** The value of a variable or built-in function. */
  Object bound(String name, Frame frame) {
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

  private Object equality(Node.Equality both, Object input, Frame frame) {
    Object left = evaluate(both.left(), input, frame);
    Object right = evaluate(both.right(), input, frame);
    if (left == UNDEFINED || right == UNDEFINED) {
      return JsonBool.FALSE;
    }
    return JsonBool.of(Values.equal(left, right, budget) != both.negated());
  }

  private Object condition(Node.Condition condition, Object input, Frame frame) {
    if (isTrue(evaluate(condition.test(), input, frame))) {
      return evaluate(condition.then(), input, frame);
    }
    Optional<Node> otherwise = condition.otherwise();
    return otherwise.isPresent() ? evaluate(otherwise.get(), input, frame) : UNDEFINED;
  }

  private Object block(Node.Block block, Object input, Frame frame) {
    Frame inner = Frame.inside(frame);
    Object result = UNDEFINED;
    for (Node expression : block.expressions()) {
      result = evaluate(expression, input, inner);
    }
    return result;
  }

  private Object array(Node.ArrayConstructor array, Object input, Frame frame) {
    List<Node.Element> elements = array.elements();
    if (elements.size() == 1
        && !array.whole()
        && elements.get(0).node() instanceof Node.Range range) {
      Object numbers = evaluate(range, input, frame);
      // A range alone stays a range: ten million numbers that are only counted need no memory.
      return Sequence.array(numbers == UNDEFINED ? List.of() : Values.items(numbers));
    }
    List<Object> items = new ArrayList<>(elements.size());
    for (Node.Element element : elements) {
      Object value = evaluate(element.node(), input, frame);
      if (value != UNDEFINED) {
        List<Object> added = element.nested() ? List.of(value) : Values.items(value);
        produceSlots(added.size());
        items.addAll(added);
      }
    }
    return array.whole() ? Sequence.whole(items) : Sequence.array(items);
  }

  private Object keepArray(Node.KeepArray keep, Object input, Frame frame) {
    Object result = evaluateFluid(keep.base(), input, frame);
    if (result instanceof Sequence sequence) {
      return sequence.isFluid() ? sequence.keepingSingleton() : sequence;
    }
    boolean lone = keep.base() instanceof Node.Path && result != UNDEFINED;
    return lone && !Values.isArray(result) && !(result instanceof Tuple.Stream)
        ? Sequence.fluid(result).keepingSingleton()
        : result;
  }

  /** Evaluates a text as an expression, where that is allowed. */
  Object eval(String source, Object input, Frame frame) {
    if (!evalAllowed) {
      throw new ExpressionException(
          "D3120", "$eval is not available in flows; use $parse to read JSON text");
    }
    return Jsonata.evalInside(this, source, input, frame);
  }

  /** Compiled once for an expression that reads many dates alike. */
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
