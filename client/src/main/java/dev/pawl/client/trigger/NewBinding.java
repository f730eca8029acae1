package dev.pawl.client.trigger;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;

/**
 * A binding to create, or the new content of one. The methods return changed copies.
 *
 * @param json the body of the request
 */
public record NewBinding(JsonObject json) {

  /** Returns a binding that starts a flow for every event of that name. */
  public static NewBinding of(String event, String flow) {
    return new NewBinding(JsonObject.of("event", Json.of(event)).with("flow", Json.of(flow)));
  }

  /** Limits it to a client. */
  public NewBinding client(String id) {
    return with("clientId", Json.of(id));
  }

  /** Limits it to a line of business. */
  public NewBinding lob(String id) {
    return with("lobId", Json.of(id));
  }

  /** Limits it to a product. */
  public NewBinding product(String id) {
    return with("productId", Json.of(id));
  }

  /** Sets its priority; higher ones come first. */
  public NewBinding priority(int priority) {
    return with("priority", Json.of(priority));
  }

  /** Lets no binding after this one be considered. */
  public NewBinding exclusive() {
    return with("exclusive", Json.of(true));
  }

  /** Sets a formula that must be true. */
  public NewBinding filter(String formula) {
    return with("filter", Json.of(formula));
  }

  /** Sets where the input comes from. */
  public NewBinding inputMapping(Json mapping) {
    return with("inputMapping", mapping);
  }

  /** Sets a formula of the business key. */
  public NewBinding key(String formula) {
    return with("key", Json.of(formula));
  }

  /**
   * Sets what an event does while an execution of the flow with the same business key is
   * unfinished: {@code start} another one, {@code ignore} the event, or {@code signal} it.
   */
  public NewBinding onRunning(String action) {
    return with("onRunning", Json.of(action));
  }

  /** Sets any field, such as {@code debounce} or {@code enabled}. */
  public NewBinding with(String member, Json value) {
    return new NewBinding(json.with(member, value));
  }
}
