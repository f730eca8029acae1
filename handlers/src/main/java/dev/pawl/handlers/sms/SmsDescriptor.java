package dev.pawl.handlers.sms;

import dev.pawl.handlers.text.MessageSettings;
import dev.pawl.handlers.text.TemplateRenderer;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import java.util.List;
import java.util.Optional;

/** The description of {@link SmsHandler}. */
final class SmsDescriptor {

  private static final String CONFIG_SCHEMA =
      """
      {"type": "object",
       "properties": {
         "to": {"description": "Phone number, such as +46701740605", "type": "string"},
         "toField": {"description": "Path of the number in the payload, such as customer.phone",
           "type": "string"},
         "text": {"description": "The text; otherwise that of the template", "type": "string"},
         "template": {"description": "Name of a template of the tenant", "type": "string"},
         "data": {"description": "Values of the template; otherwise the payload"},
         "sender": {"description": "Number or name; otherwise the option sender of the connection",
           "type": "string"},
         "connection": {"description": "Name of a connection of kind SMPP or HTTP; otherwise sms",
           "type": "string"},
         "receipt": {"description": "wait: succeed when the phone has received the message",
           "enum": ["none", "wait"]}}}
      """;

  private static final String OUTPUT_SCHEMA =
      """
      {"type": "object", "required": ["messageId", "segments", "status"],
       "properties": {
         "messageId": {"description": "Id of the gateway", "type": "string"},
         "segments": {"description": "Number of segments", "type": "integer"},
         "status": {"description": "accepted, or delivered", "type": "string"}}}
      """;

  static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Send a text message",
          "Messages",
          "Sends a text message (SMS) through a gateway that speaks SMPP 3.4 or HTTP.",
          "message",
          Json.parse(CONFIG_SCHEMA),
          JsonBool.TRUE,
          Json.parse(OUTPUT_SCHEMA),
          List.of(
              new HandlerError(
                  SmsHandler.SMS_THROTTLED, "The gateway takes no more for the moment", true),
              new HandlerError(
                  SmsHandler.SMS_CONNECT, "The gateway is not reachable or breaks off", true),
              new HandlerError(
                  SmsHandler.SMS_REJECTED, "The gateway refuses the message or credentials", false),
              new HandlerError(
                  SmsHandler.SMS_ADDRESS, "A number is missing, invalid or refused", false),
              new HandlerError(
                  SmsHandler.SMS_UNDELIVERED,
                  "The message did not reach the phone, or not in time",
                  false),
              new HandlerError(
                  TemplateRenderer.TEMPLATE_ERROR,
                  "The template is missing, invalid or names an unknown variable",
                  false),
              new HandlerError(
                  SmsHandler.EGRESS_DENIED, "The gateway may not be connected to", false),
              new HandlerError(
                  MessageSettings.CONFIG_INVALID, "A setting or the connection is invalid", false)),
          EffectScope.EXTERNAL,
          Optional.of(SmsHandler.DEFAULT_TIMEOUT));

  private SmsDescriptor() {}
}
