package dev.pawl.model.diff;

import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/**
 * How two definitions differ. Where and how they are written down, and the order of members, make
 * no difference.
 *
 * @param states the states that differ, also those of branches, items and graph nodes
 * @param fields what differs outside of states
 */
public record FlowDiff(List<StateChange> states, List<FieldChange> fields) {

  public FlowDiff {
    states = List.copyOf(states);
    fields = List.copyOf(fields);
  }

  /** What became of a state or a field. */
  public enum Kind {
    ADDED,
    REMOVED,
    CHANGED,
    /** Only its name is another. */
    RENAMED
  }

  /**
   * A state that differs.
   *
   * @param state its name; the new one if it was renamed
   * @param path where it is (JSON Pointer): in the newer definition, or in the older if it is gone
   * @param was the name it had
   * @param fields what differs in it, if it is in both; its own states are told apart
   */
  public record StateChange(
      Kind kind, String state, String path, Optional<String> was, List<FieldChange> fields) {
    public StateChange {
      fields = List.copyOf(fields);
    }
  }

  /**
   * A value that differs.
   *
   * @param path where it is (JSON Pointer)
   */
  public record FieldChange(Kind kind, String path, Optional<Json> before, Optional<Json> after) {}

  public static FlowDiff between(Json from, Json to) {
    return new Comparison().compare(from, to);
  }

  /** Whether there is any difference. */
  public boolean differs() {
    return !states.isEmpty() || !fields.isEmpty();
  }
}
