package dev.pawl.triggers.config;

import dev.pawl.postgres.secret.WebhookSecrets.StoredSecret;
import dev.pawl.triggers.webhook.WebhookRule;
import java.util.List;

/**
 * A webhook with the secrets of its senders.
 *
 * @param trigger the trigger that it belongs to
 * @param secrets encrypted, the newest first
 */
public record Webhook(FlowTrigger trigger, WebhookRule rule, List<StoredSecret> secrets) {

  public Webhook {
    secrets = List.copyOf(secrets);
  }

  /** Returns the code of the flow that it starts. */
  public String flow() {
    return trigger.flow();
  }
}
