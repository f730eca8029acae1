package dev.pawl.triggers.webhook;

import java.util.Map;
import java.util.Optional;

/**
 * A request to a webhook as it came.
 *
 * @param headers by names in lower case; several values of one name are joined by {@code ", "}
 * @param body the raw bytes, which signatures cover
 */
public record WebhookMessage(Map<String, String> headers, byte[] body) {

  public WebhookMessage {
    headers = Map.copyOf(headers);
  }

  /** Returns the value of a header, whose name is in lower case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}
