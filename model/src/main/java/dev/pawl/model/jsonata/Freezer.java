package dev.pawl.model.jsonata;

import dev.pawl.model.jsonata.JsonataNode.Arithmetic;
import dev.pawl.model.jsonata.JsonataNode.Comparison;
import dev.pawl.model.jsonata.NodeBuilder.NodeKind;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Converts the mutable nodes of the parser into the immutable syntax tree. */
final class Freezer {

  private Freezer() {}

  static JsonataNode freeze(NodeBuilder draft) {
    JsonataNode node = bare(draft, false);
    if (!draft.predicates.isEmpty()) {
      List<JsonataNode> predicates =
          draft.predicates.stream()
              .map(stage -> freeze(Objects.requireNonNull(stage.predicate())))
              .toList();
      node = new JsonataNode.Filtered(node, predicates, draft.position);
    }
    if (draft.group != null && draft.kind != NodeKind.PATH) {
      node = new JsonataNode.Grouped(node, pairs(draft.group), draft.position);
    }
    return draft.keepArray ? new JsonataNode.KeepArray(node, draft.position) : node;
  }

  /** Converts a node in tail position, where a call can be evaluated without growing the stack. */
  private static JsonataNode freezeTail(NodeBuilder draft) {
    boolean plain = draft.predicates.isEmpty() && draft.group == null && !draft.keepArray;
    return plain ? bare(draft, true) : freeze(draft);
  }

  private static JsonataNode bare(NodeBuilder draft, boolean tail) {
    int position = draft.position;
    return switch (draft.kind) {
      case LITERAL ->
          new JsonataNode.Literal(
              Objects.requireNonNullElse(draft.literal, JsonNull.NULL), position);
      case STRING -> new JsonataNode.Literal(Json.of(draft.text), position);
      case NAME -> new JsonataNode.Name(draft.text.intern(), position);
      case WILDCARD -> new JsonataNode.Wildcard(position);
      case DESCENDANTS -> new JsonataNode.Descendants(position);
      case PARENT -> new JsonataNode.Parent(Objects.requireNonNull(draft.slot).label, position);
      case VARIABLE -> new JsonataNode.Variable(draft.text, position);
      case REGEX -> new JsonataNode.Regex(Objects.requireNonNull(draft.regex), position);
      case PATH -> path(draft);
      case NEGATE -> new JsonataNode.Negate(child(draft, 0), position);
      case ARRAY -> array(draft);
      case OBJECT -> new JsonataNode.ObjectConstructor(pairs(draft.children), position);
      case BINARY -> binary(draft);
      case CONDITION -> condition(draft, tail);
      case BLOCK -> block(draft, tail);
      case BIND -> new JsonataNode.Bind(draft.text, child(draft, 0), position);
      case CALL -> call(draft, tail);
      case LAMBDA ->
          new JsonataNode.Lambda(
              draft.params,
              Optional.ofNullable(draft.signature),
              freezeTail(draft.children.getFirst()),
              position);
      case SORT -> sort(draft);
      case TRANSFORM ->
          new JsonataNode.Transform(
              child(draft, 0),
              child(draft, 1),
              draft.children.size() > 2 ? Optional.of(child(draft, 2)) : Optional.empty(),
              position);
      case PLACEHOLDER ->
          throw new JsonataSyntaxException("S0201", position, "'?' is allowed only in a call");
    };
  }

  private static JsonataNode child(NodeBuilder draft, int index) {
    return freeze(draft.children.get(index));
  }

  private static JsonataNode path(NodeBuilder draft) {
    NodeBuilder first = draft.children.getFirst();
    return new JsonataNode.Path(
        draft.children.stream().map(Freezer::step).toList(),
        first.kind == NodeKind.VARIABLE,
        first.whole,
        draft.keepSingleton,
        draft.tuple,
        Optional.ofNullable(draft.group).map(Freezer::pairs),
        draft.position);
  }

  private static JsonataNode.Step step(NodeBuilder draft) {
    List<JsonataNode.Stage> stages = new ArrayList<>();
    for (NodeBuilder.Stage stage : draft.stages) {
      stages.add(
          stage.predicate() == null
              ? new JsonataNode.IndexBinding(stage.index())
              : new JsonataNode.Filter(freeze(stage.predicate())));
    }
    return new JsonataNode.Step(
        freeze(draft),
        stages,
        Optional.ofNullable(draft.focus),
        Optional.ofNullable(draft.index),
        Optional.ofNullable(draft.ancestor).map(slot -> slot.label),
        draft.tuple);
  }

  private static JsonataNode array(NodeBuilder draft) {
    List<JsonataNode.Element> elements =
        draft.children.stream()
            .map(
                element -> new JsonataNode.Element(freeze(element), element.kind == NodeKind.ARRAY))
            .toList();
    return new JsonataNode.ArrayConstructor(elements, draft.whole, draft.position);
  }

  private static List<JsonataNode.Pair> pairs(List<NodeBuilder> keysAndValues) {
    List<JsonataNode.Pair> pairs = new ArrayList<>();
    for (int i = 0; i < keysAndValues.size(); i += 2) {
      pairs.add(
          new JsonataNode.Pair(freeze(keysAndValues.get(i)), freeze(keysAndValues.get(i + 1))));
    }
    return pairs;
  }

  private static JsonataNode binary(NodeBuilder draft) {
    JsonataNode left = child(draft, 0);
    JsonataNode right = child(draft, 1);
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
      case "=" -> new JsonataNode.Equality(false, left, right, at);
      case "!=" -> new JsonataNode.Equality(true, left, right, at);
      case "&" -> new JsonataNode.Concatenation(left, right, at);
      case "in" -> new JsonataNode.Inclusion(left, right, at);
      case ".." -> new JsonataNode.Range(left, right, at);
      case "and" -> new JsonataNode.And(left, right, at);
      case "or" -> new JsonataNode.Or(left, right, at);
      case "??" -> new JsonataNode.Coalesce(left, right, at);
      case "?:" -> new JsonataNode.Elvis(left, right, at);
      case "~>" -> new JsonataNode.Apply(left, right, at);
      default -> throw new IllegalStateException("no operator " + draft.text);
    };
  }

  private static JsonataNode condition(NodeBuilder draft, boolean tail) {
    List<NodeBuilder> parts = draft.children;
    return new JsonataNode.Condition(
        freeze(parts.get(0)),
        tail ? freezeTail(parts.get(1)) : freeze(parts.get(1)),
        parts.size() < 3
            ? Optional.empty()
            : Optional.of(tail ? freezeTail(parts.get(2)) : freeze(parts.get(2))),
        draft.position);
  }

  private static JsonataNode block(NodeBuilder draft, boolean tail) {
    List<JsonataNode> expressions = new ArrayList<>();
    int last = draft.children.size() - 1;
    for (int i = 0; i <= last; i++) {
      NodeBuilder part = draft.children.get(i);
      expressions.add(tail && i == last ? freezeTail(part) : freeze(part));
    }
    return new JsonataNode.Block(expressions, draft.whole, draft.position);
  }

  private static JsonataNode call(NodeBuilder draft, boolean tail) {
    JsonataNode function = child(draft, 0);
    List<NodeBuilder> arguments = draft.children.subList(1, draft.children.size());
    if (arguments.stream().noneMatch(argument -> argument.kind == NodeKind.PLACEHOLDER)) {
      List<JsonataNode> frozen = arguments.stream().map(Freezer::freeze).toList();
      return new JsonataNode.Call(function, frozen, tail, draft.position);
    }
    List<Optional<JsonataNode>> frozen = new ArrayList<>();
    for (NodeBuilder argument : arguments) {
      frozen.add(
          argument.kind == NodeKind.PLACEHOLDER ? Optional.empty() : Optional.of(freeze(argument)));
    }
    return new JsonataNode.PartialCall(function, frozen, draft.position);
  }

  private static JsonataNode sort(NodeBuilder draft) {
    List<JsonataNode.Term> terms = new ArrayList<>();
    for (int i = 0; i < draft.children.size(); i++) {
      terms.add(new JsonataNode.Term(child(draft, i), draft.descending.get(i)));
    }
    return new JsonataNode.Sort(terms, draft.position);
  }
}
