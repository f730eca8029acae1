package dev.pawl.handlers.egress;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks headers that a request carries, so that they cannot change how the request is framed. */
final class RequestHeaders {

  private static final int MAX_HEADERS = 50;
  private static final int MAX_VALUE_CHARACTERS = 8192;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e\\t]*");

  /** Headers that belong to the connection; the client sets those that are needed. */
  private static final Set<String> RESERVED =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "te",
          "trailer",
          "upgrade",
          "expect",
          "http2-settings",
          "accept-encoding");

  /** Headers that may follow a redirect to another host; all others may be credentials. */
  private static final Set<String> HARMLESS =
      Set.of("accept", "accept-language", "content-type", "idempotency-key", "traceparent");

  private RequestHeaders() {}

  /**
   * Checks all headers.
   *
   * @throws IllegalArgumentException if one may not be sent; the message does not repeat values
   */
  static void check(Map<String, String> headers) {
    if (headers.size() > MAX_HEADERS) {
      throw new IllegalArgumentException(
          "headers: %d are above the maximum of %d".formatted(headers.size(), MAX_HEADERS));
    }
    headers.forEach(RequestHeaders::check);
  }

  private static void check(String name, String value) {
    String shown = name.replaceAll("[^\\x20-\\x7e]", "?");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "headers: '%s' is not a header name; use letters, digits and hyphens".formatted(shown));
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (RESERVED.contains(lower) || lower.startsWith("proxy-")) {
      throw new IllegalArgumentException(
          "headers: %s belongs to the connection and may not be set; remove it".formatted(shown));
    }
    if (value.length() > MAX_VALUE_CHARACTERS || !VALUE.matcher(value).matches()) {
      throw new IllegalArgumentException(
          ("headers: the value of %s must have at most %d characters, all of them printable ASCII"
                  + " and no line breaks")
              .formatted(shown, MAX_VALUE_CHARACTERS));
    }
  }

  static boolean mayChangeHost(String name) {
    return HARMLESS.contains(name.toLowerCase(Locale.ROOT));
  }
}
