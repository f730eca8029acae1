package dev.pawl.handlers.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPermission;
import dev.pawl.handlers.egress.GuardedHttpClient;
import dev.pawl.handlers.egress.HttpAnswer;
import dev.pawl.handlers.egress.HttpFailure;
import dev.pawl.handlers.egress.HttpUrl;
import dev.pawl.handlers.egress.OutgoingRequest;
import dev.pawl.handlers.text.MessageSettings;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.OutboundConnection;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Sends messages to gateways that take JSON by HTTP: {@code {to, text, sender, key}}. */
final class HttpSmsGateway implements SmsGateway {

  private final GuardedHttpClient client;

  HttpSmsGateway(EgressGuard guard) {
    this.client = new GuardedHttpClient(guard);
  }

  @Override
  public SmsReport send(
      SmsMessage message,
      OutboundConnection connection,
      HandlerCall call,
      Duration limit,
      boolean awaitReceipt)
      throws HandlerException {
    try {
      HttpAnswer answer = client.send(request(message, connection, call), client.deadline(limit));
      return report(answer, message, connection, call);
    } catch (IllegalArgumentException e) {
      throw MessageSettings.invalid(
          "connection", "%s: %s".formatted(connection.name(), e.getMessage()));
    } catch (HttpFailure e) {
      String error =
          switch (e.reason()) {
            case DENIED -> SmsHandler.EGRESS_DENIED;
            case CONNECT, TIMEOUT -> SmsHandler.SMS_CONNECT;
            case TOO_LARGE, REDIRECT -> SmsHandler.SMS_REJECTED;
          };
      throw SmsHandler.failure(
          error, "connection %s: %s".formatted(connection.name(), e.getMessage()));
    }
  }

  private static OutgoingRequest request(
      SmsMessage message, OutboundConnection connection, HandlerCall call) throws HandlerException {
    HttpUrl url = HttpUrl.parse(connection.address());
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("Idempotency-Key", call.idempotencyKey());
    authenticate(headers, connection);
    byte[] body =
        JsonObject.builder()
            .put("to", Json.of(message.to().text()))
            .put("text", Json.of(message.text()))
            .put("sender", Json.of(message.sender().text()))
            .put("key", Json.of(call.idempotencyKey()))
            .build()
            .toUtf8();
    return new OutgoingRequest(
        "POST",
        url,
        headers,
        Optional.of(body),
        EgressPermission.httpConnection(call.origin().tenant(), connection, url.port()),
        0);
  }

  private static void authenticate(Map<String, String> headers, OutboundConnection connection)
      throws HandlerException {
    JsonObject auth = connection.auth();
    String type = MessageSettings.option(auth, "type").orElse("none");
    switch (type) {
      case "none" -> {}
      case "bearer" -> headers.put("Authorization", "Bearer " + credential(auth, "token"));
      case "basic" -> {
        String pair = credential(auth, "user") + ":" + credential(auth, "password");
        headers.put(
            "Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)));
      }
      case "header" -> headers.put(credential(auth, "name"), credential(auth, "value"));
      default ->
          throw MessageSettings.invalid(
              "connection",
              "auth type %s of %s is not none, basic, bearer or header"
                  .formatted(type, connection.name()));
    }
  }

  private static String credential(JsonObject auth, String name) throws HandlerException {
    return MessageSettings.option(auth, name)
        .orElseThrow(
            () ->
                MessageSettings.invalid(
                    "connection", "auth.%s is missing; set it".formatted(name)));
  }

  private static SmsReport report(
      HttpAnswer answer, SmsMessage message, OutboundConnection connection, HandlerCall call)
      throws HandlerException {
    int status = answer.status();
    if (status < 200 || status > 299) {
      String error =
          status == 429
              ? SmsHandler.SMS_THROTTLED
              : status >= 500 || status == 408 ? SmsHandler.SMS_CONNECT : SmsHandler.SMS_REJECTED;
      throw SmsHandler.failure(
          error,
          "connection %s: the gateway answers %s"
              .formatted(connection.name(), answer.statusLine()));
    }
    Optional<Json> body = json(answer.body());
    String id = member(body, "messageId").or(() -> member(body, "id")).orElse("");
    call.effect(
        new ExternalEffect(
            "sms", message.to().text(), call.idempotencyKey(), "%d, id %s".formatted(status, id)));
    return new SmsReport(
        id, message.segments().count(), member(body, "status").orElse(SmsReport.ACCEPTED));
  }

  private static Optional<Json> json(byte[] body) {
    try {
      return Optional.of(Json.parse(new String(body, UTF_8)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> member(Optional<Json> body, String name) {
    return body.flatMap(json -> json.get(name)).filter(value -> !value.isNull()).map(Json::asText);
  }
}
