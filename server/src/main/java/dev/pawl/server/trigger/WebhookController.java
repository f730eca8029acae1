package dev.pawl.server.trigger;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.ExecutionReader;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Endpoints;
import dev.pawl.server.access.OpenAccess;
import dev.pawl.server.guard.AnonymousRateLimit;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.tenant.StartQuotas;
import dev.pawl.server.tenant.StartRates;
import dev.pawl.server.tenant.Tenants.KnownTenant;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.OpenStreams;
import dev.pawl.server.web.RawBody;
import dev.pawl.triggers.launch.ApiInvocations;
import dev.pawl.triggers.launch.InboundWebhook;
import dev.pawl.triggers.launch.WebhookOutcome;
import dev.pawl.triggers.launch.WebhookStarts;
import dev.pawl.triggers.webhook.WebhookAddress;
import dev.pawl.triggers.webhook.WebhookMessage;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint of webhooks. It authenticates requests by the trigger that owns their path. */
@RestController
public final class WebhookController {

  /** How long a request with a synchronous answer waits. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);

  private static final String BEARER = "Bearer pawl_";
  private static final String DEFAULT_TENANT = "default";

  private static final String UNAUTHORIZED =
      "the key or the signature of this request is missing, wrong or too old";

  private final WebhookStarts starts;
  private final WebhookTenants tenants;
  private final ApiKeys keys;
  private final AnonymousRateLimit anonymous;
  private final WebhookLimits limits;
  private final WebhookWaits waits;

  WebhookController(
      WebhookStarts starts,
      WebhookTenants tenants,
      ApiKeys keys,
      AnonymousRateLimit anonymous,
      WebhookLimits limits,
      WebhookWaits waits) {
    this.starts = starts;
    this.tenants = tenants;
    this.keys = keys;
    this.anonymous = anonymous;
    this.limits = limits;
    this.waits = waits;
  }

  /** The limits on starts, and the parser of bodies. */
  record WebhookLimits(StartRates rates, StartQuotas quotas, ApiJson json) {

    void admit(KnownTenant tenant) {
      rates.take(tenant.id(), tenant.standing().startsPerSecond());
    }

    InboundWebhook.HeldStart hold(KnownTenant tenant) {
      return quotas.hold(tenant.id());
    }
  }

  /** What is needed to wait for the end of an execution. */
  record WebhookWaits(Node node, ExecutionControl control, OpenStreams streams) {}

  /** The execution that a request to a webhook started. */
  record WebhookReceipt(
      @Schema(
              description =
                  "Id of the delivery: that of the sender, or a digest of what was signed.",
              example = "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W")
          String id,
      @Schema(
              description = "Id of the execution.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          UUID execution) {}

  @PostMapping("/api/webhooks/{path}/{*more}")
  @OpenAccess(
      summary =
          "Starts the flow that owns the path; a repeated delivery gets the first answer, and a"
              + " flow that answers itself gives status, headers and body by its output.",
      authenticates = true)
  @ApiStatus(
      value = {202},
      as = {WebhookReceipt.class})
  @RawBody(
      value =
          "JSON, a form (application/x-www-form-urlencoded) or text becomes the input; anything"
              + " else becomes base64 text.",
      example = "{\"orderId\": \"ord-123\"}")
  ResponseEntity<?> receive(HttpServletRequest request, @PathVariable String path)
      throws IOException, InterruptedException {
    byte[] body = request.getInputStream().readAllBytes();
    // Only the one spelling of a path exists: nothing is decoded or normalized.
    String address = request.getRequestURI();
    boolean isPlain =
        address.equals(Endpoints.WEBHOOKS + path)
            || address.startsWith(Endpoints.WEBHOOKS + path + "/");
    Optional<Caller> key = key(request);
    Optional<WebhookRequest> asked =
        isPlain
            ? asked(request, address.substring(Endpoints.WEBHOOKS.length()), body, key)
            : Optional.empty();
    WebhookOutcome outcome =
        asked.isEmpty() ? WebhookOutcome.Refusal.UNKNOWN : receive(asked.get());
    return switch (outcome) {
      case WebhookOutcome.Refusal refusal -> throw refused(refusal, request, key);
      case WebhookOutcome.Started started ->
          started.isSync() ? awaitAnswer(started) : receipt(started);
    };
  }

  private WebhookOutcome receive(WebhookRequest request) {
    try {
      return starts.receive(request);
    } catch (ApiInvocations.InputRefusedException refused) {
      throw ApiException.refused("bad-input", String.valueOf(refused.getMessage()));
    }
  }

  private Optional<Caller> key(HttpServletRequest request) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return Optional.empty();
    }
    Optional<Caller> caller = keys.caller(header.substring(header.indexOf(' ') + 1).strip());
    if (caller.isEmpty()) {
      throw refused(WebhookOutcome.Refusal.UNAUTHORIZED, request, caller);
    }
    if (caller.get().standing().suspended()) {
      throw ApiException.forbidden("this tenant is suspended; ask the platform's administrators");
    }
    return caller;
  }

  private Optional<WebhookRequest> asked(
      HttpServletRequest request, String path, byte[] body, Optional<Caller> key) {
    Optional<WebhookAddress> address = WebhookAddress.parse(path);
    if (address.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> name = address.get().tenant();
    Optional<KnownTenant> named =
        name.or(() -> key.isEmpty() ? Optional.of(DEFAULT_TENANT) : Optional.empty())
            .flatMap(tenants::find);
    Optional<KnownTenant> ofKey =
        key.map(caller -> new KnownTenant(caller.tenant(), caller.standing()));
    return (name.isPresent() || key.isEmpty() ? named : ofKey)
        .filter(tenant -> !tenant.standing().suspended())
        .filter(tenant -> key.isEmpty() || key.get().tenant().equals(tenant.id()))
        .map(
            tenant ->
                new WebhookRequest(
                    tenant,
                    address.get().path(),
                    new WebhookMessage(headers(request), body),
                    key,
                    limits));
  }

  private static Map<String, String> headers(HttpServletRequest request) {
    Map<String, String> headers = new TreeMap<>();
    for (String name : Collections.list(request.getHeaderNames())) {
      headers.put(
          name.toLowerCase(Locale.ROOT),
          String.join(", ", Collections.list(request.getHeaders(name))));
    }
    return headers;
  }

  /** Slows down addresses that try paths, keys or signatures. */
  private ApiException refused(
      WebhookOutcome.Refusal refusal, HttpServletRequest request, Optional<Caller> key) {
    if (key.isEmpty() && !anonymous.mayTry(request.getRemoteAddr())) {
      return ApiException.tooMany(AnonymousRateLimit.CODE, AnonymousRateLimit.DETAIL);
    }
    return switch (refusal) {
      case UNKNOWN -> ApiException.notFound("webhook with this path");
      case UNAUTHORIZED -> ApiException.unauthorized(UNAUTHORIZED);
    };
  }

  private ResponseEntity<?> receipt(WebhookOutcome.Started started) {
    String id = started.isRepeated() ? firstId(started) : started.id();
    ResponseEntity.BodyBuilder answer = ResponseEntity.accepted();
    if (started.isRepeated()) {
      answer.header("Idempotency-Replayed", "true");
    }
    return answer.body(new WebhookReceipt(id, started.execution().id().value()));
  }

  /** Returns the id of the first delivery, since ids that are not signed may differ. */
  private String firstId(WebhookOutcome.Started started) {
    return waits
        .control()
        .reader()
        .load(started.execution())
        .flatMap(ExecutionReader::started)
        .flatMap(fact -> fact.context().get("Trigger"))
        .flatMap(trigger -> trigger.get("webhook"))
        .flatMap(webhook -> webhook.get("id"))
        .map(Json::asText)
        .orElse(started.id());
  }

  private ResponseEntity<?> awaitAnswer(WebhookOutcome.Started started)
      throws InterruptedException {
    Optional<Execution.Ending> ending = ending(started.execution());
    if (ending.isEmpty()) {
      return receipt(started);
    }
    if (ending.get().status() != Status.SUCCEEDED) {
      throw ApiException.badOutcome(
          "execution-failed",
          "the execution %s has ended with the status %s"
              .formatted(started.execution().id(), ending.get().status()));
    }
    return WebhookAnswer.of(ending.get().output().orElse(JsonObject.EMPTY));
  }

  private Optional<Execution.Ending> ending(ExecutionKey execution) throws InterruptedException {
    try {
      return waits
          .streams()
          .await(
              execution.tenant(),
              waits.node()::releaseWaiters,
              () -> waits.node().await(execution, MAX_WAIT));
    } catch (ApiException tooManyWaits) {
      return Optional.empty();
    }
  }
}
