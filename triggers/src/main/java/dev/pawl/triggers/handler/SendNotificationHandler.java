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
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * SEND_NOTIFICATION: writes a notification for each recipient. The idempotency key of the step and
 * the recipient make it unique, so that repeated attempts write it once.
 */
public final class SendNotificationHandler implements Handler {

  /** The resource of the handler. */
  public static final String RESOURCE = "SEND_NOTIFICATION";

  private static final int MAX_RECIPIENTS = 100;
  private static final int MAX_BODY_CHARACTERS = 10_000;

  private static final HandlerError INVALID =
      new HandlerError("ConfigInvalid", "A setting is missing or wrong.", false);

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Send notification",
          "Message",
          "Writes a notification for each recipient, once for all attempts of the step.",
          "bell",
          Json.parse(
              """
              {
                "type": "object",
                "required": ["to", "title"],
                "properties": {
                  "to": {
                    "description": "Recipients such as user:ann; 1 to 100",
                    "type": ["string", "array"],
                    "items": {"type": "string"}
                  },
                  "title": {"type": "string"},
                  "body": {"type": "string"}
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
                  "recipients": {"type": "integer"},
                  "sent": {"description": "Notifications that are new", "type": "integer"}
                }
              }
              """),
          List.of(INVALID),
          EffectScope.INTERNAL,
          Optional.empty());

  private final NotificationStore store;

  public SendNotificationHandler(NotificationStore store) {
    this.store = store;
  }

  /** Keeps notifications. */
  public interface NotificationStore {
    /** Adds a notification; returns 0 if there is one with its key, else 1. */
    int add(TenantId tenant, Notification added);
  }

  /**
   * A notification of one recipient.
   *
   * @param key unique per tenant
   */
  public record Notification(
      String key, Optional<UUID> execution, String recipient, String title, String body) {}

  @Override
  public HandlerDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException {
    // What is stored may be read by people who may not read secrets.
    Json settings = call.services().mask(call.settings());
    List<String> recipients =
        switch (settings.get("to").orElse(JsonArray.of(List.of()))) {
          case JsonArray list -> list.elements().stream().map(Json::asText).toList();
          case Json one -> List.of(one.asText());
        };
    String title = settings.get("title").map(Json::asText).orElse("");
    String body = settings.get("body").map(Json::asText).orElse("");
    if (recipients.isEmpty() || recipients.size() > MAX_RECIPIENTS) {
      throw invalid(
          "to: has %d recipients; 1 to %d are allowed, such as user:ann"
              .formatted(recipients.size(), MAX_RECIPIENTS));
    }
    if (title.isBlank() || title.length() + body.length() > MAX_BODY_CHARACTERS) {
      throw invalid(
          "title: must not be empty, and title and body have at most %d characters together"
              .formatted(MAX_BODY_CHARACTERS));
    }
    TenantId tenant = new TenantId(call.origin().tenant());
    Optional<UUID> execution =
        Optional.of(call.executionId()).filter(id -> !id.isEmpty()).map(UUID::fromString);
    int sent = 0;
    for (String recipient : recipients) {
      sent +=
          store.add(
              tenant,
              new Notification(
                  call.idempotencyKey() + " " + recipient, execution, recipient, title, body));
    }
    return JsonObject.of("recipients", Json.of(recipients.size())).with("sent", Json.of(sent));
  }

  private static HandlerException invalid(String message) {
    return new HandlerException(INVALID.name(), message);
  }
}
