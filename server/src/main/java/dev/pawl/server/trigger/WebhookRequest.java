package dev.pawl.server.trigger;

import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.tenant.Tenants.KnownTenant;
import dev.pawl.server.trigger.WebhookController.WebhookLimits;
import dev.pawl.triggers.launch.InboundWebhook;
import dev.pawl.triggers.webhook.WebhookMessage;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A request to a webhook over HTTP.
 *
 * @param key the holder of the key that came with it; empty if none came
 * @param limits the limits of the tenant, and the parser of bodies
 */
record WebhookRequest(
    KnownTenant owner,
    String path,
    WebhookMessage message,
    Optional<Caller> key,
    WebhookLimits limits)
    implements InboundWebhook {

  private static final Pattern IDEMPOTENCY_KEY = Pattern.compile("[\\x21-\\x7e]{1,200}");

  @Override
  public TenantId tenant() {
    return owner.id();
  }

  @Override
  public Optional<String> caller(String flow) {
    Optional<Caller> reaching = key.filter(caller -> caller.scope().hasFlow(flow));
    if (reaching.filter(caller -> !caller.may(Permission.OPERATE)).isPresent()) {
      throw ApiException.forbidden("this key may not do that; it needs the permission OPERATE");
    }
    return reaching.map(Caller::name);
  }

  @Override
  public Optional<String> idempotencyKey() {
    Optional<String> given = message.header("idempotency-key");
    if (given.filter(text -> !IDEMPOTENCY_KEY.matcher(text).matches()).isPresent()) {
      throw ApiException.malformed(
          "Idempotency-Key: allowed are 1 to 200 visible ASCII characters");
    }
    return given;
  }

  @Override
  public Json input() {
    return WebhookBody.read(message.header("content-type"), message.body(), limits.json());
  }

  @Override
  public void admit() {
    limits.admit(owner);
  }

  @Override
  public HeldStart hold() {
    return limits.hold(owner);
  }
}
