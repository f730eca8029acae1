package dev.pawl.engine.expression.jsonata;

import com.google.re2j.Pattern;
import dev.pawl.model.jsonata.JsonataNode;
import dev.pawl.model.jsonata.Signature;
import java.util.List;
import java.util.Optional;

/** A value that can be called. */
sealed interface Function {

  /** Returns the number of arguments that a higher-order function passes. */
  int arity();

  /** A function defined in the expression, with the variables and the context around it. */
  record Lambda(JsonataNode.Lambda node, Object input, VariableFrame frame) implements Function {
    @Override
    public int arity() {
      return node.params().size();
    }

    // Functions are compared by identity, as frames may refer back to their lambdas. The hash does
    // not use the identity hash code, which differs from run to run and could affect an order.
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return arity();
    }

    @Override
    public String toString() {
      return "function";
    }
  }

  /** A built-in function. */
  record BuiltIn(String name, Signature signature, int arity, Body body) implements Function {

    static BuiltIn of(String name, String signature, int arity, Body body) {
      return new BuiltIn(name, Signature.parse(signature, 0), arity, body);
    }

    /** The implementation of a built-in function; omitted arguments are undefined. */
    @FunctionalInterface
    interface Body {
      Object call(Evaluator evaluator, Object[] arguments);
    }
  }

  /** A function with some arguments fixed; an empty one is a parameter. */
  record Partial(Function target, List<Optional<Object>> arguments) implements Function {
    @Override
    public int arity() {
      return (int) arguments.stream().filter(Optional::isEmpty).count();
    }
  }

  /** The composition {@code first ~> second}. */
  record Composition(Function first, Function second) implements Function {
    @Override
    public int arity() {
      return 1;
    }
  }

  /** A regular expression: a function from a string to its first match. */
  record Matcher(Pattern pattern) implements Function {
    @Override
    public int arity() {
      return 1;
    }
  }

  /** The function in the member {@code next} of a match. */
  record NextMatch(Pattern pattern, String text, int from) implements Function {
    @Override
    public int arity() {
      return 0;
    }
  }

  /** The transform operator {@code |pattern|update,delete|}. */
  record Transformer(JsonataNode.Transform node, VariableFrame frame) implements Function {
    @Override
    public int arity() {
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return arity();
    }

    @Override
    public String toString() {
      return "transform";
    }
  }

  /** A call in tail position, returned to the caller, which executes it without nesting. */
  record TailCall(Object function, Object[] arguments) {}
}
