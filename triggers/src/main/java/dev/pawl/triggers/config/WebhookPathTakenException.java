package dev.pawl.triggers.config;

/** Thrown when another flow of the tenant has a webhook with the same path. */
public final class WebhookPathTakenException extends RuntimeException {

  private static final long serialVersionUID = 1;

  WebhookPathTakenException(String path) {
    super(
        "another flow has a webhook with the path '%s'; choose another path, or remove that webhook"
            .formatted(path));
  }
}
