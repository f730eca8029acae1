package dev.pawl.engine.expression.jsonata;

import com.google.re2j.Pattern;
import dev.pawl.model.jsonata.Node;
import dev.pawl.model.jsonata.Signature;
import java.util.List;
import java.util.Optional;

/** A value that can be called. */
sealed interface Function {

  /** How many arguments a function that calls this one should give it. */
  int arity();

  /** A function written in the expression, with the variables and the context around it. */
  record Lambda(Node.Lambda node, Object input, Frame frame) implements Function {
    @Override
    public int arity() {
      return node.params().size();
    }

    // Two functions are equal only if they are the same; frames may refer back to their lambdas.
    // No identity in the hash: it differs from run to run, and an order must not come of it.
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

  /** A function of the library. */
  record BuiltIn(String name, Signature signature, int arity, Body body) implements Function {

    static BuiltIn of(String name, String signature, int arity, Body body) {
      return new BuiltIn(name, Signature.parse(signature, 0), arity, body);
    }

    /** The work of a built-in function; arguments that were left out are undefined. */
    @FunctionalInterface
    interface Body {
      Object call(Evaluator evaluator, Object[] arguments);
    }
  }

  /** A function some of whose arguments are fixed; an empty one is still to be given. */
  record Partial(Function target, List<Optional<Object>> arguments) implements Function {
    @Override
    public int arity() {
      return (int) arguments.stream().filter(Optional::isEmpty).count();
    }
  }

  /** {@code first ~> second}. */
  record Composition(Function first, Function second) implements Function {
    @Override
    public int arity() {
      return 1;
    }
  }

  /** A regular expression, which is a function from a string to its first match. */
  record Matcher(Pattern pattern) implements Function {
    @Override
    public int arity() {
      return 1;
    }
  }

  /** The member {@code next} of a match. */
  record NextMatch(Pattern pattern, String text, int from) implements Function {
    @Override
    public int arity() {
      return 0;
    }
  }

  /** {@code |pattern|update,delete|}. */
  record Transformer(Node.Transform node, Frame frame) implements Function {
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

  /** What a function ends with instead of calling another: its caller goes on from there. */
  record TailCall(Object function, Object[] arguments) {}
}
