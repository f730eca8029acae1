package dev.pawl.client.admin;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.Optional;

/**
 * The limits of a tenant and of its flows; what is absent has no limit. The methods with a
 * parameter return changed copies.
 *
 * @param json as the server stores it
 */
public record TenantLimits(JsonObject json) {

  /** How a start beyond {@code concurrent} is treated. */
  public enum Overflow {
    /** It is accepted and PENDING until there is a permit. */
    QUEUE,
    /** It is refused with status 429. */
    REJECT
  }

  /** Returns limits that limit nothing. */
  public static TenantLimits none() {
    return new TenantLimits(JsonObject.EMPTY);
  }

  /** Returns how many unfinished executions there may be. */
  public Optional<Long> concurrent() {
    return JsonMembers.number(json, "concurrent");
  }

  /** Returns how many executions the nodes may hold in memory. */
  public Optional<Long> active() {
    return JsonMembers.number(json, "active");
  }

  /** Returns how many executions each node starts per second. */
  public Optional<Long> startsPerSecond() {
    return JsonMembers.number(json, "startsPerSecond");
  }

  public TenantLimits concurrent(int executions) {
    return with("concurrent", Json.of(executions));
  }

  public TenantLimits active(int executions) {
    return with("active", Json.of(executions));
  }

  public TenantLimits overflow(Overflow overflow) {
    return with("overflow", Json.of(overflow == Overflow.QUEUE ? "queue" : "reject"));
  }

  /** Sets how long a PENDING execution waits for a permit before it times out. */
  public TenantLimits queueTimeout(Duration time) {
    return with("queueTimeout", Json.of(time.toSeconds()));
  }

  public TenantLimits startsPerSecond(int starts) {
    return with("startsPerSecond", Json.of(starts));
  }

  /** Sets how many executions may start per minute on each node. */
  public TenantLimits startsPerMinute(int starts) {
    return with("startsPerMinute", Json.of(starts));
  }

  /** Sets how many executions may start per day (UTC) on all nodes. */
  public TenantLimits startsPerDay(int starts) {
    return with("startsPerDay", Json.of(starts));
  }

  /** Sets the limits of one flow; a flow has no limit of starts per second. */
  public TenantLimits flow(String code, TenantLimits limits) {
    JsonObject flows =
        json.get("flows").orElse(JsonObject.EMPTY) instanceof JsonObject some
            ? some
            : JsonObject.EMPTY;
    return with("flows", flows.with(code, limits.json()));
  }

  private TenantLimits with(String member, Json value) {
    return new TenantLimits(json.with(member, value));
  }
}
