package dev.pawl.server.trigger;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import dev.pawl.server.problem.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * The answer that the output of an execution describes: {@code status}, {@code headers} and {@code
 * body}, all optional. Any other output is the body itself.
 */
final class WebhookAnswer {

  private static final Set<String> MEMBERS = Set.of("status", "headers", "body");

  /** Headers that may be set besides those that begin with X-. */
  private static final Set<String> ALLOWED =
      Set.of(
          "content-type",
          "content-language",
          "etag",
          "last-modified",
          "link",
          "location",
          "retry-after");

  /** Headers with a meaning for this server, for proxies or for browsers. */
  private static final Pattern RESERVED =
      Pattern.compile(
          "x-(accel-|forwarded|sendfile|real-ip|original-|rewrite-|http-method|frame-|content-|"
              + "xss-|dns-prefetch|permitted-cross).*");

  private static final Pattern X_HEADER = Pattern.compile("x-[a-z0-9-]{1,60}");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e]{0,1000}");

  /** Types that a browser would show as a page of this server. */
  private static final Pattern ACTIVE_TYPE = Pattern.compile("(?i).*(html|svg|script|css|xsl).*");

  private static final int MAX_HEADERS = 20;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  private WebhookAnswer() {}

  /**
   * Returns the answer.
   *
   * @throws ApiException if the output has a status or a header that is not allowed
   */
  static ResponseEntity<byte[]> of(Json output) {
    if (!(output instanceof JsonObject object)
        || object.members().isEmpty()
        || !MEMBERS.containsAll(object.members().keySet())) {
      return answer(200, new HttpHeaders(), Optional.of(output));
    }
    HttpHeaders headers = new HttpHeaders();
    object.get("headers").filter(value -> !value.isNull()).ifPresent(value -> set(headers, value));
    return answer(status(object), headers, object.get("body").filter(value -> !value.isNull()));
  }

  private static ResponseEntity<byte[]> answer(
      int status, HttpHeaders headers, Optional<Json> body) {
    if (status == NO_CONTENT || status == NOT_MODIFIED || body.isEmpty()) {
      headers.remove(HttpHeaders.CONTENT_TYPE);
      return ResponseEntity.status(status).headers(headers).build();
    }
    boolean isText = body.get() instanceof JsonString;
    if (headers.getFirst(HttpHeaders.CONTENT_TYPE) == null) {
      headers.set(
          HttpHeaders.CONTENT_TYPE,
          isText ? "text/plain;charset=UTF-8" : MediaType.APPLICATION_JSON_VALUE);
    }
    String text = isText ? body.get().asText() : body.get().toString();
    return ResponseEntity.status(status)
        .headers(headers)
        .body(text.getBytes(StandardCharsets.UTF_8));
  }

  private static int status(JsonObject output) {
    Optional<Json> given = output.get("status").filter(value -> !value.isNull());
    if (given.isEmpty()) {
      return 200;
    }
    if (given.get() instanceof JsonNumber number
        && number.isLong()
        && number.longValue() >= 200
        && number.longValue() <= 599) {
      return (int) number.longValue();
    }
    throw bad("status: must be a number from 200 to 599");
  }

  private static void set(HttpHeaders headers, Json given) {
    if (!(given instanceof JsonObject object) || object.members().size() > MAX_HEADERS) {
      throw bad("headers: must be an object with at most %d members".formatted(MAX_HEADERS));
    }
    for (Map.Entry<String, Json> header : object.members().entrySet()) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      boolean isAllowed =
          ALLOWED.contains(name)
              || X_HEADER.matcher(name).matches() && !RESERVED.matcher(name).matches();
      if (!isAllowed) {
        throw bad(
            "headers: a header is not allowed; use Content-Type, Content-Language, ETag,"
                + " Last-Modified, Link, Location, Retry-After, or a name of your own that begins"
                + " with X-");
      }
      if (!(header.getValue() instanceof JsonString value)
          || !VALUE.matcher(value.asText()).matches()) {
        throw bad("headers.%s: must be a text of visible ASCII characters".formatted(name));
      }
      headers.set(name, value.asText());
    }
    String type = headers.getFirst(HttpHeaders.CONTENT_TYPE);
    if (type != null && (ACTIVE_TYPE.matcher(type).matches() || !isMediaType(type))) {
      throw bad(
          "headers.content-type: must be a type that browsers do not run, such as text/plain");
    }
  }

  private static boolean isMediaType(String type) {
    try {
      return MediaType.parseMediaType(type).isConcrete();
    } catch (org.springframework.http.InvalidMediaTypeException e) {
      return false;
    }
  }

  private static ApiException bad(String detail) {
    return ApiException.badOutcome(
        "bad-response", "the output of the flow is no answer: " + detail);
  }
}
