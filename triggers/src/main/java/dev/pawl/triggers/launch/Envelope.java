package dev.pawl.triggers.launch;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.binding.DomainEvent;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What every triggered execution gets: the trigger, the data of its source, and a context.
 *
 * @param trigger kind and details of the trigger
 * @param sourceName the member that has the data: {@code event}, {@code input} and so on
 * @param source the data of the source
 * @param context tenantId, userId, flowId and executionId
 */
public record Envelope(JsonObject trigger, String sourceName, Json source, JsonObject context) {

  /** Returns the envelope of an event. */
  public static Envelope ofEvent(
      DomainEvent event, UUID binding, String flow, Optional<String> user, ExecutionKey key) {
    return new Envelope(
        JsonObject.of("type", Json.of("EVENT")).with("binding", Json.of(binding.toString())),
        "event",
        event.toJson(),
        context(flow, user, key));
  }

  /**
   * Returns the envelope of a call.
   *
   * @param via where the call came from: api, webhook, flow or ui
   */
  public static Envelope ofInvocation(
      Json input, String via, String flow, Optional<String> user, ExecutionKey key) {
    return new Envelope(
        JsonObject.of("type", Json.of("API_INVOCATION")).with("via", Json.of(via)),
        "input",
        input,
        context(flow, user, key));
  }

  /** Returns the envelope of a request to a webhook. */
  public static Envelope ofWebhook(
      Json input, JsonObject webhook, String flow, Optional<String> user, ExecutionKey key) {
    Envelope invocation = ofInvocation(input, "webhook", flow, user, key);
    return new Envelope(
        invocation.trigger.with("webhook", webhook),
        invocation.sourceName,
        input,
        invocation.context);
  }

  private static JsonObject context(String flow, Optional<String> user, ExecutionKey key) {
    return JsonObject.builder()
        .put("tenantId", Json.of(key.tenant().value()))
        .put("userId", user.<Json>map(Json::of).orElse(JsonNull.NULL))
        .put("flowId", Json.of(flow))
        .put("executionId", Json.of(key.id().toString()))
        .build();
  }

  /** Returns a copy that also contains the number of collected events and all of them. */
  public Envelope withCollected(List<DomainEvent> events) {
    return new Envelope(
        trigger.with("collected", JsonArray.of(events.stream().map(DomainEvent::toJson).toList())),
        sourceName,
        source,
        context);
  }

  /** Returns the data that a schema checks where no mapping chooses other data. */
  public Json data() {
    return sourceName.equals("event") ? source.get("payload").orElse(JsonNull.NULL) : source;
  }

  /** Returns what states see as {@code $$.Trigger} and {@code $$.Context}. */
  public JsonObject launchContext() {
    return JsonObject.of("Trigger", trigger).with("Context", context);
  }

  public JsonObject toJson() {
    return JsonObject.builder()
        .put("trigger", trigger)
        .put(sourceName, source)
        .put("context", context)
        .build();
  }
}
