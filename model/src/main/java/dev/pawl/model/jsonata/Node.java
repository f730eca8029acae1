package dev.pawl.model.jsonata;

import com.google.re2j.Pattern;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/** A part of an expression. The set is closed: an evaluator is one switch over it. */
public sealed interface Node {

  /** Where the part stands in the source, counted from 0. */
  int position();

  /** A string, a number, true, false or null. */
  record Literal(Json value, int position) implements Node {}

  /** A member of the context value. */
  record Name(String name, int position) implements Node {}

  /** {@code *}. */
  record Wildcard(int position) implements Node {}

  /** {@code **}. */
  record Descendants(int position) implements Node {}

  /** {@code %}, which reads what the step that carries the same label came from. */
  record Parent(String label, int position) implements Node {}

  /** A variable; the empty name is the context value and {@code $} the root. */
  record Variable(String name, int position) implements Node {}

  record Regex(Pattern pattern, int position) implements Node {}

  /**
   * Steps joined by dots.
   *
   * @param absolute whether the first step is a variable, which does not map over the context
   * @param startsWithArray whether the first step is an array constructor, which does not either
   * @param keepSingleton whether a result of one value stays an array
   * @param tuples whether the result is the stream of tuples itself, for an enclosing path
   * @param group the pairs of a trailing {@code {...}}; empty if there is none
   */
  record Path(
      List<Step> steps,
      boolean absolute,
      boolean startsWithArray,
      boolean keepSingleton,
      boolean tuples,
      Optional<List<Pair>> group,
      int position)
      implements Node {
    public Path {
      steps = List.copyOf(steps);
      group = group.map(List::copyOf);
    }
  }

  /** A node other than a path with predicates. */
  record Filtered(Node base, List<Node> predicates, int position) implements Node {
    public Filtered {
      predicates = List.copyOf(predicates);
    }
  }

  /** A node other than a path with a trailing {@code {...}}. */
  record Grouped(Node base, List<Pair> pairs, int position) implements Node {
    public Grouped {
      pairs = List.copyOf(pairs);
    }
  }

  /** {@code base[]}: a result of one value stays an array. */
  record KeepArray(Node base, int position) implements Node {}

  record Negate(Node operand, int position) implements Node {}

  /**
   * {@code [a, b]}.
   *
   * @param whole whether a path must not flatten the result into its sequence
   */
  record ArrayConstructor(List<Element> elements, boolean whole, int position) implements Node {
    public ArrayConstructor {
      elements = List.copyOf(elements);
    }
  }

  record ObjectConstructor(List<Pair> pairs, int position) implements Node {
    public ObjectConstructor {
      pairs = List.copyOf(pairs);
    }
  }

  record Arithmetic(Operator operator, Node left, Node right, int position) implements Node {
    /** What is done with two numbers. */
    public enum Operator {
      ADD,
      SUBTRACT,
      MULTIPLY,
      DIVIDE,
      REMAINDER
    }
  }

  record Comparison(Operator operator, Node left, Node right, int position) implements Node {
    /** How two numbers or two strings are ordered. */
    public enum Operator {
      LESS,
      AT_MOST,
      GREATER,
      AT_LEAST
    }
  }

  record Equality(boolean negated, Node left, Node right, int position) implements Node {}

  record Concatenation(Node left, Node right, int position) implements Node {}

  record Inclusion(Node left, Node right, int position) implements Node {}

  record Range(Node from, Node to, int position) implements Node {}

  record And(Node left, Node right, int position) implements Node {}

  record Or(Node left, Node right, int position) implements Node {}

  record Condition(Node test, Node then, Optional<Node> otherwise, int position) implements Node {}

  /** {@code left ?? right}. */
  record Coalesce(Node left, Node right, int position) implements Node {}

  /** {@code left ?: right}. */
  record Elvis(Node left, Node right, int position) implements Node {}

  /** {@code (a; b)}, with variables of its own. */
  record Block(List<Node> expressions, boolean whole, int position) implements Node {
    public Block {
      expressions = List.copyOf(expressions);
    }
  }

  record Bind(String name, Node value, int position) implements Node {}

  /**
   * @param tail whether the result is the result of the enclosing function
   */
  record Call(Node function, List<Node> arguments, boolean tail, int position) implements Node {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** A call with question marks; an empty argument is one of them. */
  record PartialCall(Node function, List<Optional<Node>> arguments, int position) implements Node {
    public PartialCall {
      arguments = List.copyOf(arguments);
    }
  }

  record Lambda(List<String> params, Optional<Signature> signature, Node body, int position)
      implements Node {
    public Lambda {
      params = List.copyOf(params);
    }
  }

  /** {@code left ~> right}. */
  record Apply(Node left, Node right, int position) implements Node {}

  /** {@code ^(...)}; occurs only as a step. */
  record Sort(List<Term> terms, int position) implements Node {
    public Sort {
      terms = List.copyOf(terms);
    }
  }

  /** {@code |pattern|update,delete|}. */
  record Transform(Node pattern, Node update, Optional<Node> delete, int position)
      implements Node {}

  /**
   * A step of a path.
   *
   * @param focus the variable bound by {@code @}
   * @param index the variable bound by {@code #}
   * @param ancestor the label under which a {@code %} reads this step's context
   * @param tuple whether the step needs a stream of tuples
   */
  record Step(
      Node node,
      List<Stage> stages,
      Optional<String> focus,
      Optional<String> index,
      Optional<String> ancestor,
      boolean tuple) {
    public Step {
      stages = List.copyOf(stages);
    }
  }

  /** What happens to the result of a step before the next one. */
  sealed interface Stage {}

  record Filter(Node predicate) implements Stage {}

  record IndexBinding(String variable) implements Stage {}

  /** A key and its value in an object constructor. */
  record Pair(Node key, Node value) {}

  /**
   * An element of an array constructor.
   *
   * @param nested whether it is itself an array constructor, which is not flattened
   */
  record Element(Node node, boolean nested) {}

  record Term(Node expression, boolean descending) {}
}
