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

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Publish event",
          "Events",
          "Publishes an event, which starts the flows bound to it and wakes executions that wait"
              + " for it.",
          "radio",
          Json.parse(
              """
              {
                "type": "object",
                "required": ["type"],
                "properties": {
                  "type": {"type": "string", "description": "Type, such as order.paid"},
                  "aggregateId": {"description": "Id of the business object; default is the business key of the execution"},
                  "clientId": {"description": "Client of the event"},
                  "lobId": {"description": "Line of business of the event"},
                  "productId": {"description": "Product of the event"},
                  "payload": {"description": "Data of the event; default is {}"}
                },
                "additionalProperties": false
              }
              """),
          JsonBool.TRUE,
          JsonBool.TRUE,
          List.of(new HandlerError("ConfigInvalid", "A setting is missing or wrong", false)),
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
    // What is stored may be read by people who may not read secrets.
    Json settings = call.services().mask(call.settings());
    DomainEvent event;
    try {
      event =
          new DomainEvent(
              text(settings, "type")
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
      throw new HandlerException("ConfigInvalid", String.valueOf(e.getMessage()));
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
