package dev.pawl.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.handlers.egress.NetworkRange;
import dev.pawl.sdk.Json;
import dev.pawl.server.egress.EgressSettings;
import dev.pawl.server.egress.OwnAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Handlers that call other systems, through the API of a server whose operator allows loopback. */
@ExtendWith(OneServer.class)
class OutboundHandlersTest {

  private static final List<String> REQUESTS = new CopyOnWriteArrayList<>();

  private static final GreenMail MAIL =
      new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

  private static HttpServer target;
  private static PawlServer server;
  private static Api admin;

  @BeforeAll
  static void start(@TempDir Path data) throws IOException {
    target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    target.createContext("/", OutboundHandlersTest::answer);
    target.start();
    MAIL.start();
    server =
        PawlServer.start(
            TestSettings.in(data)
                .withEgress(
                    new EgressSettings(
                        Set.of(),
                        List.of(NetworkRange.parse("127.0.0.0/8")),
                        Set.of(target.getAddress().getPort()))));
    admin = new Api(server.address(), Optional.of(Files.readString(data.resolve(FirstKey.FILE))));
  }

  @AfterAll
  static void stop() {
    server.close();
    MAIL.stop();
    target.stop(0);
  }

  /** Fails the first request of each path that begins with /flaky. */
  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      boolean isRepeated = REQUESTS.contains(request);
      REQUESTS.add(request);
      String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
      String token = exchange.getRequestHeaders().getFirst("Authorization");
      String sent = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      byte[] body =
          "{\"key\": \"%s\", \"token\": \"%s\", \"sent\": %s}"
              .formatted(key, token, sent.isEmpty() ? "null" : sent)
              .getBytes(UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      boolean isFailing = exchange.getRequestURI().getPath().startsWith("/flaky") && !isRepeated;
      exchange.sendResponseHeaders(isFailing ? 503 : 200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static String url(String path) {
    return "http://127.0.0.1:" + target.getAddress().getPort() + path;
  }

  /** Publishes a flow of one Task and returns how its execution ended. */
  private static Json run(Api api, String code, String fields, String input) throws Exception {
    String body =
        """
        {"code": "%s", "definition": {"StartAt": "Do", "States": {"Do": {"Type": "Task", %s, "End": true}}}}
        """
            .formatted(code, fields);
    Api.Answer created = api.post("/api/flows?publish=true", body);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return api.post("/api/flows/" + code + "/execute?wait=30", "{\"input\": " + input + "}").body();
  }

  private static String text(Json json, String member) {
    return json.get(member).orElseThrow(() -> new AssertionError(json.toString())).asText();
  }

  private static String effects(Api api, Json ended) throws Exception {
    return api.get("/api/flows/executions/" + text(ended, "id") + "/effects").body().toString();
  }

  @Test
  void shouldCallHttpRetryAndListTheEffects() throws Exception {
    admin.call("PUT", "/api/secrets/crm", "{\"value\": \"token-of-the-crm\"}");

    Json ended =
        run(
            admin,
            "callout",
            """
            "Resource": "HTTP_CALLOUT",
            "Config": {
              "method": "POST", "url": "%s", "body": {"order": "${$.order}"},
              "auth": {"type": "bearer", "token": "{{ secret('crm') }}"}},
            "ResultSelector": {"status.$": "$.status", "sent.$": "$.body.sent", "token.$": "$.body.token"},
            "Retry": [{"ErrorEquals": ["Http5xx"], "IntervalSeconds": 1, "MaxAttempts": 2}]
            """
                .formatted(url("/flaky/orders")),
            "{\"order\": 7}");

    assertThat(text(ended, "status")).as(ended.toString()).isEqualTo("SUCCEEDED");
    assertThat(ended.get("output").orElseThrow().toString())
        .contains("\"status\":200", "\"sent\":{\"order\":7}")
        .doesNotContain("token-of-the-crm");
    assertThat(REQUESTS.stream().filter("POST /flaky/orders"::equals)).hasSize(2);
    assertThat(effects(admin, ended)).contains("POST " + url("/flaky/orders"), "503", "200");
  }

  @Test
  void shouldCallAnOperationOfAConnectionAndAFunction() throws Exception {
    Api.Answer saved =
        admin.call(
            "PUT",
            "/api/connections/orders",
            """
            {"kind": "http", "address": "%s", "operations": {"find": {"method": "GET", "path": "/orders/{id}"}}}
            """
                .formatted(url("")));

    Json called =
        run(
            admin,
            "call",
            """
            "Resource": "CALL",
            "Config": {"target": "orders", "operation": "find", "params": {"id": "${$.id}"}}
            """,
            "{\"id\": 41}");
    Json function =
        run(
            admin,
            "function",
            """
            "Resource": "FUNCTION",
            "Config": {"name": "TRANSFORM_DATA", "params": {"expression": "1 + 2"}}
            """,
            "{}");

    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
    assertThat(text(called, "status")).as(called.toString()).isEqualTo("SUCCEEDED");
    assertThat(REQUESTS).contains("GET /orders/41");
    assertThat(text(function, "output")).isEqualTo("3");
  }

  @Test
  void shouldExportAndSendOutboundMessages() throws Exception {
    admin.call(
        "PUT",
        "/api/secrets/hook",
        "{\"value\": \"whsec_%s\"}".formatted(Base64.getEncoder().encodeToString(new byte[32])));

    Json exported =
        run(
            admin,
            "export",
            """
            "Resource": "EXPORT_POLICY_HANDLER", "Config": {"endpointUrl": "%s"}
            """
                .formatted(url("/policies")),
            "{\"payload\": {\"policy\": \"P-1\"}}");
    Json notified =
        run(
            admin,
            "outbound",
            """
            "Resource": "OUTBOUND_MESSAGE", "Config": {
              "url": "%s", "type": "order.paid", "secret": "{{ secret('hook') }}"}
            """
                .formatted(url("/hooks")),
            "{\"order\": 7}");

    assertThat(text(exported, "status")).as(exported.toString()).isEqualTo("SUCCEEDED");
    assertThat(text(notified, "status")).as(notified.toString()).isEqualTo("SUCCEEDED");
    assertThat(REQUESTS).contains("POST /hooks");
    assertThat(effects(admin, exported)).contains(url("/policies"));
  }

  @Test
  void shouldSendAMailThroughAConnection() throws Exception {
    admin.call(
        "PUT",
        "/api/templates/welcome",
        "{\"subject\": \"Hello {{name}}\", \"text\": \"Dear {{name}}\"}");
    Api.Answer saved =
        admin.call(
            "PUT",
            "/api/connections/smtp",
            """
            {"kind": "smtp", "address": "127.0.0.1:%d", "tls": "none", "allowPrivate": true,
             "options": {"from": "Pawl <robot@example.org>"}}
            """
                .formatted(MAIL.getSmtp().getPort()));

    Json ended =
        run(
            admin,
            "welcome",
            """
            "Resource": "EMAIL_HANDLER", "Config": {"toField": "mail", "template": "welcome"}
            """,
            "{\"mail\": \"ada@example.com\", \"name\": \"Ada\"}");

    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
    assertThat(text(ended, "status")).as(ended.toString()).isEqualTo("SUCCEEDED");
    assertThat(MAIL.getReceivedMessages()).hasSize(1);
    assertThat(MAIL.getReceivedMessages()[0].getSubject()).isEqualTo("Hello Ada");
    assertThat(GreenMailUtil.getBody(MAIL.getReceivedMessages()[0])).contains("Dear Ada");
    assertThat(effects(admin, ended)).contains("mail", "ada@example.com");
  }

  @Test
  void shouldSendATextMessageThroughAConnection() throws Exception {
    admin.call(
        "PUT",
        "/api/connections/sms",
        "{\"kind\": \"http\", \"address\": \"%s\"}".formatted(url("/sms")));

    Json ended =
        run(
            admin,
            "remind",
            """
            "Resource": "SMS_HANDLER", "Config": {"toField": "phone", "text": "Dear ${$.name}"}
            """,
            "{\"phone\": \"+46 70 174 06 05\", \"name\": \"Ada\"}");

    assertThat(text(ended, "status")).as(ended.toString()).isEqualTo("SUCCEEDED");
    assertThat(REQUESTS).contains("POST /sms");
    assertThat(effects(admin, ended)).contains("sms");
  }

  @Test
  void shouldNeverCallTheServerItselfOrItsDatabase() throws Exception {
    int databasePort = OwnAddresses.ofDatabase(server.database().url()).iterator().next().getPort();
    for (int port : new int[] {server.address().getPort(), databasePort}) {
      String name = "own-" + port;
      Api.Answer saved =
          admin.call(
              "PUT",
              "/api/connections/" + name,
              "{\"kind\": \"http\", \"address\": \"http://127.0.0.1:%d\", \"allowPrivate\": true}"
                  .formatted(port));

      Json ended =
          run(
              admin,
              name,
              "\"Resource\": \"HTTP_CALLOUT\", \"Config\": {\"connection\": \"%s\", \"path\": \"/health/live\"}"
                  .formatted(name),
              "{}");

      assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
      assertThat(text(ended, "error")).as(ended.toString()).isEqualTo("EgressDenied");
    }
  }

  @Test
  void shouldDenyPrivateNetworksAndOtherPortsByDefault(OneServer.Running running) throws Exception {
    Api api = running.own("egress-default");

    Json ended =
        run(
            api,
            "denied",
            "\"Resource\": \"HTTP_CALLOUT\", \"Config\": {\"url\": \"%s\"}"
                .formatted(url("/denied")),
            "{}");
    Json loopback =
        run(
            api,
            "loopback",
            "\"Resource\": \"HTTP_CALLOUT\", \"Config\": {\"url\": \"http://127.0.0.1/\"}",
            "{}");

    assertThat(text(ended, "error")).isEqualTo("EgressDenied");
    assertThat(text(ended, "cause")).contains("port");
    assertThat(text(loopback, "error")).isEqualTo("EgressDenied");
    assertThat(text(loopback, "cause")).contains("not a public address");
    assertThat(REQUESTS).doesNotContain("GET /denied");
  }

  @Test
  void shouldFailACallWhoseComputedSettingsAreInvalid() throws Exception {
    Json ended =
        run(
            admin,
            "invalid",
            "\"Resource\": \"HTTP_CALLOUT\", \"Config\": {\"url\": \"${$.url}\"}",
            "{\"url\": {\"not\": \"a text\"}}");

    assertThat(text(ended, "error")).isEqualTo("ConfigInvalid");
    assertThat(text(ended, "cause")).contains("url");
  }
}
