package dev.pawl.client.http;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;

/** A response of a server, whatever its status. */
public record ApiResponse(int status, HttpHeaders headers, String text) {

  /** True if the server did what it was asked. */
  public boolean isSuccess() {
    return status / 100 == 2;
  }

  /** Returns the body as JSON; null if it is empty or something else. */
  public Json json() {
    try {
      return text.isBlank() ? JsonNull.NULL : Json.parse(text);
    } catch (IllegalArgumentException notJson) {
      return JsonNull.NULL;
    }
  }

  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /** Returns when the server wants to be asked again, if it says so. */
  public Optional<Duration> retryAfter() {
    return header("Retry-After")
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(text -> Duration.ofSeconds(Long.parseLong(text)));
  }

  /** Returns status and detail for a log. */
  public String problem() {
    return "%d %s".formatted(status, JsonMembers.text(json(), "detail").orElse("")).strip();
  }
}
