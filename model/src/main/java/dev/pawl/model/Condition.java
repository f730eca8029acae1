package dev.pawl.model;

import dev.pawl.model.path.Path;
import java.util.List;

/** The test of a Choice rule or of a guard ({@code When}). */
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
   * A comparison of a value with an operand.
   *
   * @param operand literal or path to compare with
   */
  record Compare(Path variable, Operator operator, Template operand) implements Condition {}

  /** A JSONata expression that must be {@code true}. */
  record IsTrue(Template expression) implements Condition {}
}
