package dev.pawl.model.jsonata;

import com.google.re2j.Pattern;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node while the parser still learns about it: a predicate, a binding or a {@code %} further
 * right changes steps that were read long before.
 */
final class Draft {

  /** Keeps every later recursion over the tree far from the end of the stack. */
  static final int MAX_NESTING = 250;

  enum Kind {
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

  /** The place a {@code %} looks for: so many levels up, found under that label. */
  static final class Slot {
    String label;
    int level = 1;

    Slot(String label) {
      this.label = label;
    }
  }

  /** A predicate, or the binding of an index if there is no predicate. */
  record Stage(@Nullable Draft predicate, String index) {}

  Kind kind;
  final String text;
  final int position;
  private int nesting = 1;

  /**
   * Operands, steps of a path, elements, keys and values in turn, a call's function and arguments.
   */
  final List<Draft> children = new ArrayList<>();

  @Nullable Json literal;
  @Nullable Pattern regex;
  @Nullable Signature signature;
  List<String> params = List.of();
  List<Boolean> descending = List.of();

  final List<Stage> predicates = new ArrayList<>();
  final List<Stage> stages = new ArrayList<>();
  @Nullable List<Draft> group;
  boolean keepArray;
  boolean keepSingleton;
  boolean whole;
  boolean tuple;
  @Nullable String focus;
  @Nullable String index;
  @Nullable Slot ancestor;
  @Nullable Slot slot;
  final List<Slot> seeking = new ArrayList<>();

  Draft(Kind kind, String text, int position) {
    this.kind = kind;
    this.text = text;
    this.position = position;
  }

  static Draft of(Kind kind, Token token, Draft... children) {
    Draft draft = new Draft(kind, token.text(), token.position());
    for (Draft child : children) {
      draft.add(child);
    }
    return draft;
  }

  /** Adds a part whose {@code %} look beyond this node. */
  Draft add(Draft child) {
    adopt(child);
    children.add(child);
    seeking.addAll(child.unresolved());
    return this;
  }

  /** Takes the part's depth into account. */
  void adopt(Draft child) {
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

  /** The {@code %} in and at this node whose step has not been found yet. */
  List<Slot> unresolved() {
    List<Slot> slots = new ArrayList<>(seeking);
    if (slot != null) {
      slots.add(slot);
    }
    slots.removeIf(candidate -> candidate.level <= 0);
    return slots;
  }

  boolean isPlainName() {
    return kind == Kind.PATH && children.size() == 1 && children.getFirst().isBare(Kind.NAME);
  }

  boolean isBare(Kind expected) {
    return kind == expected
        && predicates.isEmpty()
        && stages.isEmpty()
        && group == null
        && focus == null
        && index == null;
  }

  Draft lastStep() {
    return kind == Kind.PATH ? children.getLast() : this;
  }
}
