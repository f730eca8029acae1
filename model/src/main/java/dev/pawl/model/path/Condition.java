package dev.pawl.model.path;

import java.util.List;

/** The condition of a filter, tested on each child of a value. */
public sealed interface Condition {

  record Any(List<Condition> conditions) implements Condition {

    public Any {
      conditions = List.copyOf(conditions);
    }
  }

  record All(List<Condition> conditions) implements Condition {

    public All {
      conditions = List.copyOf(conditions);
    }
  }

  record Not(Condition condition) implements Condition {}

  /** Holds if the query selects at least one value, even {@code null} or {@code false}. */
  record Exists(Operand.Query query) implements Condition {}

  record Compare(Operand left, Relation relation, Operand right) implements Condition {}

  /**
   * Holds if a text matches a regular expression.
   *
   * @param whole true if the whole text must match, false if a part of it suffices
   */
  record Matches(Operand text, Operand pattern, boolean whole) implements Condition {}
}
