package dev.pawl.client.flow;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.util.List;

/**
 * The differences between two versions of a flow, state by state.
 *
 * @param json as the server sent it
 */
public record FlowDiff(Json json) {

  /** Returns the older side: the number of a version, or {@code draft}. */
  public String from() {
    return JsonMembers.textOrEmpty(json, "from");
  }

  /** Returns the newer side: the number of a version, or {@code draft}. */
  public String to() {
    return JsonMembers.textOrEmpty(json, "to");
  }

  /** Returns the states that were added, removed, changed or renamed. */
  public List<StateChange> states() {
    return JsonMembers.list(diff(), "states").stream().map(StateChange::new).toList();
  }

  /** Returns the fields of the flow itself that differ. */
  public List<FieldChange> fields() {
    return FieldChange.of(diff());
  }

  private Json diff() {
    return json.get("diff").orElse(JsonNull.NULL);
  }

  /** A state that differs. */
  public record StateChange(Json json) {

    /** Returns ADDED, REMOVED, CHANGED or RENAMED. */
    public String kind() {
      return JsonMembers.textOrEmpty(json, "kind");
    }

    public String state() {
      return JsonMembers.textOrEmpty(json, "state");
    }

    /** Returns the JSON Pointer of the state. */
    public String path() {
      return JsonMembers.textOrEmpty(json, "path");
    }

    public List<FieldChange> fields() {
      return FieldChange.of(json);
    }
  }

  /** A field that differs. */
  public record FieldChange(Json json) {

    /** Returns ADDED, REMOVED, CHANGED or RENAMED. */
    public String kind() {
      return JsonMembers.textOrEmpty(json, "kind");
    }

    /** Returns the JSON Pointer of the field. */
    public String path() {
      return JsonMembers.textOrEmpty(json, "path");
    }

    public Json before() {
      return json.get("before").orElse(JsonNull.NULL);
    }

    public Json after() {
      return json.get("after").orElse(JsonNull.NULL);
    }

    static List<FieldChange> of(Json object) {
      return JsonMembers.list(object, "fields").stream().map(FieldChange::new).toList();
    }
  }
}
