package dev.pawl.server;

import static dev.pawl.server.WebhookSender.deploy;
import static dev.pawl.server.WebhookSender.rotate;
import static dev.pawl.server.WebhookSender.trigger;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.handlers.egress.NetworkRange;
import dev.pawl.sdk.Json;
import dev.pawl.server.WebhookSender.Received;
import dev.pawl.server.egress.EgressSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other systems start flows through webhooks. */
class WebhooksTest {

  private static final String PASS = "{\"Type\": \"Pass\", \"End\": true}";
  private static final String SIGNED =
      "{\"webhook\": {\"path\": \"%s\", \"authentication\": \"WEBHOOK_SECRET\", \"style\":"
          + " \"%s\"}}";

  @TempDir static Path folder;

  private static PawlServer server;
  private static HttpServer forwarder;
  private static Api admin;
  private static WebhookSender sender;

  @BeforeAll
  static void start() throws Exception {
    forwarder = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    forwarder.createContext("/", WebhooksTest::forward);
    forwarder.start();
    server =
        PawlServer.start(
            TestSettings.in(folder)
                .withOpenWebhooks()
                .withEgress(
                    new EgressSettings(
                        Set.of(),
                        List.of(NetworkRange.parse("127.0.0.0/8")),
                        Set.of(forwarder.getAddress().getPort()))));
    admin = new Api(server.address(), Optional.of(Files.readString(folder.resolve("admin.key"))));
    sender = new WebhookSender(server.address());
  }

  @AfterAll
  static void stop() {
    server.close();
    forwarder.stop(0);
  }

  /** Passes a message on, as a proxy between two systems does. */
  private static void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new HashMap<>();
      for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
        headers.put(name, exchange.getRequestHeaders().getFirst(name));
      }
      String path = exchange.getRequestURI().getPath().substring(1);
      Received answer = sender.send(path, headers, exchange.getRequestBody().readAllBytes());
      exchange.sendResponseHeaders(answer.status(), -1);
    }
  }

  @Test
  void shouldStartAFlowByAMessageOfTheReferenceLibrary() throws Exception {
    deploy(admin, "standard", PASS, SIGNED.formatted("shop/orders", "standard"));
    String secret = rotate(admin, "standard", "");
    String body = "{\"orderId\": \"o-1\"}";
    Map<String, String> headers = WebhookSender.standard(secret, "msg_1", Instant.now(), body);

    Received first = sender.send("shop/orders", headers, body);
    Received again = sender.send("shop/orders", headers, body);

    assertThat(secret).matches("whsec_[A-Za-z0-9+/]{43}=");
    assertThat(first.status()).as(first.response().body()).isEqualTo(202);
    assertThat(first.text("id")).isEqualTo("msg_1");
    assertThat(again.status()).isEqualTo(202);
    assertThat(again.response().body()).isEqualTo(first.response().body());
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    Api.Answer execution = ended(first);
    assertThat(execution.text("startedBy")).isEqualTo("trigger:webhook:shop/orders");
    Json envelope = execution.body().get("output").orElseThrow();
    assertThat(envelope.get("input")).contains(Json.parse(body));
    assertThat(envelope.get("trigger").flatMap(one -> one.get("type")))
        .contains(Json.of("API_INVOCATION"));
    assertThat(
            envelope
                .get("trigger")
                .flatMap(one -> one.get("webhook"))
                .flatMap(one -> one.get("id")))
        .contains(Json.of("msg_1"));
  }

  @Test
  void shouldRecogniseADeliveryOfGithubByItsBody() throws Exception {
    deploy(admin, "github", PASS, SIGNED.formatted("github", "github"));
    assertThat(
            admin
                .post("/api/flows/github/trigger/secret", "{\"secret\": \"a-secret-of-GitHub\"}")
                .body())
        .hasToString("{\"version\":1,\"secret\":null}");
    String body = "{\"ref\": \"main\"}";

    Received first =
        sender.send("github", WebhookSender.github("a-secret-of-GitHub", "d-1", body), body);
    Received other =
        sender.send("github", WebhookSender.github("a-secret-of-GitHub", "d-2", body), body);

    assertThat(first.status()).as(first.response().body()).isEqualTo(202);
    assertThat(first.text("id")).isEqualTo("d-1");
    assertThat(other.response().body()).isEqualTo(first.response().body());
    assertThat(ended(first).text("output")).contains("\"x-github-event\":\"push\"");
    assertThat(admin.get("/api/flows/github/trigger").body().toString())
        .contains("WEBHOOK_TIME_NOT_SIGNED");
  }

  @Test
  void shouldRecogniseAnEventOfStripeByItsId() throws Exception {
    deploy(admin, "stripe", PASS, SIGNED.formatted("stripe", "stripe"));
    String secret = rotate(admin, "stripe", "");
    String body = "{\"id\": \"evt_1\"}";

    Received first = sender.send("stripe", WebhookSender.stripe(secret, Instant.now(), body), body);
    Received later =
        sender.send(
            "stripe", WebhookSender.stripe(secret, Instant.now().plusSeconds(2), body), body);

    assertThat(first.text("id")).isEqualTo("evt_1");
    assertThat(later.text("execution")).isEqualTo(first.text("execution"));
  }

  @Test
  void shouldAcceptTheShortFormOfATrigger() throws Exception {
    deploy(
        admin,
        "short",
        PASS,
        "{\"webhookPath\": \"/hooks/process-order\", \"authentication\": \"WEBHOOK_SECRET\"}");
    String secret = rotate(admin, "short", "");

    assertThat(
            sender
                .send("hooks/process-order", WebhookSender.hmac(secret, "{\"a\": 1}"), "{\"a\": 1}")
                .status())
        .isEqualTo(202);
  }

  @Test
  void shouldReceiveWhatOutboundMessageSends() throws Exception {
    deploy(admin, "inbound", PASS, SIGNED.formatted("inbound", "standard"));
    String secret = rotate(admin, "inbound", "");
    admin.call("PUT", "/api/secrets/inbound", "{\"value\": \"%s\"}".formatted(secret));
    String task =
        """
        {"Type": "Task", "Resource": "OUTBOUND_MESSAGE", "End": true, "Config": {
          "url": "http://127.0.0.1:%d/inbound", "type": "order.paid", "secret": "{{ secret('inbound') }}"}}
        """
            .formatted(forwarder.getAddress().getPort());
    deploy(admin, "outbound", task, "{}");

    Api.Answer sent = admin.post("/api/flows/outbound/execute?wait=30", "{\"input\": {\"n\": 7}}");

    assertThat(sent.text("status")).as(sent.toString()).isEqualTo("SUCCEEDED");
    assertThat(sent.text("output")).contains("\"status\":202");
    assertThat(admin.get("/api/flows/executions?flow=inbound").body().toString())
        .contains("trigger:webhook:inbound");
  }

  @Test
  void shouldAuthenticateByAKeyOfTheTenant() throws Exception {
    deploy(
        admin,
        "keyed",
        PASS,
        """
        {"webhook": {"path": "keyed"}, "inputSchema": {"type": "object", "required": ["order"]},
         "inputMapping": {"order": "!$.input.orderId"}}
        """);
    String key = Files.readString(folder.resolve("admin.key")).strip();
    String viewer =
        admin.post("/api/keys", "{\"name\": \"v\", \"roles\": [\"viewer\"]}").text("key");
    Map<String, String> head =
        Map.of("Authorization", "Bearer " + key, "Idempotency-Key", "once-1");

    Received first = sender.send("keyed", head, "{\"orderId\": 1}");
    assertThat(first.status()).as(first.response().body()).isEqualTo(202);
    assertThat(sender.send("keyed", head, "{\"orderId\": 1}").text("execution"))
        .isEqualTo(first.text("execution"));
    assertThat(sender.send("keyed", head, "{\"orderId\": 2}").text("code"))
        .isEqualTo("idempotency-key-reused");
    assertThat(sender.send("@default/keyed", head, "{\"orderId\": 1}").status()).isEqualTo(202);
    assertThat(ended(first).text("output")).isEqualTo("{\"order\":1}");
    assertThat(sender.send("keyed", Map.of(), "{\"orderId\": 1}").status()).isEqualTo(401);
    assertThat(
            sender
                .send("keyed", Map.of("Authorization", "Bearer " + viewer), "{\"orderId\": 1}")
                .status())
        .isEqualTo(403);
    assertThat(
            sender
                .send("keyed", Map.of("Authorization", "Bearer " + key), "{\"order\": 1}")
                .text("code"))
        .isEqualTo("bad-input");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json|{\"a\": [1]}|{\"a\":[1]}",
        "application/cloudevents+json; charset=utf-8|7|7",
        "application/x-www-form-urlencoded|a=1&b=x+%C3%A9&a=2&c|{\"a\":[\"1\",\"2\"],\"b\":\"x"
            + " é\",\"c\":\"\"}",
        "text/plain|hello é|\"hello é\"",
        "application/octet-stream|hello|\"aGVsbG8=\"",
        "nonsense|hello|\"aGVsbG8=\""
      })
  void shouldReadBodiesByTheirType(String type, String body, String input) throws Exception {
    String flow = "typed-" + Math.abs((type + body).hashCode());
    deploy(
        admin,
        flow,
        PASS,
        "{\"webhook\": {\"path\": \"%s\", \"authentication\": \"WEBHOOK_SECRET\", \"style\": \"hmac\"}, \"inputMapping\": \"$.input\"}"
            .formatted(flow));
    String secret = rotate(admin, flow, "");
    Map<String, String> headers = new HashMap<>(WebhookSender.hmac(secret, body));
    headers.put("Content-Type", type);

    Received received = sender.send(flow, headers, body);

    assertThat(received.status()).as(received.response().body()).isEqualTo(202);
    assertThat(ended(received).body().get("output")).contains(Json.parse(input));
  }

  @Test
  void shouldRefuseBodiesThatAreNotWhatTheirTypeSays() throws Exception {
    deploy(
        admin,
        "broken",
        PASS,
        "{\"webhook\": {\"path\": \"broken\", \"authentication\": \"NONE\"}}");

    assertThat(sender.send("broken", Map.of(), "{").text("code")).isEqualTo("malformed");
    assertThat(
            sender
                .send(
                    "broken", Map.of("Content-Type", "application/x-www-form-urlencoded"), "a=%zz")
                .text("code"))
        .isEqualTo("malformed");
    assertThat(
            sender
                .send("broken", Map.of("Content-Type", "text/plain"), new byte[] {(byte) 0xff})
                .text("detail"))
        .isEqualTo("the body is not text in UTF-8");
    assertThat(sender.send("broken", Map.of(), "").status()).isEqualTo(202);
  }

  @Test
  void shouldAnswerWithTheOutput() throws Exception {
    deploySync(
        "challenge",
        "{\"status\": 201, \"headers\": {\"X-Hook-Secret\": \"s\", \"Content-Type\": \"text/xml\"},"
            + " \"body\": \"<ok/>\"}");
    deploySync("plain", "{\"total\": 3}");
    deploySync("empty", "{\"status\": 204}");

    Received answer = sender.send("challenge", Map.of(), "{}");
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
    assertThat(answer.response().body()).isEqualTo("<ok/>");
    assertThat(answer.header("X-Hook-Secret")).isEqualTo("s");
    assertThat(answer.header("Content-Type")).startsWith("text/xml");
    assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
    assertThat(sender.send("plain", Map.of(), "{}").json()).isEqualTo(Json.parse("{\"total\": 3}"));
    assertThat(sender.send("empty", Map.of(), "{}").status()).isEqualTo(204);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cookie|{\"headers\": {\"Set-Cookie\": \"a=b\"}}",
        "length|{\"headers\": {\"Content-Length\": \"5\"}}",
        "csp|{\"headers\": {\"Content-Security-Policy\": \"*\"}}",
        "cors|{\"headers\": {\"Access-Control-Allow-Origin\": \"*\"}}",
        "frame|{\"headers\": {\"X-Frame-Options\": \"ALLOWALL\"}}",
        "accel|{\"headers\": {\"X-Accel-Redirect\": \"/internal\"}}",
        "split|{\"headers\": {\"X-A\": \"b\\r\\nSet-Cookie: c\"}}",
        "html|{\"headers\": {\"Content-Type\": \"text/html\"}, \"body\": \"<script>\"}",
        "low|{\"status\": 101}",
        "text|{\"status\": \"200\"}"
      })
  void shouldNotAnswerWithWhatIsReserved(String name, String output) throws Exception {
    deploySync("reserved-" + name, output);

    Received answer = sender.send("reserved-" + name, Map.of(), "{}");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.text("code")).isEqualTo("bad-response");
    assertThat(answer.header("Set-Cookie")).isEmpty();
  }

  @Test
  void shouldSayThatTheExecutionFailed() throws Exception {
    deploy(
        admin,
        "failing",
        "{\"Type\": \"Fail\", \"Error\": \"Secret\", \"Cause\": \"internal\"}",
        "{\"webhook\": {\"path\": \"failing\", \"authentication\": \"NONE\", \"respond\":"
            + " \"sync\"}}");

    Received answer = sender.send("failing", Map.of(), "{}");

    assertThat(answer.text("code")).isEqualTo("execution-failed");
    assertThat(answer.response().body()).doesNotContain("Secret", "internal\"");
  }

  @Test
  void shouldListWebhooksAndRefuseAPathTwice() throws Exception {
    deploy(admin, "listed", PASS, SIGNED.formatted("listed", "stripe"));
    deploy(admin, "unlisted", PASS, "{}");
    rotate(admin, "listed", "");

    assertThat(trigger(admin, "unlisted", SIGNED.formatted("listed", "stripe")).text("code"))
        .isEqualTo("webhook-path-taken");
    assertThat(admin.get("/api/webhooks?limit=200").body().toString())
        .contains("\"path\":\"listed\"", "\"style\":\"stripe\"", "\"version\":1")
        .doesNotContain("whsec_");
    assertThat(admin.post("/api/flows/unlisted/trigger/secret", "").text("code"))
        .isEqualTo("no-webhook-secret");
    assertThat(
            admin
                .post("/api/flows/listed/trigger/secret", "{\"secret\": \"short\"}")
                .text("detail"))
        .isEqualTo(
            "secret: must have 16 to 256 visible ASCII characters and no spaces; this one has 5"
                + " characters");
    assertThat(admin.get("/api/audit?limit=200").body().toString())
        .contains(
            "\"after\":{\"type\":\"AUTOLAUNCHED\",\"config\":{\"webhook\":{\"path\":\"listed\"");
  }

  @Test
  void shouldFreeThePathOfADeletedFlow() throws Exception {
    deploy(admin, "deleted", PASS, SIGNED.formatted("free", "standard"));
    String secret = rotate(admin, "deleted", "");
    admin.call("DELETE", "/api/flows/deleted", "");
    Map<String, String> headers = WebhookSender.standard(secret, "m", Instant.now(), "{}");
    assertThat(sender.send("free", headers, "{}").status()).isEqualTo(404);

    assertThat(admin.post("/api/flows/deleted/delete", "{\"code\": \"deleted\"}").status())
        .isEqualTo(200);

    deploy(admin, "successor", PASS, SIGNED.formatted("free", "standard"));
    assertThat(sender.send("free", headers, "{}").status()).isEqualTo(401);
  }

  @Test
  void shouldCountStartsAgainstTheLimitsOfTheTenant() throws Exception {
    String key = admin.post("/api/tenants", "{\"code\": \"limited\"}").text("key");
    Api tenant = new Api(server.address(), Optional.of(key));
    deploy(tenant, "in", PASS, "{\"webhook\": {\"path\": \"in\", \"authentication\": \"NONE\"}}");
    admin.call("PUT", "/api/tenants/limited/limits", "{\"startsPerMinute\": 1}");

    assertThat(sender.send("@limited/in", Map.of(), "{}").status()).isEqualTo(202);
    Received refused = sender.send("@limited/in", Map.of(), "{}");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isNotEmpty();
  }

  @Test
  void shouldCountOnlyNewStartsAgainstTheDailyQuota() throws Exception {
    String key = admin.post("/api/tenants", "{\"code\": \"daily\"}").text("key");
    Api tenant = new Api(server.address(), Optional.of(key));
    deploy(tenant, "in", PASS, "{\"webhook\": {\"path\": \"in\", \"authentication\": \"NONE\"}}");
    admin.call("PUT", "/api/tenants/daily/limits", "{\"startsPerDay\": 2}");
    Map<String, String> same = Map.of("Idempotency-Key", "delivery-1");
    Received first = sender.send("@daily/in", same, "{}");
    assertThat(first.status()).as(first.response().body()).isEqualTo(202);

    for (int i = 0; i < 5; i++) {
      Received again = sender.send("@daily/in", same, "{}");
      assertThat(again.text("execution")).isEqualTo(first.text("execution"));
    }
    assertThat(sender.send("@daily/in", Map.of(), "{}").status())
        .as("the quota has room for a second start")
        .isEqualTo(202);

    Received beyond = sender.send("@daily/in", Map.of(), "{}");
    assertThat(beyond.status()).isEqualTo(403);
    assertThat(beyond.text("current")).isEqualTo("2");
    Received repeated = sender.send("@daily/in", same, "{}");
    assertThat(repeated.status()).as(repeated.response().body()).isEqualTo(202);
    assertThat(repeated.text("execution")).isEqualTo(first.text("execution"));
    assertThat(repeated.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(sender.send("@daily/in", same, "{\"other\": 1}").text("code"))
        .as("another request with the key is no repetition")
        .isEqualTo("idempotency-key-reused");
  }

  private void deploySync(String name, String output) throws Exception {
    deploy(
        admin,
        name,
        "{\"Type\": \"Pass\", \"Result\": %s, \"End\": true}".formatted(output),
        "{\"webhook\": {\"path\": \"%s\", \"authentication\": \"NONE\", \"respond\": \"sync\"}}"
            .formatted(name));
  }

  private static Api.Answer ended(Received received) throws Exception {
    return admin.get("/api/flows/executions/%s?wait=30".formatted(received.text("execution")));
  }

  @Test
  void shouldReadBytesAsTheyAre() throws Exception {
    deploy(admin, "bytes", PASS, SIGNED.formatted("bytes", "standard"));
    String secret = rotate(admin, "bytes", "");
    String body = "{\"text\": \"\u00e9\ud83d\ude00\"}  ";

    assertThat(
            sender
                .send(
                    "bytes",
                    WebhookSender.standard(secret, "m", Instant.now(), body),
                    body.getBytes(UTF_8))
                .status())
        .isEqualTo(202);
  }
}
