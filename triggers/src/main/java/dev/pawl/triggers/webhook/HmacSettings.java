package dev.pawl.triggers.webhook;

import dev.pawl.model.path.Path;
import dev.pawl.model.path.PathSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.webhook.HmacSignature.Encoding;
import dev.pawl.triggers.webhook.HmacSignature.Source;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the settings of {@link HmacSignature}. */
final class HmacSettings {

  private static final Set<String> FIELDS =
      Set.of("header", "prefix", "encoding", "template", "timestamp", "id");

  private static final Pattern NO_SEPARATOR = Pattern.compile("[A-Za-z0-9_:+-]*");
  private static final Pattern HEADER = Pattern.compile("[a-z0-9_-]{1,100}");
  private static final int MAX_TEMPLATE_CHARACTERS = 200;
  private static final int MAX_PREFIX_CHARACTERS = 50;

  private HmacSettings() {}

  static HmacSignature read(String field, Json json) {
    if (!(json instanceof JsonObject object)) {
      throw new IllegalArgumentException(
          "%s: must be an object, got a %s".formatted(field, json.kind()));
    }
    for (String name : object.members().keySet()) {
      if (!FIELDS.contains(name)) {
        throw new IllegalArgumentException(
            "%s: there is no field '%s'; allowed are header, prefix, encoding, template, timestamp and id"
                .formatted(field, name));
      }
    }
    HmacSignature usual = HmacSignature.DEFAULT;
    String template =
        limited(field + ".template", text(object, field, "template"), MAX_TEMPLATE_CHARACTERS)
            .orElse(usual.template());
    if (!template.contains(HmacSignature.BODY)) {
      throw new IllegalArgumentException(
          "%s.template: '%s' must contain {body}, or the body would not be signed"
              .formatted(field, template));
    }
    requireSeparators(field, template);
    Optional<Source> time = source(field + ".timestamp", object.get("timestamp"));
    Optional<Source> id = source(field + ".id", object.get("id"));
    requirePlaceholder(field + ".timestamp", time, template, HmacSignature.TIMESTAMP, true);
    requirePlaceholder(field + ".id", id, template, HmacSignature.ID, false);
    return new HmacSignature(
        text(object, field, "header")
            .map(name -> header(field + ".header", name))
            .orElse(usual.header()),
        limited(field + ".prefix", text(object, field, "prefix"), MAX_PREFIX_CHARACTERS).orElse(""),
        encoding(field, text(object, field, "encoding").orElse("hex")),
        template,
        time,
        id);
  }

  private static Encoding encoding(String field, String text) {
    return switch (text) {
      case "hex" -> Encoding.HEX;
      case "base64" -> Encoding.BASE64;
      default ->
          throw new IllegalArgumentException(
              "%s.encoding: '%s' is not allowed; use hex or base64".formatted(field, text));
    };
  }

  /** Requires a character between two values that neither a time nor an id contains. */
  private static void requireSeparators(String field, String template) {
    String[] literals = HmacSignature.PLACEHOLDER.split(template, -1);
    for (int i = 1; i < literals.length - 1; i++) {
      if (NO_SEPARATOR.matcher(literals[i]).matches()) {
        throw new IllegalArgumentException(
            "%s.template: '%s' does not separate its values; put a dot between them, such as {timestamp}.{body}"
                .formatted(field, template));
      }
    }
  }

  /** A placeholder needs a header, and a time in a header must be signed. */
  private static void requirePlaceholder(
      String field, Optional<Source> source, String template, String name, boolean mustBeSigned) {
    boolean isHeader = source.filter(Source.Header.class::isInstance).isPresent();
    if (template.contains(name) && !isHeader) {
      throw new IllegalArgumentException(
          "%s: the template contains %s; name its header, such as {\"header\": \"X-Value\"}"
              .formatted(field, name));
    }
    if (mustBeSigned && isHeader && !template.contains(name)) {
      throw new IllegalArgumentException(
          "%s: a header that is not signed cannot be trusted; add %s to the template, or remove it"
              .formatted(field, name));
    }
  }

  private static Optional<Source> source(String field, Optional<Json> json) {
    if (json.filter(value -> !value.isNull()).isEmpty()) {
      return Optional.empty();
    }
    if (json.get() instanceof JsonObject object && object.members().size() == 1) {
      Optional<String> header = text(object, field, "header");
      if (header.isPresent()) {
        return Optional.of(new Source.Header(header(field + ".header", header.get())));
      }
      Optional<String> path = text(object, field, "path");
      if (path.isPresent()) {
        return Optional.of(new Source.Body(path(field + ".path", path.get())));
      }
    }
    throw new IllegalArgumentException(
        "%s: must be {\"header\": \"X-Name\"} or {\"path\": \"$.id\"}".formatted(field));
  }

  private static Path path(String field, String text) {
    try {
      return Path.parse(text);
    } catch (PathSyntaxException e) {
      throw new IllegalArgumentException(
          "%s: '%s' is no path such as $.id: %s".formatted(field, text, e.getMessage()), e);
    }
  }

  private static String header(String field, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!HEADER.matcher(lower).matches()) {
      throw new IllegalArgumentException(
          "%s: '%s' is not the name of a header such as X-Signature".formatted(field, name));
    }
    return lower;
  }

  private static Optional<String> limited(String field, Optional<String> text, int most) {
    if (text.filter(one -> one.length() > most).isPresent()) {
      throw new IllegalArgumentException(
          "%s: has %d characters; at most %d are allowed"
              .formatted(field, text.get().length(), most));
    }
    return text;
  }

  private static Optional<String> text(JsonObject object, String field, String name) {
    return WebhookRule.text(WebhookRule.present(object, name), field + "." + name);
  }
}
