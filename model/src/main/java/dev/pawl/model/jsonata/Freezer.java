package dev.pawl.model.jsonata;

import dev.pawl.model.jsonata.Draft.Kind;
import dev.pawl.model.jsonata.Node.Arithmetic;
import dev.pawl.model.jsonata.Node.Comparison;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Turns what the parser has learned into the final tree. */
final class Freezer {

  private Freezer() {}

  static Node freeze(Draft draft) {
    Node node = bare(draft, false);
    if (!draft.predicates.isEmpty()) {
      List<Node> predicates =
          draft.predicates.stream()
              .map(stage -> freeze(Objects.requireNonNull(stage.predicate())))
              .toList();
      node = new Node.Filtered(node, predicates, draft.position);
    }
    if (draft.group != null && draft.kind != Kind.PATH) {
      node = new Node.Grouped(node, pairs(draft.group), draft.position);
    }
    return draft.keepArray ? new Node.KeepArray(node, draft.position) : node;
  }

  /** A node whose value is the value of a function, so that a call there can be a jump. */
  private static Node freezeTail(Draft draft) {
    boolean plain = draft.predicates.isEmpty() && draft.group == null && !draft.keepArray;
    return plain ? bare(draft, true) : freeze(draft);
  }

  private static Node bare(Draft draft, boolean tail) {
    int position = draft.position;
    return switch (draft.kind) {
      case LITERAL ->
          new Node.Literal(Objects.requireNonNullElse(draft.literal, JsonNull.NULL), position);
      case STRING -> new Node.Literal(Json.of(draft.text), position);
      case NAME -> new Node.Name(draft.text.intern(), position);
      case WILDCARD -> new Node.Wildcard(position);
      case DESCENDANTS -> new Node.Descendants(position);
      case PARENT -> new Node.Parent(Objects.requireNonNull(draft.slot).label, position);
      case VARIABLE -> new Node.Variable(draft.text, position);
      case REGEX -> new Node.Regex(Objects.requireNonNull(draft.regex), position);
      case PATH -> path(draft);
      case NEGATE -> new Node.Negate(child(draft, 0), position);
      case ARRAY -> array(draft);
      case OBJECT -> new Node.ObjectConstructor(pairs(draft.children), position);
      case BINARY -> binary(draft);
      case CONDITION -> condition(draft, tail);
      case BLOCK -> block(draft, tail);
      case BIND -> new Node.Bind(draft.text, child(draft, 0), position);
      case CALL -> call(draft, tail);
      case LAMBDA ->
          new Node.Lambda(
              draft.params,
              Optional.ofNullable(draft.signature),
              freezeTail(draft.children.getFirst()),
              position);
      case SORT -> sort(draft);
      case TRANSFORM ->
          new Node.Transform(
              child(draft, 0),
              child(draft, 1),
              draft.children.size() > 2 ? Optional.of(child(draft, 2)) : Optional.empty(),
              position);
      case PLACEHOLDER ->
          throw new JsonataSyntaxException("S0201", position, "'?' is allowed only in a call");
    };
  }

  private static Node child(Draft draft, int index) {
    return freeze(draft.children.get(index));
  }

  private static Node path(Draft draft) {
    Draft first = draft.children.getFirst();
    return new Node.Path(
        draft.children.stream().map(Freezer::step).toList(),
        first.kind == Kind.VARIABLE,
        first.whole,
        draft.keepSingleton,
        draft.tuple,
        Optional.ofNullable(draft.group).map(Freezer::pairs),
        draft.position);
  }

  private static Node.Step step(Draft draft) {
    List<Node.Stage> stages = new ArrayList<>();
    for (Draft.Stage stage : draft.stages) {
      stages.add(
          stage.predicate() == null
              ? new Node.IndexBinding(stage.index())
              : new Node.Filter(freeze(stage.predicate())));
    }
    return new Node.Step(
        freeze(draft),
        stages,
        Optional.ofNullable(draft.focus),
        Optional.ofNullable(draft.index),
        Optional.ofNullable(draft.ancestor).map(slot -> slot.label),
        draft.tuple);
  }

  private static Node array(Draft draft) {
    List<Node.Element> elements =
        draft.children.stream()
            .map(element -> new Node.Element(freeze(element), element.kind == Kind.ARRAY))
            .toList();
    return new Node.ArrayConstructor(elements, draft.whole, draft.position);
  }

  private static List<Node.Pair> pairs(List<Draft> keysAndValues) {
    List<Node.Pair> pairs = new ArrayList<>();
    for (int i = 0; i < keysAndValues.size(); i += 2) {
      pairs.add(new Node.Pair(freeze(keysAndValues.get(i)), freeze(keysAndValues.get(i + 1))));
    }
    return pairs;
  }

  private static Node binary(Draft draft) {
    Node left = child(draft, 0);
    Node right = child(draft, 1);
    int at = draft.position;
    return switch (draft.text) {
      case "+" -> new Arithmetic(Arithmetic.Operator.ADD, left, right, at);
      case "-" -> new Arithmetic(Arithmetic.Operator.SUBTRACT, left, right, at);
      case "*" -> new Arithmetic(Arithmetic.Operator.MULTIPLY, left, right, at);
      case "/" -> new Arithmetic(Arithmetic.Operator.DIVIDE, left, right, at);
      case "%" -> new Arithmetic(Arithmetic.Operator.REMAINDER, left, right, at);
      case "<" -> new Comparison(Comparison.Operator.LESS, left, right, at);
      case "<=" -> new Comparison(Comparison.Operator.AT_MOST, left, right, at);
      case ">" -> new Comparison(Comparison.Operator.GREATER, left, right, at);
      case ">=" -> new Comparison(Comparison.Operator.AT_LEAST, left, right, at);
      case "=" -> new Node.Equality(false, left, right, at);
      case "!=" -> new Node.Equality(true, left, right, at);
      case "&" -> new Node.Concatenation(left, right, at);
      case "in" -> new Node.Inclusion(left, right, at);
      case ".." -> new Node.Range(left, right, at);
      case "and" -> new Node.And(left, right, at);
      case "or" -> new Node.Or(left, right, at);
      case "??" -> new Node.Coalesce(left, right, at);
      case "?:" -> new Node.Elvis(left, right, at);
      case "~>" -> new Node.Apply(left, right, at);
      default -> throw new IllegalStateException("no operator " + draft.text);
    };
  }

  private static Node condition(Draft draft, boolean tail) {
    List<Draft> parts = draft.children;
    return new Node.Condition(
        freeze(parts.get(0)),
        tail ? freezeTail(parts.get(1)) : freeze(parts.get(1)),
        parts.size() < 3
            ? Optional.empty()
            : Optional.of(tail ? freezeTail(parts.get(2)) : freeze(parts.get(2))),
        draft.position);
  }

  private static Node block(Draft draft, boolean tail) {
    List<Node> expressions = new ArrayList<>();
    int last = draft.children.size() - 1;
    for (int i = 0; i <= last; i++) {
      Draft part = draft.children.get(i);
      expressions.add(tail && i == last ? freezeTail(part) : freeze(part));
    }
    return new Node.Block(expressions, draft.whole, draft.position);
  }

  private static Node call(Draft draft, boolean tail) {
    Node function = child(draft, 0);
    List<Draft> arguments = draft.children.subList(1, draft.children.size());
    if (arguments.stream().noneMatch(argument -> argument.kind == Kind.PLACEHOLDER)) {
      List<Node> frozen = arguments.stream().map(Freezer::freeze).toList();
      return new Node.Call(function, frozen, tail, draft.position);
    }
    List<Optional<Node>> frozen = new ArrayList<>();
    for (Draft argument : arguments) {
      frozen.add(
          argument.kind == Kind.PLACEHOLDER ? Optional.empty() : Optional.of(freeze(argument)));
    }
    return new Node.PartialCall(function, frozen, draft.position);
  }

  private static Node sort(Draft draft) {
    List<Node.Term> terms = new ArrayList<>();
    for (int i = 0; i < draft.children.size(); i++) {
      terms.add(new Node.Term(child(draft, i), draft.descending.get(i)));
    }
    return new Node.Sort(terms, draft.position);
  }
}
