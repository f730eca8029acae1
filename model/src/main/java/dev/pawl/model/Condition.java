package dev.pawl.model;

import dev.pawl.model.path.Path;
import java.util.List;

/** What a Choice rule or a node's guard tests. */
public sealed interface Condition {

  record And(List<Condition> all) implements Condition {
    public And {
      all = List.copyOf(all);
    }
  }

  record Or(List<Condition> any) implements Condition {
    public Or {
      any = List.copyOf(any);
    }
  }

  record Not(Condition condition) implements Condition {}

  /**
   * @param operand what to compare with: a literal or a path
   */
  record Compare(Path variable, Operator operator, Template operand) implements Condition {}

  /** Holds where the expression is true. */
  record Holds(Template expression) implements Condition {}
}
