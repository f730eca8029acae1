package dev.pawl.server.trigger;

import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.tenant.Tenants.KnownTenant;
import dev.pawl.server.web.ApiJson;
import dev.pawl.triggers.launch.InboundWebhook;
import dev.pawl.triggers.webhook.WebhookMessage;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A request to a webhook over HTTP.
 *
 * @param key the holder of the key that came with it; empty if none came
 * @param admission takes a start from the limits of the tenant
 */
record WebhookRequest(
    KnownTenant owner,
    String path,
    WebhookMessage message,
    Optional<Caller> key,
    ApiJson json,
    Consumer<KnownTenant> admission)
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
    return WebhookBody.read(message.header("content-type"), message.body(), json);
  }

  @Override
  public void admit() {
    admission.accept(owner);
  }
}
