package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.HttpAnswer;
import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.DownstreamException;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code OUTBOUND_MESSAGE}: delivers a signed webhook. Retry of the state repeats it for days. */
public final class OutboundMessage implements Handler {

  private static final int GONE = 410;

  private static final HandlerError FAILED =
      new HandlerError("WebhookFailed", "There was no response, or its status was not 2xx.", true);
  private static final HandlerError ENDPOINT_GONE =
      new HandlerError(
          "WebhookGone", "The endpoint answered 410: it wants no more messages.", false);

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Webhook",
          "Integration",
          "Delivers a message to an endpoint, signed as Standard Webhooks says.",
          "send",
          Json.parse(
              """
              {
                "type": "object",
                "required": ["type"],
                "properties": {
                  "endpoint": {"type": "string", "description": "Connection of kind HTTP"},
                  "url": {"type": "string"},
                  "type": {"type": "string", "description": "Type, such as invoice.paid"},
                  "payload": {"description": "Data; default is the input of the state"},
                  "secret": {"type": ["string", "array"],
                             "description": "whsec_..., or the name of a secret; several sign all"}
                },
                "oneOf": [{"required": ["url"]}, {"required": ["endpoint"]}],
                "additionalProperties": false
              }
              """),
          JsonBool.TRUE,
          Json.parse(
              """
              {
                "type": "object",
                "required": ["id", "status", "attempts"],
                "properties": {
                  "id": {"type": "string"}, "status": {"type": "integer"},
                  "attempts": {"type": "integer"}
                }
              }
              """),
          List.of(FAILED, ENDPOINT_GONE, HttpErrors.DENIED, HandlerSettings.CONFIG_INVALID),
          EffectScope.EXTERNAL,
          Optional.of(HttpCalls.TIMEOUT));

  private final HttpCalls http;

  /** Creates the handler. */
  public OutboundMessage(HttpCalls http) {
    this.http = http;
  }

  @Override
  public HandlerDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Optional<String> downstream(HandlerCall call) throws HandlerException {
    return Optional.of(target(call, HandlerSettings.of(call)).url().hostAndPort());
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException {
    HandlerSettings settings = HandlerSettings.of(call);
    HttpTarget target = target(call, settings);
    String id = WebhookSignature.idOf(call.idempotencyKey());
    Instant now = http.clock().instant();
    RequestBody body =
        RequestBody.json(
            JsonObject.of("type", Json.of(settings.requiredText("type")))
                .with("timestamp", Json.of(now.toString()))
                .with("data", payload(call, settings)));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
    headers.put(
        "webhook-signature",
        WebhookSignature.sign(
            secrets(call, settings, target), id, now.getEpochSecond(), body.bytes()));
    RequestDraft draft =
        new RequestDraft(
            "POST",
            target,
            headers,
            Optional.of(body),
            0,
            new RequestAuth.None(),
            call.idempotencyKey());
    HttpAnswer answer = deliver(call, draft);
    return JsonObject.of("id", Json.of(id))
        .with("status", Json.of(answer.status()))
        .with("attempts", Json.of(call.attempt()));
  }

  private HttpAnswer deliver(HandlerCall call, RequestDraft draft) throws HandlerException {
    HttpAnswer answer;
    try {
      answer = http.send(call, draft, http.deadline(call));
    } catch (HandlerException e) {
      boolean permanent =
          e.error().equals(HttpErrors.DENIED.name())
              || e.error().equals(HandlerSettings.CONFIG_INVALID.name());
      if (permanent) {
        throw e;
      }
      String cause = String.valueOf(e.getMessage());
      throw e instanceof DownstreamException
          ? new DownstreamException(FAILED.name(), cause)
          : new HandlerException(FAILED.name(), cause);
    }
    if (answer.status() == GONE) {
      throw new HandlerException(
          ENDPOINT_GONE.name(), HttpErrors.cause(call.services(), "POST", answer));
    }
    if (answer.status() < 200 || answer.status() >= 300) {
      throw HttpErrors.of(call.services(), FAILED.name(), "POST", answer);
    }
    return answer;
  }

  private static HttpTarget target(HandlerCall call, HandlerSettings settings)
      throws HandlerException {
    Optional<String> url = settings.text("url");
    Optional<String> endpoint = settings.text("endpoint");
    if (url.isPresent() == endpoint.isPresent()) {
      throw HandlerSettings.invalid("url: set either url or endpoint");
    }
    return url.isPresent()
        ? HttpTarget.ofUrl(call, "url", url.get())
        : HttpTarget.ofConnection(
            call, HttpTarget.connection(call, "endpoint", endpoint.get()), "");
  }

  private static Json payload(HandlerCall call, HandlerSettings settings) throws HandlerException {
    Optional<Json> payload = settings.value("payload");
    if (payload.isEmpty() && call.config().isEmpty()) {
      throw HandlerSettings.invalid(
          "payload: is missing; set it, or write the settings in Config so that the input is sent");
    }
    return payload.orElse(call.input());
  }

  private static List<String> secrets(HandlerCall call, HandlerSettings settings, HttpTarget target)
      throws HandlerException {
    List<Json> given = settings.list("secret");
    if (given.isEmpty()) {
      given = new HandlerSettings(target.auth()).list("secret");
    }
    List<String> secrets = new ArrayList<>();
    for (Json secret : given) {
      String text = secret.asText();
      String value = WebhookSignature.isSecret(text) ? text : call.secret(text).orElse("");
      if (!WebhookSignature.isSecret(value)) {
        throw HandlerSettings.invalid(
            "secret: is neither whsec_ and base64 nor the name of such a secret; create the secret"
                + " or correct the name");
      }
      secrets.add(value);
    }
    if (secrets.isEmpty()) {
      throw HandlerSettings.invalid(
          "secret: is missing; set it, or use an endpoint whose connection has one");
    }
    return secrets;
  }
}
