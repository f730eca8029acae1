package dev.pawl.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Sends requests to webhooks, signed in the way of other systems. */
record WebhookSender(URI server) {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** A response with its raw body. */
  record Received(HttpResponse<String> response) {

    int status() {
      return response.statusCode();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    Json json() {
      return JsonText.parse(response.body());
    }

    String text(String member) {
      return json().get(member).orElseThrow(() -> new AssertionError(response.body())).asText();
    }
  }

  Received send(String path, Map<String, String> headers, String body) {
    return send(path, headers, body.getBytes(UTF_8));
  }

  Received send(String path, Map<String, String> headers, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve("/api/webhooks/" + path))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    Map<String, String> all = new LinkedHashMap<>(Map.of("Content-Type", "application/json"));
    all.putAll(headers);
    all.forEach(request::header);
    try {
      return new Received(HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the headers that the reference library of Standard Webhooks makes. */
  static Map<String, String> standard(String secret, String id, Instant time, String body) {
    try {
      return Map.of(
          "webhook-id",
          id,
          "webhook-timestamp",
          Long.toString(time.getEpochSecond()),
          "webhook-signature",
          new com.standardwebhooks.Webhook(secret).sign(id, time.getEpochSecond(), body));
    } catch (com.standardwebhooks.exceptions.WebhookSigningException e) {
      throw new AssertionError(e);
    }
  }

  static Map<String, String> github(String secret, String delivery, String body) {
    return Map.of(
        "X-Hub-Signature-256",
        "sha256=" + hex(secret, body),
        "X-GitHub-Delivery",
        delivery,
        "X-GitHub-Event",
        "push");
  }

  static Map<String, String> stripe(String secret, Instant time, String body) {
    long seconds = time.getEpochSecond();
    return Map.of(
        "Stripe-Signature", "t=%d,v1=%s".formatted(seconds, hex(secret, seconds + "." + body)));
  }

  static Map<String, String> hmac(String secret, String body) {
    return Map.of("X-EMF-Signature", hex(secret, body));
  }

  private static String hex(String secret, String content) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(content.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** Publishes a flow and sets its trigger. */
  static void deploy(Api api, String flow, String state, String config) throws Exception {
    Api.Answer created =
        api.post(
            "/api/flows?publish=true",
            "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"Do\", \"States\": {\"Do\": %s}}}"
                .formatted(flow, state));
    require(created, 201);
    require(trigger(api, flow, config), 200);
  }

  static Api.Answer trigger(Api api, String flow, String config) throws Exception {
    return api.call(
        "PUT",
        "/api/flows/" + flow + "/trigger",
        "{\"type\": \"AUTOLAUNCHED\", \"config\": %s}".formatted(config));
  }

  /** Creates a secret and returns it. */
  static String rotate(Api api, String flow, String body) throws Exception {
    Api.Answer created = api.post("/api/flows/" + flow + "/trigger/secret", body);
    require(created, 201);
    return created.text("secret");
  }

  private static void require(Api.Answer answer, int status) {
    if (answer.status() != status) {
      throw new AssertionError(answer.toString());
    }
  }
}
