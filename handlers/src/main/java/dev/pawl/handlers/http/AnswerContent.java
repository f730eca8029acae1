package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.HttpAnswer;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** Turns answers into JSON of a size that may enter the state of an execution. */
final class AnswerContent {

  /** The maximum size of what a handler puts into the state. */
  static final int MAX_STATE_BYTES = 256 * 1024;

  private AnswerContent() {}

  /** Returns the body: JSON as a value, text as a text, anything else in base64, none as null. */
  static Json body(HttpAnswer answer) {
    if (answer.body().length == 0) {
      return JsonNull.NULL;
    }
    String type = answer.header("content-type").orElse("").toLowerCase(Locale.ROOT);
    boolean encoded =
        answer.header("content-encoding").filter(name -> !name.contains("gzip")).isPresent();
    if (!encoded && (type.isEmpty() || type.contains("json"))) {
      Optional<Json> value = json(answer.body());
      if (value.isPresent()) {
        return value.get();
      }
    }
    boolean latin = type.contains("iso-8859-1");
    Optional<String> text =
        encoded
            ? Optional.empty()
            : latin
                ? Optional.of(new String(answer.body(), StandardCharsets.ISO_8859_1))
                : utf8(answer.body());
    return Json.of(text.orElseGet(() -> Base64.getEncoder().encodeToString(answer.body())));
  }

  /** Returns the headers without cookies, which may be credentials. */
  static JsonObject headers(HttpAnswer answer) {
    JsonObject.Builder headers = JsonObject.builder();
    new TreeMap<>(answer.headers())
        .forEach(
            (name, value) -> {
              if (!name.equals("set-cookie")) {
                headers.put(name, Json.of(value));
              }
            });
    return headers.build();
  }

  static Optional<Json> json(byte[] body) {
    try {
      return utf8(body).map(Json::parse);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the value if it is small enough for the state. */
  static Json forState(Json value) throws HandlerException {
    if (value.size() > MAX_STATE_BYTES) {
      throw new HandlerException(
          HttpErrors.TOO_LARGE.name(),
          ("the result has %d bytes as JSON, above the maximum of %d that may enter the state; ask"
                  + " the other system for less, for example by its filters or pages")
              .formatted(value.size(), MAX_STATE_BYTES));
    }
    return value;
  }

  private static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
