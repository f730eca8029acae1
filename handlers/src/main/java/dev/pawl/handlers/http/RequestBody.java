package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.PercentEncoding;
import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The body of a request.
 *
 * @param contentType value of Content-Type, unless the flow sets that header itself
 */
record RequestBody(byte[] bytes, String contentType) {

  static final List<String> TYPES = List.of("json", "text", "form", "xml", "base64");

  /** Returns the body that the settings {@code body} and {@code bodyType} describe. */
  static Optional<RequestBody> of(HandlerSettings settings) throws HandlerException {
    String type = settings.choice("bodyType", "json", TYPES);
    Optional<Json> body = settings.value("body");
    return body.isEmpty() ? Optional.empty() : Optional.of(of(type, body.get()));
  }

  static RequestBody json(Json value) {
    return new RequestBody(value.toUtf8(), "application/json");
  }

  private static RequestBody of(String type, Json body) throws HandlerException {
    return switch (type) {
      case "text" -> new RequestBody(utf8(body.asText()), "text/plain; charset=utf-8");
      case "xml" -> new RequestBody(utf8(body.asText()), "application/xml; charset=utf-8");
      case "form" -> new RequestBody(utf8(form(body)), "application/x-www-form-urlencoded");
      case "base64" -> new RequestBody(decoded(body.asText()), "application/octet-stream");
      default -> json(body);
    };
  }

  private static String form(Json body) throws HandlerException {
    if (!(body instanceof JsonObject fields)) {
      throw HandlerSettings.invalid(
          "body: a %s is no form; write an object of texts".formatted(body.kind()));
    }
    return fields.members().entrySet().stream()
        .map(
            field ->
                PercentEncoding.encode(field.getKey())
                    + "="
                    + PercentEncoding.encode(field.getValue().asText()))
        .collect(Collectors.joining("&"));
  }

  private static byte[] decoded(String text) throws HandlerException {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw HandlerSettings.invalid("body: is not base64, which bodyType announces");
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
