package dev.pawl.triggers.webhook;

import java.util.Optional;

/**
 * The path of a webhook as a request names it: {@code shop/orders}, or {@code @acme/shop/orders}.
 * It has one spelling: nothing is decoded or normalized.
 *
 * @param tenant the code of the tenant, if it is named
 */
public record WebhookAddress(Optional<String> tenant, String path) {

  /** Returns the address; empty if there can be no webhook with it. */
  public static Optional<WebhookAddress> parse(String text) {
    int slash = text.startsWith("@") ? text.indexOf('/') : 0;
    if (slash < 0) {
      return Optional.empty();
    }
    Optional<String> tenant = slash == 0 ? Optional.empty() : Optional.of(text.substring(1, slash));
    String path = slash == 0 ? text : text.substring(slash + 1);
    return WebhookPath.isAllowed(path)
        ? Optional.of(new WebhookAddress(tenant, path))
        : Optional.empty();
  }
}
