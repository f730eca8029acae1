package dev.pawl.client.operate;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The effect of an event.
 *
 * @param json as the server sent it
 */
public record BroadcastResult(Json json) {

  /** Returns the id of the event. */
  public String id() {
    return JsonMembers.textOrEmpty(json, "id");
  }

  /** Returns the executions that it started, by the codes of their flows. */
  public Map<String, String> started() {
    Map<String, String> byFlow = new LinkedHashMap<>();
    for (Json one : JsonMembers.list(json, "started")) {
      byFlow.put(JsonMembers.textOrEmpty(one, "flow"), JsonMembers.textOrEmpty(one, "execution"));
    }
    return byFlow;
  }

  /** Returns the number of executions that waited for the event. */
  public long woken() {
    return JsonMembers.numberOrZero(json, "woken");
  }

  /** Returns true if an event with the same id was sent before. */
  public boolean isRepeated() {
    return JsonMembers.flag(json, "repeated");
  }

  /**
   * Returns the id of the job that sends the event, if there are too many executions to wait for.
   */
  public Optional<String> job() {
    return JsonMembers.text(json, "job");
  }
}
