package dev.pawl.server.trigger;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiJson;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Reads the body of a webhook by its type: JSON, a form, text, or anything else as base64. */
final class WebhookBody {

  private static final int MAX_FORM_FIELDS = 1_000;

  private WebhookBody() {}

  /**
   * Returns the body as a value; an empty object if there is none.
   *
   * @throws ApiException if it is not what its type says
   */
  static Json read(Optional<String> contentType, byte[] body, ApiJson json) {
    if (body.length == 0) {
      return JsonObject.EMPTY;
    }
    MediaType type =
        contentType.flatMap(WebhookBody::type).orElse(MediaType.APPLICATION_OCTET_STREAM);
    if (type.getSubtype().equals("json") || "json".equals(type.getSubtypeSuffix())) {
      return json.body(body);
    }
    if (type.equalsTypeAndSubtype(MediaType.APPLICATION_FORM_URLENCODED)) {
      return form(text(body, StandardCharsets.UTF_8));
    }
    return type.getType().equals("text")
        ? Json.of(text(body, charset(type)))
        : Json.of(Base64.getEncoder().encodeToString(body));
  }

  private static Optional<MediaType> type(String text) {
    try {
      return Optional.of(MediaType.parseMediaType(text));
    } catch (InvalidMediaTypeException e) {
      return Optional.empty();
    }
  }

  private static Charset charset(MediaType type) {
    try {
      Charset named = type.getCharset();
      return named == null ? StandardCharsets.UTF_8 : named;
    } catch (IllegalArgumentException e) {
      throw ApiException.malformed(
          "header Content-Type: '%s' is not a known charset; send UTF-8"
              .formatted(type.getParameter("charset")));
    }
  }

  private static String text(byte[] body, Charset charset) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw ApiException.malformed("the body is not text in " + charset.name());
    }
  }

  private static Json form(String text) {
    String[] pairs = text.split("&", MAX_FORM_FIELDS + 1);
    if (pairs.length > MAX_FORM_FIELDS) {
      throw ApiException.malformed(
          "the form has more than the %d fields allowed".formatted(MAX_FORM_FIELDS));
    }
    Map<String, List<Json>> fields = new LinkedHashMap<>();
    for (String pair : pairs) {
      String[] parts = pair.split("=", 2);
      if (!pair.isEmpty()) {
        fields
            .computeIfAbsent(decoded(parts[0]), name -> new ArrayList<>())
            .add(Json.of(parts.length == 1 ? "" : decoded(parts[1])));
      }
    }
    Map<String, Json> values = new LinkedHashMap<>();
    fields.forEach(
        (name, all) -> values.put(name, all.size() == 1 ? all.getFirst() : JsonArray.of(all)));
    return JsonObject.of(values);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw ApiException.malformed(
          "the form cannot be read; it is name=value, joined by &, in UTF-8 and percent-encoded");
    }
  }
}
