package dev.pawl.model.jsonata;

import com.google.re2j.Pattern;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mutable node used during parsing: a predicate, a binding or a {@code %} further right can still
 * change steps that were parsed before.
 */
final class NodeBuilder {

  /**
   * The maximum nesting depth; it keeps every recursion over the tree from overflowing the stack.
   */
  static final int MAX_NESTING = 250;

  enum NodeKind {
    LITERAL,
    STRING,
    NAME,
    WILDCARD,
    DESCENDANTS,
    PARENT,
    VARIABLE,
    REGEX,
    PATH,
    NEGATE,
    ARRAY,
    OBJECT,
    BINARY,
    CONDITION,
    BLOCK,
    BIND,
    CALL,
    PLACEHOLDER,
    LAMBDA,
    SORT,
    TRANSFORM
  }

  /**
   * A {@code %} whose step is being searched: the number of levels up, and the label of the step.
   */
  static final class Slot {
    String label;
    int level = 1;

    Slot(String label) {
      this.label = label;
    }
  }

  /** A predicate, or the binding of an index variable if the predicate is null. */
  record Stage(@Nullable NodeBuilder predicate, String index) {}

  NodeKind kind;
  final String text;
  final int position;
  private int nesting = 1;

  /**
   * The operands, steps, elements, alternating keys and values, or a function and its arguments.
   */
  final List<NodeBuilder> children = new ArrayList<>();

  @Nullable Json literal;
  @Nullable Pattern regex;
  @Nullable Signature signature;
  List<String> params = List.of();
  List<Boolean> descending = List.of();

  final List<Stage> predicates = new ArrayList<>();
  final List<Stage> stages = new ArrayList<>();
  @Nullable List<NodeBuilder> group;
  boolean keepArray;
  boolean keepSingleton;
  boolean whole;
  boolean tuple;
  @Nullable String focus;
  @Nullable String index;
  @Nullable Slot ancestor;
  @Nullable Slot slot;
  final List<Slot> seeking = new ArrayList<>();

  NodeBuilder(NodeKind kind, String text, int position) {
    this.kind = kind;
    this.text = text;
    this.position = position;
  }

  static NodeBuilder of(NodeKind kind, Token token, NodeBuilder... children) {
    NodeBuilder draft = new NodeBuilder(kind, token.text(), token.position());
    for (NodeBuilder child : children) {
      draft.add(child);
    }
    return draft;
  }

  /** Adds a child and takes over its unresolved {@code %}. */
  NodeBuilder add(NodeBuilder child) {
    adopt(child);
    children.add(child);
    seeking.addAll(child.unresolved());
    return this;
  }

  /** Updates the depth of this node for a child; throws if it exceeds {@link #MAX_NESTING}. */
  void adopt(NodeBuilder child) {
    nesting = Math.max(nesting, child.nesting + 1);
    if (nesting > MAX_NESTING) {
      throw tooDeep(child.position);
    }
  }

  static JsonataSyntaxException tooDeep(int position) {
    return new JsonataSyntaxException(
        "S0501",
        position,
        "the expression is nested deeper than " + MAX_NESTING + " levels; split it");
  }

  /** Returns the {@code %} at or below this node whose step has not been found yet. */
  List<Slot> unresolved() {
    List<Slot> slots = new ArrayList<>(seeking);
    if (slot != null) {
      slots.add(slot);
    }
    slots.removeIf(candidate -> candidate.level <= 0);
    return slots;
  }

  boolean isPlainName() {
    return kind == NodeKind.PATH
        && children.size() == 1
        && children.getFirst().isBare(NodeKind.NAME);
  }

  boolean isBare(NodeKind expected) {
    return kind == expected
        && predicates.isEmpty()
        && stages.isEmpty()
        && group == null
        && focus == null
        && index == null;
  }

  NodeBuilder lastStep() {
    return kind == NodeKind.PATH ? children.getLast() : this;
  }
}
