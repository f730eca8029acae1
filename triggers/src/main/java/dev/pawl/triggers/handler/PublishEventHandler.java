package dev.pawl.triggers.handler;

import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.launch.EventStarts.StartedFlow;
import java.util.List;
import java.util.Optional;

/**
 * PUBLISH_EVENT or emit: publishes an event. The idempotency key of the step is the id of the
 * event, so that repeated attempts publish it once.
 */
public final class PublishEventHandler implements Handler {

  /** The resource of the handler. */
  public static final String RESOURCE = "PUBLISH_EVENT";

  /** Another name of the handler. */
  public static final String ALIAS = "emit";

  private static final HandlerError INVALID =
      new HandlerError("InvalidConfig", "A setting is missing or wrong.", false);

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Publish event",
          "Event",
          "Publishes an event once, which starts the flows bound to it.",
          "broadcast",
          Json.parse(
              """
              {
                "type": "object",
                "properties": {
                  "type": {"description": "Name of the event, such as order.paid", "type": "string"},
                  "event": {"description": "Another name of type", "type": "string"},
                  "aggregateId": {"description": "Default is the business key of the execution"},
                  "clientId": {},
                  "lobId": {},
                  "productId": {},
                  "payload": {"description": "Any JSON; default is an empty object"}
                },
                "additionalProperties": false
              }
              """),
          JsonBool.TRUE,
          Json.parse(
              """
              {
                "type": "object",
                "properties": {
                  "id": {"type": "string"},
                  "started": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "properties": {"flow": {"type": "string"}, "execution": {"type": "string"}}
                    }
                  }
                }
              }
              """),
          List.of(INVALID),
          EffectScope.INTERNAL,
          Optional.empty());

  private final EventPublisher publisher;

  public PublishEventHandler(EventPublisher publisher) {
    this.publisher = publisher;
  }

  /** Publishes events. */
  public interface EventPublisher {
    List<StartedFlow> publish(TenantId tenant, DomainEvent event, String actor);
  }

  @Override
  public HandlerDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException {
    Json settings = call.settings();
    DomainEvent event;
    try {
      event =
          new DomainEvent(
              text(settings, "type")
                  .or(() -> text(settings, "event"))
                  .orElseThrow(
                      () ->
                          new IllegalArgumentException(
                              "type: is missing; name the event to publish, such as order.paid")),
              call.idempotencyKey(),
              text(settings, "aggregateId").or(call::businessKey),
              text(settings, "clientId"),
              text(settings, "lobId"),
              text(settings, "productId"),
              settings.get("payload").orElse(JsonObject.EMPTY));
    } catch (IllegalArgumentException e) {
      throw new HandlerException(INVALID.name(), String.valueOf(e.getMessage()));
    }
    List<StartedFlow> started =
        publisher.publish(
            new TenantId(call.origin().tenant()), event, "execution:" + call.executionId());
    return JsonObject.of("id", Json.of(event.id()))
        .with(
            "started",
            JsonArray.of(
                started.stream()
                    .map(
                        one ->
                            JsonObject.of("flow", Json.of(one.flow()))
                                .with("execution", Json.of(one.execution().id().toString())))
                    .toList()));
  }

  private static Optional<String> text(Json settings, String name) {
    return settings.get(name).filter(value -> !value.isNull()).map(Json::asText);
  }
}
