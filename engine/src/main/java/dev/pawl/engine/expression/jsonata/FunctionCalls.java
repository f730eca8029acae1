package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.jsonata.JsonataNode;
import dev.pawl.sdk.JsonNull;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Calls functions of every kind. */
final class FunctionCalls {

  /** The variables of calls from built-in functions; only $eval uses those of its caller. */
  private static final VariableFrame NO_VARIABLES = VariableFrame.of(Map.of());

  private final Evaluator evaluator;

  FunctionCalls(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  Object call(JsonataNode.Call call, Object input, VariableFrame frame) {
    Object function = function(call.function(), input, frame, "T1005");
    Object[] arguments = arguments(call.arguments(), 0, input, frame);
    if (call.tail()) {
      return new Function.TailCall(function, arguments);
    }
    return invoke(function, arguments, input, frame);
  }

  /** Evaluates {@code left ~> right}. */
  Object apply(JsonataNode.Apply apply, Object input, VariableFrame frame) {
    Object left = evaluator.evaluate(apply.left(), input, frame);
    JsonataNode right = apply.right();
    boolean kept = right instanceof JsonataNode.KeepArray;
    if (right instanceof JsonataNode.Call || kept && base(right) instanceof JsonataNode.Call) {
      JsonataNode.Call call = (JsonataNode.Call) base(right);
      Object function = function(call.function(), input, frame, "T1005");
      Object[] arguments = arguments(call.arguments(), 1, input, frame);
      arguments[0] = left;
      Object result = invoke(function, arguments, input, frame);
      return kept && result instanceof Sequence sequence ? sequence.keepingSingleton() : result;
    }
    Object function = evaluator.evaluate(right, input, frame);
    if (!(function instanceof Function second)) {
      throw new ExpressionException(
          "T2006", "the right side of '~>' must be a function, not " + Values.describe(function));
    }
    return left instanceof Function first
        ? new Function.Composition(first, second)
        : invoke(second, new Object[] {left}, JsonNull.NULL, frame);
  }

  private static JsonataNode base(JsonataNode node) {
    return node instanceof JsonataNode.KeepArray keep ? keep.base() : node;
  }

  Object partial(JsonataNode.PartialCall call, Object input, VariableFrame frame) {
    List<Optional<Object>> arguments = new ArrayList<>(call.arguments().size());
    for (Optional<JsonataNode> argument : call.arguments()) {
      arguments.add(argument.map(node -> evaluator.evaluate(node, input, frame)));
    }
    Object function = function(call.function(), input, frame, "T1007");
    if (!(function instanceof Function target)) {
      throw new ExpressionException(
          "T1008", "only a function can be applied partially, not " + Values.describe(function));
    }
    return new Function.Partial(target, arguments);
  }

  private Object function(JsonataNode node, Object input, VariableFrame frame, String forgotten) {
    Object function = evaluator.evaluate(node, input, frame);
    if (function == UNDEFINED
        && node instanceof JsonataNode.Path path
        && path.steps().get(0).node() instanceof JsonataNode.Name name
        && evaluator.bound(name.name(), frame) != UNDEFINED) {
      throw new ExpressionException(
          forgotten, name.name() + " is not a function; did you mean $" + name.name() + "?");
    }
    return function;
  }

  private Object[] arguments(
      List<JsonataNode> nodes, int offset, Object input, VariableFrame frame) {
    Object[] arguments = new Object[nodes.size() + offset];
    for (int i = 0; i < nodes.size(); i++) {
      arguments[i + offset] = evaluator.evaluate(nodes.get(i), input, frame);
    }
    return arguments;
  }

  /** Calls a function with as many of the arguments as it takes, but at least the first. */
  Object invokeWithin(Function function, Object... arguments) {
    int count = Math.max(1, Math.min(function.arity(), arguments.length));
    Object[] taken = Arrays.copyOf(arguments, count);
    evaluator.budget.enter();
    Object result = invoke(function, taken, JsonNull.NULL, NO_VARIABLES);
    evaluator.budget.leave();
    return result;
  }

  /**
   * Calls a function and executes its tail calls.
   *
   * @param context value used for a missing argument if the function's signature says so
   */
  Object invoke(Object function, Object[] arguments, Object context, VariableFrame frame) {
    evaluator.budget.enter();
    Object result = new Function.TailCall(function, arguments);
    while (result instanceof Function.TailCall next) {
      evaluator.budget.visit(1);
      result = invokeOnce(next.function(), next.arguments(), context, frame);
    }
    evaluator.budget.leave();
    return result;
  }

  private Object invokeOnce(
      Object function, Object[] arguments, Object context, VariableFrame frame) {
    if (!(function instanceof Function known)) {
      throw new ExpressionException(
          "T1006", "only a function can be called, not " + Values.describe(function));
    }
    return switch (known) {
      case Function.BuiltIn builtIn -> builtIn(builtIn, arguments, context, frame);
      case Function.Lambda lambda -> lambda(lambda, arguments, context);
      case Function.Partial partial ->
          new Function.TailCall(partial.target(), filled(partial, arguments));
      case Function.Composition both ->
          invoke(
              both.second(),
              new Object[] {
                invoke(both.first(), new Object[] {argument(arguments, 0)}, JsonNull.NULL, frame)
              },
              JsonNull.NULL,
              frame);
      case Function.Matcher matcher -> RegexFunctions.match(evaluator, matcher, arguments);
      case Function.NextMatch next -> RegexFunctions.next(evaluator, next);
      case Function.Transformer transformer ->
          Transforming.transform(evaluator, transformer, argument(arguments, 0));
    };
  }

  private Object builtIn(
      Function.BuiltIn function, Object[] arguments, Object context, VariableFrame frame) {
    Object[] checked =
        Arguments.check(
            evaluator.budget,
            function.signature(),
            arguments,
            Evaluator.unwrap(context),
            "$" + function.name());
    if (function.name().equals("eval")) {
      Object focus = argument(checked, 1);
      return checked[0] == UNDEFINED
          ? UNDEFINED
          : evaluator.eval(Values.string(checked[0]), focus == UNDEFINED ? context : focus, frame);
    }
    return function.body().call(evaluator, checked);
  }

  private Object lambda(Function.Lambda lambda, Object[] arguments, Object context) {
    JsonataNode.Lambda node = lambda.node();
    Object[] checked =
        node.signature().isPresent()
            ? Arguments.check(
                evaluator.budget,
                node.signature().get(),
                arguments,
                Evaluator.unwrap(context),
                "the function")
            : arguments;
    VariableFrame frame = VariableFrame.inside(lambda.frame());
    for (int i = 0; i < node.params().size(); i++) {
      frame.bind(node.params().get(i), argument(checked, i));
    }
    return evaluator.evaluate(node.body(), lambda.input(), frame);
  }

  private static Object argument(Object[] arguments, int index) {
    return index < arguments.length ? arguments[index] : UNDEFINED;
  }

  private static Object[] filled(Function.Partial partial, Object[] given) {
    Object[] arguments = new Object[partial.arguments().size()];
    int next = 0;
    for (int i = 0; i < arguments.length; i++) {
      Optional<Object> fixed = partial.arguments().get(i);
      arguments[i] = fixed.isPresent() ? fixed.get() : argument(given, next++);
    }
    return arguments;
  }
}
