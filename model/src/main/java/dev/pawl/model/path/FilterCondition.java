package dev.pawl.model.path;

import java.util.List;

/** The condition of a filter, tested on each child of a value. */
public sealed interface FilterCondition {

  record Any(List<FilterCondition> conditions) implements FilterCondition {

    public Any {
      conditions = List.copyOf(conditions);
    }
  }

  record All(List<FilterCondition> conditions) implements FilterCondition {

    public All {
      conditions = List.copyOf(conditions);
    }
  }

  record Not(FilterCondition condition) implements FilterCondition {}

  /** Holds if the query selects at least one value, even {@code null} or {@code false}. */
  record Exists(Operand.Query query) implements FilterCondition {}

  record Compare(Operand left, Relation relation, Operand right) implements FilterCondition {}

  /**
   * Holds if a text matches a regular expression.
   *
   * @param whole true if the whole text must match, false if a part of it suffices
   */
  record Matches(Operand text, Operand pattern, boolean whole) implements FilterCondition {}
}
