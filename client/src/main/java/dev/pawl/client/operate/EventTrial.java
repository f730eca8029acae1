package dev.pawl.client.operate;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/**
 * What an event would do.
 *
 * @param json as the server sent it
 */
public record EventTrial(Json json) {

  /**
   * Returns the bindings of the event in the order of their turns, also those that do not match.
   */
  public List<BindingTrial> bindings() {
    return JsonMembers.list(json, "bindings").stream().map(BindingTrial::new).toList();
  }

  /** Returns the number of executions that wait for the event and would get it. */
  public long wakes() {
    return JsonMembers.numberOrZero(json, "wakes");
  }

  /** Returns true if the tenant is stopped, so that events start nothing now. */
  public boolean isPaused() {
    return JsonMembers.flag(json, "paused");
  }

  /**
   * What an event would do by one binding.
   *
   * @param json as the server sent it
   */
  public record BindingTrial(Json json) {

    /** Returns the code of the flow that the binding starts. */
    public String flow() {
      return json.get("binding").map(one -> JsonMembers.textOrEmpty(one, "flow")).orElse("");
    }

    /** Returns what happens, such as STARTS or DIFFERS. */
    public String outcome() {
      return JsonMembers.textOrEmpty(json, "outcome");
    }

    /** Returns the place among the bindings that act; empty if this one does nothing. */
    public Optional<Long> turn() {
      return JsonMembers.number(json, "turn");
    }

    /** Returns the outcome in words. */
    public String message() {
      return JsonMembers.textOrEmpty(json, "message");
    }

    /** Returns the input that the execution would get. */
    public Optional<Json> input() {
      return JsonMembers.value(json, "start").flatMap(start -> JsonMembers.value(start, "input"));
    }
  }
}
