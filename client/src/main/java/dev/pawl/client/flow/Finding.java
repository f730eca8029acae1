package dev.pawl.client.flow;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.util.List;

/**
 * A problem that the server found in a definition.
 *
 * @param json as the server sent it
 */
public record Finding(Json json) {

  /** Returns the stable code of the problem. */
  public String code() {
    return JsonMembers.textOrEmpty(json, "code");
  }

  /** Returns true for an error, which prevents publishing, and false for a warning. */
  public boolean isError() {
    return JsonMembers.textOrEmpty(json, "severity").equals("error");
  }

  /** Returns the JSON Pointer of the place in the definition. */
  public String location() {
    return JsonMembers.textOrEmpty(json, "location");
  }

  /** Returns the line in the source, from 1; 0 if it is unknown. */
  public int line() {
    return Math.toIntExact(JsonMembers.numberOrZero(json, "line"));
  }

  /** Returns the column in the source, from 1; 0 if it is unknown. */
  public int column() {
    return Math.toIntExact(JsonMembers.numberOrZero(json, "column"));
  }

  public String message() {
    return JsonMembers.textOrEmpty(json, "message");
  }

  /** Returns what to do about it; empty if there is no advice. */
  public String advice() {
    return JsonMembers.textOrEmpty(json, "advice");
  }

  static List<Finding> of(Json response) {
    return JsonMembers.list(response, "findings").stream().map(Finding::new).toList();
  }

  @Override
  public String toString() {
    return "%s: %s".formatted(location(), message());
  }
}
