package dev.pawl.model.path;

import java.util.List;

/** What a filter asks of each child. */
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

  /** Whether the query finds anything, be it {@code null} or {@code false}. */
  record Exists(Operand.Query query) implements Condition {}

  record Compare(Operand left, Relation relation, Operand right) implements Condition {}

  /**
   * @param whole whether the whole text must match, or some part of it
   */
  record Matches(Operand text, Operand pattern, boolean whole) implements Condition {}
}
