package dev.pawl.triggers.launch;

import dev.pawl.engine.node.BusyException;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.StaleConfigurationException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata.Provenance;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.model.NameLimit;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.row.Sha256;
import dev.pawl.postgres.secret.WebhookSecrets;
import dev.pawl.postgres.write.StartKeys;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.config.ConfigCache;
import dev.pawl.triggers.config.TenantTriggers;
import dev.pawl.triggers.config.Webhook;
import dev.pawl.triggers.launch.InboundWebhook.HeldStart;
import dev.pawl.triggers.webhook.VerifiedDelivery;
import dev.pawl.triggers.webhook.VerifiedDelivery.RepeatGuard;
import dev.pawl.triggers.webhook.WebhookMessage;
import dev.pawl.triggers.webhook.WebhookRule.Authentication;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * Starts flows by webhooks: authenticates the request, then starts the flow like any other trigger.
 * A request that was decided on an old configuration is decided again.
 */
public final class WebhookStarts {

  private static final int MAX_DECISIONS = 4;

  /** Headers that are not for flows, since they authenticate or describe the connection. */
  private static final Set<String> OMITTED_HEADERS =
      Set.of(
          "authorization",
          "proxy-authorization",
          "cookie",
          "connection",
          "te",
          "transfer-encoding",
          "upgrade",
          "keep-alive");

  private final Node node;
  private final ConfigCache cache;
  private final ConnectionTemplate engine;
  private final FlowResolver flows;
  private final WebhookSecrets secrets;
  private final WebhookSettings settings;

  /**
   * Settings of webhooks.
   *
   * @param allowsOpen true if webhooks without authentication may start flows
   * @param clock the clock that signed times are compared with
   */
  public record WebhookSettings(boolean allowsOpen, InstantSource clock) {}

  /**
   * Creates the path from webhooks to starts.
   *
   * @param engine access under the role of the engine, which writes idempotency keys
   */
  public WebhookStarts(
      Node node,
      ConfigCache cache,
      ConnectionTemplate engine,
      FlowResolver flows,
      WebhookSecrets secrets,
      WebhookSettings settings) {
    this.node = node;
    this.cache = cache;
    this.engine = engine;
    this.flows = flows;
    this.secrets = secrets;
    this.settings = settings;
  }

  /**
   * Receives a request. A flow that it starts is durable when this method returns.
   *
   * @throws ApiInvocations.InputRefusedException if the input is wrong
   * @throws dev.pawl.engine.node.TenantPausedException if the tenant is stopped
   */
  public WebhookOutcome receive(InboundWebhook request) {
    for (int decision = 1; decision <= MAX_DECISIONS; decision++) {
      TenantTriggers triggers =
          decision == 1 ? cache.of(request.tenant()) : cache.reload(request.tenant());
      Optional<Webhook> webhook = triggers.ofWebhook(request.path());
      if (webhook.isEmpty()) {
        return WebhookOutcome.Refusal.UNKNOWN;
      }
      try {
        Optional<VerifiedDelivery> delivery = authenticate(request, webhook.get());
        if (delivery.isEmpty()) {
          return WebhookOutcome.Refusal.UNAUTHORIZED;
        }
        return start(request, triggers.epoch(), webhook.get(), delivery.get());
      } catch (StaleConfigurationException e) {
        // Decided again.
      }
    }
    throw new BusyException(
        "the triggers of the tenant change too fast to start anything by them; try again later");
  }

  private Optional<VerifiedDelivery> authenticate(InboundWebhook request, Webhook webhook) {
    return switch (webhook.rule().authentication()) {
      case WEBHOOK_SECRET -> {
        Instant now = settings.clock().instant();
        List<String> valid =
            webhook.secrets().stream()
                .filter(secret -> secret.isValid(now))
                .map(secret -> secrets.open(request.tenant(), secret))
                .toList();
        yield webhook.rule().style().verify(request.message(), valid, now);
      }
      case TENANT_API_KEY -> request.caller(webhook.flow()).map(caller -> unsigned(request));
      case NONE -> settings.allowsOpen() ? Optional.of(unsigned(request)) : Optional.empty();
    };
  }

  private VerifiedDelivery unsigned(InboundWebhook request) {
    Optional<String> key = request.idempotencyKey();
    return new VerifiedDelivery(
        key.orElseGet(() -> node.newId().toString()), key, new RepeatGuard.Retained());
  }

  private WebhookOutcome start(
      InboundWebhook request, long epoch, Webhook webhook, VerifiedDelivery delivery) {
    String flow = webhook.flow();
    Optional<FlowResolver.StartableFlow> startable = flows.find(request.tenant(), flow);
    if (startable.isEmpty()) {
      return WebhookOutcome.Refusal.UNKNOWN;
    }
    Json input = request.input();
    ExecutionKey key = node.newKey(Launch.of(flow, input).of(request.tenant()));
    ApiInvocations.PreparedInput prepared =
        ApiInvocations.prepare(
            webhook.trigger(),
            Envelope.ofWebhook(
                input,
                details(request, delivery),
                flow,
                webhook.rule().authentication() == Authentication.TENANT_API_KEY
                    ? request.caller(flow)
                    : Optional.empty(),
                key));
    Optional<String> idempotencyKey =
        delivery.key().map(one -> startKey(request, flow, delivery.guard(), one));
    request.admit();
    try (HeldStart held = hold(request, flow, idempotencyKey)) {
      ExecutionKey started =
          node.start(
              new Launch(
                  request.tenant(),
                  flow,
                  OptionalInt.of(startable.get().version()),
                  prepared.input(),
                  Optional.empty(),
                  new StartAttributes(
                      startable.get().priority(),
                      Optional.empty(),
                      Map.of(),
                      idempotencyKey,
                      Optional.empty(),
                      provenance(request, epoch, webhook, delivery)),
                  false,
                  prepared.context()),
              key);
      boolean isRepeated = !started.equals(key);
      if (!isRepeated) {
        held.count();
      }
      return new WebhookOutcome.Started(
          started, delivery.id(), isRepeated, webhook.rule().isSync());
    }
  }

  /** A repetition starts nothing: it gets its answer when the quotas are used up, too. */
  private HeldStart hold(InboundWebhook request, String flow, Optional<String> key) {
    try {
      return request.hold();
    } catch (RuntimeException usedUp) {
      if (key.filter(one -> StartKeys.exists(engine, request.tenant(), flow, one)).isPresent()) {
        return HeldStart.NONE;
      }
      throw usedUp;
    }
  }

  private static Provenance provenance(
      InboundWebhook request, long epoch, Webhook webhook, VerifiedDelivery delivery) {
    boolean isSigned = webhook.rule().authentication() == Authentication.WEBHOOK_SECRET;
    return new Provenance(
        Optional.of("trigger:webhook:" + request.path()),
        isSigned
            ? Optional.empty()
            : delivery
                .key()
                .map(one -> HexFormat.of().formatHex(Sha256.of(request.message().body()))),
        Optional.empty(),
        OptionalLong.of(epoch));
  }

  private static JsonObject details(InboundWebhook request, VerifiedDelivery delivery) {
    return JsonObject.builder()
        .put("path", Json.of(request.path()))
        .put("id", Json.of(delivery.id()))
        .put("headers", headers(request.message()))
        .build();
  }

  private static JsonObject headers(WebhookMessage message) {
    Map<String, Json> kept = new TreeMap<>();
    message
        .headers()
        .forEach(
            (name, value) -> {
              if (!OMITTED_HEADERS.contains(name)) {
                kept.put(name, Json.of(value));
              }
            });
    return JsonObject.of(kept);
  }

  /** Returns the idempotency key of a start: that of the first delivery if this is a repetition. */
  private String startKey(InboundWebhook request, String flow, RepeatGuard guard, String key) {
    return switch (guard) {
      case RepeatGuard.Retained retained -> dedupKey(request.path(), key);
      case RepeatGuard.OneDay oneDay -> {
        String id = oneDay.id().orElseGet(() -> node.newId().toString());
        String own = dedupKey(request.path(), id + ":" + key);
        String first =
            StartKeys.firstOfDay(
                engine, request.tenant(), flow, "body:" + request.path() + ":" + key, own);
        // Its own day may be over, with another delivery of the same body after it.
        yield first.equals(own) || StartKeys.exists(engine, request.tenant(), flow, own)
            ? own
            : first;
      }
    };
  }

  /** Returns the idempotency key of a start; ids that are too long for one are digested. */
  private static String dedupKey(String path, String id) {
    String key = "hook:" + path + ":" + id;
    return NameLimit.IDEMPOTENCY_KEY.admits(key)
        ? key
        : "hook:" + path + ":sha256:" + Sha256.hex(id);
  }
}
