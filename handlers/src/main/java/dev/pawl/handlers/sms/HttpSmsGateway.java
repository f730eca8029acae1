package dev.pawl.handlers.sms;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.handlers.egress.EgressDeniedException;
import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPermission;
import dev.pawl.handlers.egress.ResolvedTarget;
import dev.pawl.handlers.socket.ConnectionDeadline;
import dev.pawl.handlers.text.MessageSettings;
import dev.pawl.sdk.Effect;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.OutboundConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.Timeout;

/** Sends messages to gateways that take JSON by HTTP: {@code {to, text, sender, key}}. */
final class HttpSmsGateway implements SmsGateway {

  private static final int MAX_RESPONSE_BYTES = 64 * 1024;

  private static final Timeout CONNECT_TIMEOUT = Timeout.ofSeconds(5);

  private final EgressGuard guard;

  HttpSmsGateway(EgressGuard guard) {
    this.guard = guard;
  }

  @Override
  public SmsReport send(
      SmsMessage message,
      OutboundConnection connection,
      HandlerCall call,
      Duration limit,
      boolean awaitReceipt)
      throws HandlerException {
    URI url = url(connection);
    HttpPost request = request(url, message, connection, call);
    try (CloseableHttpClient client = client(resolve(url, connection, call), limit)) {
      ConnectionDeadline deadline = ConnectionDeadline.start(request::cancel, limit);
      try {
        GatewayResponse response =
            client.execute(
                request, answer -> new GatewayResponse(answer.getCode(), body(answer.getEntity())));
        return report(response, message, connection, call);
      } finally {
        deadline.close();
      }
    } catch (IOException e) {
      throw new HandlerException(
          SmsHandler.SMS_CONNECT,
          "connection %s: the gateway does not answer as expected (%s)"
              .formatted(connection.name(), e.getMessage()));
    }
  }

  private record GatewayResponse(int status, String body) {}

  private static URI url(OutboundConnection connection) throws HandlerException {
    try {
      URI url = URI.create(connection.address());
      String scheme = String.valueOf(url.getScheme());
      if ((scheme.equals("http") || scheme.equals("https"))
          && url.getHost() != null
          && url.getRawUserInfo() == null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // Reported below like any other address that is no URL.
    }
    throw MessageSettings.invalid(
        "connection",
        "the address of %s is not a URL such as https://sms.example/messages"
            .formatted(connection.name()));
  }

  private ResolvedTarget resolve(URI url, OutboundConnection connection, HandlerCall call)
      throws HandlerException, IOException {
    int port = url.getPort() >= 0 ? url.getPort() : url.getScheme().equals("https") ? 443 : 80;
    try {
      return guard.check(
          url.getHost(),
          port,
          EgressPermission.httpConnection(call.origin().tenant(), connection, port));
    } catch (EgressDeniedException e) {
      throw new HandlerException(SmsHandler.EGRESS_DENIED, String.valueOf(e.getMessage()));
    }
  }

  /** Connects to the checked addresses only; follows no redirects and repeats nothing. */
  private static CloseableHttpClient client(ResolvedTarget target, Duration limit) {
    DnsResolver checkedAddresses =
        new DnsResolver() {
          @Override
          public InetAddress[] resolve(String host) {
            return target.addresses().toArray(InetAddress[]::new);
          }

          @Override
          public String resolveCanonicalHostname(String host) {
            return host;
          }
        };
    Timeout timeout = Timeout.of(limit);
    return HttpClients.custom()
        .setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(checkedAddresses)
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom()
                        .setConnectTimeout(CONNECT_TIMEOUT)
                        .setSocketTimeout(timeout)
                        .build())
                .build())
        .setDefaultRequestConfig(RequestConfig.custom().setResponseTimeout(timeout).build())
        .disableRedirectHandling()
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableContentCompression()
        .build();
  }

  private static HttpPost request(
      URI url, SmsMessage message, OutboundConnection connection, HandlerCall call)
      throws HandlerException {
    HttpPost request = new HttpPost(url);
    request.setEntity(
        new StringEntity(
            JsonObject.builder()
                .put("to", Json.of(message.to().text()))
                .put("text", Json.of(message.text()))
                .put("sender", Json.of(message.sender().text()))
                .put("key", Json.of(call.idempotencyKey()))
                .build()
                .toString(),
            ContentType.APPLICATION_JSON));
    request.setHeader("Idempotency-Key", call.idempotencyKey());
    authenticate(request, connection);
    return request;
  }

  private static void authenticate(HttpPost request, OutboundConnection connection)
      throws HandlerException {
    JsonObject auth = connection.auth();
    String type = MessageSettings.option(auth, "type").orElse("none");
    switch (type) {
      case "none" -> {}
      case "bearer" -> request.setHeader("Authorization", "Bearer " + credential(auth, "token"));
      case "basic" -> {
        String pair = credential(auth, "user") + ":" + credential(auth, "password");
        request.setHeader(
            "Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)));
      }
      case "header" -> request.setHeader(credential(auth, "name"), credential(auth, "value"));
      default ->
          throw MessageSettings.invalid(
              "connection",
              "auth type %s of %s is not none, basic, bearer or header"
                  .formatted(type, connection.name()));
    }
  }

  private static String credential(JsonObject auth, String name) throws HandlerException {
    String value = MessageSettings.option(auth, name).orElse("");
    if (value.isEmpty() || value.chars().anyMatch(Character::isISOControl)) {
      throw MessageSettings.invalid(
          "connection", "auth.%s is missing or has a line break".formatted(name));
    }
    return value;
  }

  private static String body(HttpEntity entity) throws IOException {
    return entity == null
        ? ""
        : new String(entity.getContent().readNBytes(MAX_RESPONSE_BYTES), UTF_8);
  }

  private static SmsReport report(
      GatewayResponse response, SmsMessage message, OutboundConnection connection, HandlerCall call)
      throws HandlerException {
    int status = response.status();
    if (status < 200 || status > 299) {
      String error =
          status == 429
              ? SmsHandler.SMS_THROTTLED
              : status >= 500 || status == 408 ? SmsHandler.SMS_CONNECT : SmsHandler.SMS_REJECTED;
      throw new HandlerException(
          error,
          "connection %s: the gateway answers with status %d".formatted(connection.name(), status));
    }
    Optional<Json> answer = json(response.body());
    String id = member(answer, "messageId").or(() -> member(answer, "id")).orElse("");
    call.effect(
        new Effect(
            "sms", message.to().text(), call.idempotencyKey(), "%d, id %s".formatted(status, id)));
    return new SmsReport(
        id, message.segments().count(), member(answer, "status").orElse(SmsReport.ACCEPTED));
  }

  private static Optional<Json> json(String body) {
    try {
      return Optional.of(Json.parse(body));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> member(Optional<Json> answer, String name) {
    return answer
        .flatMap(json -> json.get(name))
        .filter(value -> !value.isNull())
        .map(Json::asText);
  }
}
