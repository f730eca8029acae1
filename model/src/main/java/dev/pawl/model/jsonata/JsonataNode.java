package dev.pawl.model.jsonata;

import com.google.re2j.Pattern;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/**
 * A node of the syntax tree of a JSONata expression. The hierarchy is sealed, so that an evaluator
 * is one switch over it.
 */
public sealed interface JsonataNode {

  /** Returns the offset of the node in the source, counted from 0. */
  int position();

  /** A string, a number, true, false or null. */
  record Literal(Json value, int position) implements JsonataNode {}

  /** A member of the context value. */
  record Name(String name, int position) implements JsonataNode {}

  /** All members of the context value: {@code *}. */
  record Wildcard(int position) implements JsonataNode {}

  /** The context value and all its descendants: {@code **}. */
  record Descendants(int position) implements JsonataNode {}

  /** The parent, {@code %}: reads the context of the step that has the same label. */
  record Parent(String label, int position) implements JsonataNode {}

  /** A variable; an empty name stands for the context value, the name {@code $} for the root. */
  record Variable(String name, int position) implements JsonataNode {}

  record Regex(Pattern pattern, int position) implements JsonataNode {}

  /**
   * Steps joined by dots.
   *
   * @param absolute true if the first step is a variable, which does not map over the context
   * @param startsWithArray true if the first step is an array constructor, which does not map over
   *     the context either
   * @param keepSingleton true if a result of one value stays an array
   * @param tuples true if the result is the stream of tuples itself, for an enclosing path
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
      implements JsonataNode {
    public Path {
      steps = List.copyOf(steps);
      group = group.map(List::copyOf);
    }
  }

  /** A node with predicates that is not a path. */
  record Filtered(JsonataNode base, List<JsonataNode> predicates, int position)
      implements JsonataNode {
    public Filtered {
      predicates = List.copyOf(predicates);
    }
  }

  /** A node with a trailing {@code {...}} that is not a path. */
  record Grouped(JsonataNode base, List<Pair> pairs, int position) implements JsonataNode {
    public Grouped {
      pairs = List.copyOf(pairs);
    }
  }

  /** A node whose result stays an array even if it has one value: {@code base[]}. */
  record KeepArray(JsonataNode base, int position) implements JsonataNode {}

  record Negate(JsonataNode operand, int position) implements JsonataNode {}

  /**
   * An array constructor: {@code [a, b]}.
   *
   * @param whole true if a path must not flatten the result into its sequence
   */
  record ArrayConstructor(List<Element> elements, boolean whole, int position)
      implements JsonataNode {
    public ArrayConstructor {
      elements = List.copyOf(elements);
    }
  }

  record ObjectConstructor(List<Pair> pairs, int position) implements JsonataNode {
    public ObjectConstructor {
      pairs = List.copyOf(pairs);
    }
  }

  record Arithmetic(Operator operator, JsonataNode left, JsonataNode right, int position)
      implements JsonataNode {
    /** The arithmetic operators. */
    public enum Operator {
      ADD,
      SUBTRACT,
      MULTIPLY,
      DIVIDE,
      REMAINDER
    }
  }

  record Comparison(Operator operator, JsonataNode left, JsonataNode right, int position)
      implements JsonataNode {
    /** The ordering operators, for two numbers or two strings. */
    public enum Operator {
      LESS,
      AT_MOST,
      GREATER,
      AT_LEAST
    }
  }

  record Equality(boolean negated, JsonataNode left, JsonataNode right, int position)
      implements JsonataNode {}

  record Concatenation(JsonataNode left, JsonataNode right, int position) implements JsonataNode {}

  record Inclusion(JsonataNode left, JsonataNode right, int position) implements JsonataNode {}

  record Range(JsonataNode from, JsonataNode to, int position) implements JsonataNode {}

  record And(JsonataNode left, JsonataNode right, int position) implements JsonataNode {}

  record Or(JsonataNode left, JsonataNode right, int position) implements JsonataNode {}

  record Condition(
      JsonataNode test, JsonataNode then, Optional<JsonataNode> otherwise, int position)
      implements JsonataNode {}

  /** The left value, or the right one if the left does not exist: {@code left ?? right}. */
  record Coalesce(JsonataNode left, JsonataNode right, int position) implements JsonataNode {}

  /**
   * The left value if it is true when cast to a boolean, otherwise the right one: {@code left ?:
   * right}.
   */
  record Elvis(JsonataNode left, JsonataNode right, int position) implements JsonataNode {}

  /** A block of expressions with its own variable scope: {@code (a; b)}. */
  record Block(List<JsonataNode> expressions, boolean whole, int position) implements JsonataNode {
    public Block {
      expressions = List.copyOf(expressions);
    }
  }

  record Bind(String name, JsonataNode value, int position) implements JsonataNode {}

  /**
   * A call of a function.
   *
   * @param tail true if the result of the call is the result of the enclosing function
   */
  record Call(JsonataNode function, List<JsonataNode> arguments, boolean tail, int position)
      implements JsonataNode {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** A partial application; an empty argument stands for a question mark. */
  record PartialCall(JsonataNode function, List<Optional<JsonataNode>> arguments, int position)
      implements JsonataNode {
    public PartialCall {
      arguments = List.copyOf(arguments);
    }
  }

  record Lambda(List<String> params, Optional<Signature> signature, JsonataNode body, int position)
      implements JsonataNode {
    public Lambda {
      params = List.copyOf(params);
    }
  }

  /** Function application or composition: {@code left ~> right}. */
  record Apply(JsonataNode left, JsonataNode right, int position) implements JsonataNode {}

  /** A sort, {@code ^(...)}; occurs only as a step. */
  record Sort(List<Term> terms, int position) implements JsonataNode {
    public Sort {
      terms = List.copyOf(terms);
    }
  }

  /** A transformation of objects: {@code |pattern|update,delete|}. */
  record Transform(
      JsonataNode pattern, JsonataNode update, Optional<JsonataNode> delete, int position)
      implements JsonataNode {}

  /**
   * A step of a path.
   *
   * @param focus the variable bound by {@code @}
   * @param index the variable bound by {@code #}
   * @param ancestor the label under which a {@code %} reads the context of this step
   * @param tuple true if the step needs a stream of tuples
   */
  record Step(
      JsonataNode node,
      List<Stage> stages,
      Optional<String> focus,
      Optional<String> index,
      Optional<String> ancestor,
      boolean tuple) {
    public Step {
      stages = List.copyOf(stages);
    }
  }

  /** An operation on the result of a step before the next step. */
  sealed interface Stage {}

  record Filter(JsonataNode predicate) implements Stage {}

  record IndexBinding(String variable) implements Stage {}

  /** A key and its value in an object constructor. */
  record Pair(JsonataNode key, JsonataNode value) {}

  /**
   * An element of an array constructor.
   *
   * @param nested true if the element is itself an array constructor, which is not flattened
   */
  record Element(JsonataNode node, boolean nested) {}

  record Term(JsonataNode expression, boolean descending) {}
}
