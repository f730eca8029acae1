package dev.pawl.client.operate;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;

/**
 * A decision on a Human step. The methods return changed copies.
 *
 * @param json the body of the request
 */
public record Decision(JsonObject json) {

  /** Returns a decision for the only outcome of the only step that waits. */
  public static Decision confirm() {
    return new Decision(JsonObject.EMPTY);
  }

  /** Returns a decision for one of the Outcomes of the state. */
  public static Decision of(String outcome) {
    return confirm().with("outcome", Json.of(outcome));
  }

  /** Sets the step: its id, such as {@code /@3}, or the name of its state. */
  public Decision step(String step) {
    return with("step", Json.of(step));
  }

  /** Sets the data that the Form of the state asks for. */
  public Decision data(Json data) {
    return with("data", data);
  }

  /** Sets the reason, which is kept in the history. */
  public Decision reason(String reason) {
    return with("reason", Json.of(reason));
  }

  private Decision with(String member, Json value) {
    return new Decision(json.with(member, value));
  }
}
