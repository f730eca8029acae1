package dev.pawl.client.operate;

import dev.pawl.client.execution.ExecutionFilter;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;

/**
 * An action on all executions that match a filter.
 *
 * @param json the body of the request
 */
public record BulkAction(JsonObject json) {

  public static BulkAction cancel(ExecutionFilter filter) {
    return of("cancel", filter);
  }

  public static BulkAction pause(ExecutionFilter filter) {
    return of("pause", filter);
  }

  public static BulkAction resume(ExecutionFilter filter) {
    return of("resume", filter);
  }

  public static BulkAction retry(ExecutionFilter filter, RetryMode mode) {
    return of("retry", filter).with("mode", Json.of(mode.parameter()));
  }

  /** Returns an action that sends an event to all matching executions. */
  public static BulkAction signal(ExecutionFilter filter, String event, Json payload) {
    return of("signal", filter).with("event", Json.of(event)).with("payload", payload);
  }

  private static BulkAction of(String action, ExecutionFilter filter) {
    return new BulkAction(JsonObject.of("action", Json.of(action)).with("filter", filter.json()));
  }

  /** Returns a copy with a reason, which is kept in the history of each execution. */
  public BulkAction reason(String reason) {
    return with("reason", Json.of(reason));
  }

  /** Returns a copy of a retry that starts at most so many executions per minute. */
  public BulkAction perMinute(int executions) {
    return with("perMinute", Json.of(executions));
  }

  private BulkAction with(String member, Json value) {
    return new BulkAction(json.with(member, value));
  }
}
