package dev.pawl.triggers.webhook;

import dev.pawl.model.path.Path;
import java.io.ByteArrayOutputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * HMAC-SHA256 over a template, for senders with a form of their own.
 *
 * @param header the header with the signature, in lower case
 * @param prefix what precedes the signature in the header; may be empty
 * @param template what is signed: text with {@code {body}}, {@code {timestamp}} and {@code {id}}
 * @param time where the time is; a header is signed as part of the template, a path in the body
 *     with the body
 * @param id where the id is
 */
public record HmacSignature(
    String header,
    String prefix,
    Encoding encoding,
    String template,
    Optional<Source> time,
    Optional<Source> id)
    implements SignatureStyle {

  /** The signature of {@code X-EMF-Signature}: the body, as hex. */
  public static final HmacSignature DEFAULT =
      new HmacSignature(
          "x-emf-signature", "", Encoding.HEX, "{body}", Optional.empty(), Optional.empty());

  static final String BODY = "{body}";
  static final String TIMESTAMP = "{timestamp}";
  static final String ID = "{id}";

  static final Pattern PLACEHOLDER = Pattern.compile("\\{(?:body|timestamp|id)}");

  /** What a time or id in a template is made of: none of the characters that separate them. */
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_:+-]{1,200}");

  /** How a signature is written. */
  public enum Encoding {
    HEX,
    BASE64
  }

  /** Where a request has its time or its id. */
  public sealed interface Source {

    /** A header, whose name is in lower case. */
    record Header(String name) implements Source {}

    /** A value of a JSON body. */
    record Body(Path path) implements Source {}

    /** Returns the value; empty if the request has none. */
    default Optional<String> read(WebhookMessage message) {
      return switch (this) {
        case Header from -> message.header(from.name());
        case Body from -> BodyValue.text(message.body(), from.path());
      };
    }
  }

  @Override
  public String code() {
    return "hmac";
  }

  @Override
  public boolean signsTime() {
    return time.isPresent();
  }

  @Override
  public Optional<VerifiedDelivery> verify(
      WebhookMessage message, List<String> secrets, Instant now) {
    List<byte[]> signature =
        message
            .header(header)
            .filter(text -> text.startsWith(prefix))
            .map(text -> text.substring(prefix.length()))
            .flatMap(
                text ->
                    switch (encoding) {
                      case HEX -> Signatures.hex(text);
                      case BASE64 -> Signatures.base64(text);
                    })
            .stream()
            .toList();
    byte[] content = content(message);
    if (!Signatures.isSigned(secrets, content, signature)
        || !isUnambiguous(message)
        || isOld(message, now)) {
      return Optional.empty();
    }
    Optional<String> given =
        id.flatMap(source -> source.read(message)).filter(one -> !one.isEmpty());
    return Optional.of(
        isIdSigned() && given.isPresent()
            ? VerifiedDelivery.byId(given.get())
            : VerifiedDelivery.byDigest(given, Signatures.digest(content), signsTime()));
  }

  /** Returns what is signed. Only headers are in the template, so that nothing is parsed before. */
  private byte[] content(WebhookMessage message) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    int from = 0;
    for (MatchResult placeholder : PLACEHOLDER.matcher(template).results().toList()) {
      content.writeBytes(Signatures.utf8(template.substring(from, placeholder.start())));
      content.writeBytes(
          switch (placeholder.group()) {
            case BODY -> message.body();
            case TIMESTAMP -> Signatures.utf8(header(time, message));
            default -> Signatures.utf8(header(id, message));
          });
      from = placeholder.end();
    }
    content.writeBytes(Signatures.utf8(template.substring(from)));
    return content.toByteArray();
  }

  private static String header(Optional<Source> source, WebhookMessage message) {
    return source.flatMap(one -> one.read(message)).orElse("");
  }

  /** Returns false if a part of one value could be signed as a part of the next. */
  private boolean isUnambiguous(WebhookMessage message) {
    return PLACEHOLDER
        .matcher(template)
        .results()
        .map(MatchResult::group)
        .allMatch(
            name ->
                name.equals(BODY)
                    || VALUE.matcher(header(name.equals(ID) ? id : time, message)).matches());
  }

  private boolean isOld(WebhookMessage message, Instant now) {
    return time.isPresent()
        && time.get()
            .read(message)
            .flatMap(HmacSignature::time)
            .filter(at -> Signatures.isRecent(at, now))
            .isEmpty();
  }

  private static Optional<Instant> time(String text) {
    return Signatures.seconds(text)
        .or(
            () -> {
              try {
                return Optional.of(Instant.parse(text));
              } catch (DateTimeException e) {
                return Optional.empty();
              }
            });
  }

  private boolean isIdSigned() {
    return id.filter(source -> source instanceof Source.Body || template.contains(ID)).isPresent();
  }
}
