package dev.pawl.handlers.mail;

import dev.pawl.handlers.text.MessageSettings;
import dev.pawl.handlers.text.TemplateRenderer;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import java.util.List;
import java.util.Optional;

/** The description of {@link EmailAlert}. */
final class EmailDescriptor {

  private static final String CONFIG_SCHEMA =
      """
      {"type": "object",
       "properties": {
         "to": {"description": "Recipients: one address or several",
           "type": ["string", "array"], "items": {"type": "string"}},
         "cc": {"description": "Recipients of copies",
           "type": ["string", "array"], "items": {"type": "string"}},
         "bcc": {"description": "Recipients of copies that the others do not see",
           "type": ["string", "array"], "items": {"type": "string"}},
         "toField": {"description": "Path of the recipients in the payload, such as customer.email",
           "type": "string"},
         "from": {"description": "Sender; otherwise the option from of the connection",
           "type": "string"},
         "replyTo": {"description": "Addresses for answers",
           "type": ["string", "array"], "items": {"type": "string"}},
         "subject": {"description": "Subject; otherwise that of the template",
           "type": "string", "maxLength": 500},
         "text": {"description": "Plain text; otherwise that of the template", "type": "string"},
         "html": {"description": "HTML text; otherwise that of the template", "type": "string"},
         "template": {"description": "Name of a template of the tenant", "type": "string"},
         "data": {"description": "Values of the template; otherwise the payload"},
         "attachments": {"description": "Files", "type": "array", "maxItems": 50,
           "items": {"type": "object", "required": ["name"],
             "properties": {
               "name": {"description": "File name", "type": "string", "maxLength": 255},
               "content": {"description": "The bytes in base64", "type": "string"},
               "text": {"description": "The content as text, instead of content",
                 "type": "string"},
               "contentType": {"description": "Media type", "type": "string"}}}},
         "connection": {"description": "Name of a connection of kind SMTP; otherwise smtp",
           "type": "string"}}}
      """;

  private static final String OUTPUT_SCHEMA =
      """
      {"type": "object", "required": ["messageId", "accepted", "rejected"],
       "properties": {
         "messageId": {"description": "Message-ID of the mail", "type": "string"},
         "accepted": {"description": "Recipients that the server accepted",
           "type": "array", "items": {"type": "string"}},
         "rejected": {"description": "Recipients that the server refused", "type": "array",
           "items": {"type": "object",
             "properties": {
               "address": {"type": "string"},
               "status": {"description": "SMTP status code", "type": "integer"},
               "reason": {"type": "string"}}}}}}
      """;

  static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Send a mail",
          "Messages",
          "Sends a mail by SMTP, with a text of its own or a template.",
          "mail",
          Json.parse(CONFIG_SCHEMA),
          JsonBool.TRUE,
          Json.parse(OUTPUT_SCHEMA),
          List.of(
              new HandlerError(
                  EmailAlert.MAIL_BUSY, "The server refuses the mail for the moment (4xx)", true),
              new HandlerError(
                  EmailAlert.MAIL_CONNECT, "The server is not reachable or breaks off", true),
              new HandlerError(
                  EmailAlert.MAIL_REJECTED,
                  "The server refuses the mail, all recipients or the credentials (5xx), or the"
                      + " mail exceeds a limit",
                  false),
              new HandlerError(
                  MailAddresses.MAIL_ADDRESS, "An address is missing or invalid", false),
              new HandlerError(
                  TemplateRenderer.TEMPLATE_ERROR,
                  "The template is missing, invalid or names an unknown variable",
                  false),
              new HandlerError(
                  EmailAlert.EGRESS_DENIED, "The server may not be connected to", false),
              new HandlerError(
                  MessageSettings.CONFIG_INVALID, "A setting or the connection is invalid", false)),
          EffectScope.EXTERNAL,
          Optional.of(EmailAlert.DEFAULT_TIMEOUT));

  private EmailDescriptor() {}
}
