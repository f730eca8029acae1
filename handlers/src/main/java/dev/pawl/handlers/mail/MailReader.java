package dev.pawl.handlers.mail;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.handlers.text.MessageSettings;
import dev.pawl.handlers.text.TemplateRenderer;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonString;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.ParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Reads the mail that the settings of a call describe. */
final class MailReader {

  /** The maximum number of recipients of one mail. */
  static final int MAX_RECIPIENTS = 100;

  /** The maximum number of attachments of one mail. */
  static final int MAX_ATTACHMENTS = 50;

  /** The maximum length of a subject, in characters. */
  static final int MAX_SUBJECT_CHARACTERS = 500;

  private static final int MAX_FILE_NAME_CHARACTERS = 255;

  private final MessageSettings settings;
  private final Optional<MessageTemplate> template;
  private final Json data;

  private MailReader(MessageSettings settings, Optional<MessageTemplate> template) {
    this.settings = settings;
    this.template = template;
    this.data = settings.data();
  }

  static Mail read(HandlerCall call, MessageSettings settings, OutboundConnection connection)
      throws HandlerException {
    return new MailReader(settings, settings.template()).mail(call, connection);
  }

  private Mail mail(HandlerCall call, OutboundConnection connection) throws HandlerException {
    InternetAddress from = from(connection);
    List<InternetAddress> to = new ArrayList<>(addresses("to"));
    to.addAll(
        MailAddresses.parseAll("toField", settings.textsAt("toField", MailAddresses.MAIL_ADDRESS)));
    Mail mail =
        new Mail(
            MessageId.of(call.idempotencyKey(), from),
            from,
            to,
            addresses("cc"),
            addresses("bcc"),
            addresses("replyTo"),
            subject(),
            body("text"),
            body("html"),
            attachments());
    check(mail);
    return mail;
  }

  private static void check(Mail mail) throws HandlerException {
    int recipients = mail.recipients().size();
    if (recipients == 0) {
      throw new HandlerException(
          MailAddresses.MAIL_ADDRESS, "to: the mail has no recipient; set to, toField, cc or bcc");
    }
    if (recipients > MAX_RECIPIENTS) {
      throw new HandlerException(
          MailAddresses.MAIL_ADDRESS,
          "to: the mail has %d recipients; at most %d are allowed, use a Map state for more"
              .formatted(recipients, MAX_RECIPIENTS));
    }
    if (mail.text().isEmpty() && mail.html().isEmpty()) {
      throw MessageSettings.invalid("text", "the mail has no text; set text, html or template");
    }
  }

  private InternetAddress from(OutboundConnection connection) throws HandlerException {
    Optional<String> sender =
        settings.text("from").or(() -> MessageSettings.option(connection.options(), "from"));
    if (sender.isEmpty()) {
      throw new HandlerException(
          MailAddresses.MAIL_ADDRESS,
          "from: the mail has no sender; set from, or the option from of the connection "
              + connection.name());
    }
    return MailAddresses.parse("from", sender.get());
  }

  private List<InternetAddress> addresses(String field) throws HandlerException {
    return MailAddresses.parseAll(field, settings.texts(field));
  }

  private String subject() throws HandlerException {
    Optional<String> literal = settings.text("subject");
    String subject = literal.isPresent() ? literal.get() : templateSubject();
    if (subject.chars().anyMatch(Character::isISOControl)) {
      throw new HandlerException(
          EmailAlert.MAIL_REJECTED,
          "subject: contains a line break or control character; remove it");
    }
    if (subject.length() > MAX_SUBJECT_CHARACTERS) {
      throw new HandlerException(
          EmailAlert.MAIL_REJECTED,
          "subject: has %d characters; at most %d are allowed"
              .formatted(subject.length(), MAX_SUBJECT_CHARACTERS));
    }
    return subject;
  }

  private String templateSubject() throws HandlerException {
    return template.isEmpty()
        ? ""
        : TemplateRenderer.plain(
            template.get().name() + ".subject", template.get().subject(), data);
  }

  /** Literal texts are never rendered: they may contain values of people who send input. */
  private Optional<String> body(String part) throws HandlerException {
    Optional<String> literal = settings.text(part);
    if (literal.isPresent() || template.isEmpty()) {
      return literal;
    }
    boolean html = part.equals("html");
    String source = html ? template.get().html() : template.get().text();
    String name = template.get().name() + "." + part;
    if (source.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        html
            ? TemplateRenderer.html(name, source, data)
            : TemplateRenderer.plain(name, source, data));
  }

  private List<Mail.Attachment> attachments() throws HandlerException {
    Optional<Json> value = settings.value("attachments");
    if (value.isEmpty()) {
      return List.of();
    }
    if (!(value.get() instanceof JsonArray array)) {
      throw MessageSettings.invalid(
          "attachments", "is of type %s; use an array".formatted(value.get().kind()));
    }
    if (array.length() > MAX_ATTACHMENTS) {
      throw MessageSettings.invalid(
          "attachments",
          "has %d elements; at most %d are allowed".formatted(array.length(), MAX_ATTACHMENTS));
    }
    List<Mail.Attachment> attachments = new ArrayList<>();
    for (Json element : array) {
      attachments.add(attachment("attachments[%d]".formatted(attachments.size()), element));
    }
    return attachments;
  }

  private static Mail.Attachment attachment(String field, Json element) throws HandlerException {
    String name = member(field, element, "name").orElse("");
    if (name.isBlank()
        || name.length() > MAX_FILE_NAME_CHARACTERS
        || name.chars().anyMatch(Character::isISOControl)) {
      throw MessageSettings.invalid(
          field + ".name",
          "must have 1 to %d characters without line breaks".formatted(MAX_FILE_NAME_CHARACTERS));
    }
    Optional<String> content = member(field, element, "content");
    Optional<String> text = member(field, element, "text");
    if (content.isPresent() == text.isPresent()) {
      throw MessageSettings.invalid(field, "set either content (base64) or text");
    }
    String type =
        member(field, element, "contentType")
            .orElse(text.isPresent() ? "text/plain; charset=UTF-8" : "application/octet-stream");
    return new Mail.Attachment(
        name,
        contentType(field, type),
        text.isPresent() ? text.get().getBytes(UTF_8) : decode(field, content.orElse("")));
  }

  private static Optional<String> member(String field, Json element, String name)
      throws HandlerException {
    Optional<Json> value = element.get(name).filter(found -> !found.isNull());
    if (value.isPresent() && !(value.get() instanceof JsonString)) {
      throw MessageSettings.invalid(field + "." + name, "use a string");
    }
    return value.map(Json::asText);
  }

  private static String contentType(String field, String type) throws HandlerException {
    try {
      if (type.chars().anyMatch(Character::isISOControl)) {
        throw new ParseException("control character");
      }
      ContentType parsed = new ContentType(type);
      if (parsed.match("multipart/*") || parsed.match("message/*")) {
        throw new ParseException("attachments cannot contain parts");
      }
      return parsed.toString();
    } catch (ParseException e) {
      throw MessageSettings.invalid(
          field + ".contentType",
          "is not a media type of a file (%s); use one such as application/pdf"
              .formatted(e.getMessage()));
    }
  }

  private static byte[] decode(String field, String content) throws HandlerException {
    try {
      return Base64.getDecoder().decode(content.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw MessageSettings.invalid(
          field + ".content",
          "is not base64 (%s); use text for plain text".formatted(e.getMessage()));
    }
  }
}
