package dev.pawl.model.diff;

import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/**
 * The difference between two definitions. Their format and the order of members do not matter.
 *
 * @param states the states that differ, including those of branches, item processors and graph
 *     nodes
 * @param fields the fields that differ outside of states
 */
public record FlowDiff(List<StateChange> states, List<FieldChange> fields) {

  public FlowDiff {
    states = List.copyOf(states);
    fields = List.copyOf(fields);
  }

  /** The kind of change of a state or a field. */
  public enum ChangeKind {
    ADDED,
    REMOVED,
    CHANGED,
    /** The state has another name and is otherwise unchanged. */
    RENAMED
  }

  /**
   * A state that differs.
   *
   * @param state the name of the state; the new name if it was renamed
   * @param path JSON Pointer to the state: in the newer definition, or in the older one if the
   *     state was removed
   * @param was the old name of a renamed state
   * @param fields the fields that differ if both definitions have the state, without those of
   *     nested states, which have entries of their own
   */
  public record StateChange(
      ChangeKind kind, String state, String path, Optional<String> was, List<FieldChange> fields) {
    public StateChange {
      fields = List.copyOf(fields);
    }
  }

  /**
   * A value that differs.
   *
   * @param path JSON Pointer to the value
   */
  public record FieldChange(
      ChangeKind kind, String path, Optional<Json> before, Optional<Json> after) {}

  public static FlowDiff between(Json from, Json to) {
    return new Comparison().compare(from, to);
  }

  /** Returns true if there is any difference. */
  public boolean differs() {
    return !states.isEmpty() || !fields.isEmpty();
  }
}
