package dev.pawl.server;

import static dev.pawl.server.WebhookSender.deploy;
import static dev.pawl.server.WebhookSender.rotate;
import static dev.pawl.server.WebhookSender.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.WebhookSender.Received;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks 40 to 47 on webhooks, against two nodes on one database. */
class WebhookAttackTest {

  private static final String PASS = "{\"Type\": \"Pass\", \"End\": true}";
  private static final String SIGNED =
      "{\"webhook\": {\"path\": \"%s\", \"authentication\": \"WEBHOOK_SECRET\"}}";
  private static final String BODY = "{\"orderId\": \"o-1\", \"n\": 1}";

  @TempDir static Path folder;

  private static PawlServer first;
  private static PawlServer second;
  private static Api admin;
  private static WebhookSender sender;
  private static WebhookSender other;
  private static String secret;
  private static String secretOfOther;

  @BeforeAll
  static void start() throws Exception {
    first = PawlServer.start(TestSettings.in(Files.createDirectory(folder.resolve("first"))));
    second =
        PawlServer.start(
            ServerSettings.in(Files.createDirectory(folder.resolve("second")))
                .withPort(0)
                .withDatabase(first.database())
                .withMasterKey(TestSettings.MASTER_KEY));
    String key = Files.readString(folder.resolve("first/admin.key"));
    admin = new Api(first.address(), Optional.of(key));
    sender = new WebhookSender(first.address());
    other = new WebhookSender(second.address());
    deploy(admin, "orders", PASS, SIGNED.formatted("orders"));
    deploy(admin, "others", PASS, SIGNED.formatted("others"));
    secret = rotate(admin, "orders", "");
    secretOfOther = rotate(admin, "others", "");
  }

  @AfterAll
  static void stop() {
    second.close();
    first.close();
  }

  @Test
  void shouldRefuseSignaturesThatAreMissingWrongCutOrOfAnotherEndpoint_40() throws Exception {
    long before = executions("orders");
    Map<String, String> right = standard(secret, "m-40", Instant.now(), BODY);
    String signature = right.get("webhook-signature");
    List<Received> refused =
        List.of(
            sender.send("orders", Map.of(), BODY),
            sender.send("orders", changed(right, "webhook-signature", "v1,AAAA"), BODY),
            sender.send(
                "orders",
                changed(right, "webhook-signature", signature.substring(0, signature.length() - 5)),
                BODY),
            sender.send("orders", changed(right, "webhook-id", "m-41"), BODY),
            sender.send("orders", standard(secretOfOther, "m-40", Instant.now(), BODY), BODY),
            sender.send(
                "orders",
                changed(right, "webhook-signature", signature.replace("v1,", "v2,")),
                BODY));

    assertThat(refused).allMatch(answer -> answer.status() == 401);
    assertThat(refused.stream().map(answer -> answer.response().body()).distinct()).hasSize(1);
    assertThat(executions("orders")).isEqualTo(before);
    assertThat(sender.send("orders", right, BODY).status()).isEqualTo(202);
  }

  @Test
  void shouldRefuseTimesOutsideTheWindow_41() {
    for (long minutes : new long[] {-6, 6}) {
      Instant time = Instant.now().plus(Duration.ofMinutes(minutes));
      assertThat(sender.send("orders", standard(secret, "m-41", time, BODY), BODY).status())
          .isEqualTo(401);
    }
    assertThat(
            sender
                .send(
                    "orders",
                    standard(secret, "m-41", Instant.now().minus(Duration.ofMinutes(4)), BODY),
                    BODY)
                .status())
        .isEqualTo(202);
  }

  @Test
  void shouldStartOnceForARepetitionInParallelOnTwoNodes_42() throws Exception {
    deploy(admin, "parallel", PASS, SIGNED.formatted("parallel"));
    String key = rotate(admin, "parallel", "");
    Map<String, String> headers = standard(key, "m-42", Instant.now(), BODY);

    List<CompletableFuture<Received>> all =
        IntStream.range(0, 12)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> (i % 2 == 0 ? sender : other).send("parallel", headers, BODY)))
            .toList();

    assertThat(all).allMatch(one -> one.join().status() == 202);
    assertThat(all.stream().map(one -> one.join().response().body()).distinct()).hasSize(1);
    assertThat(executions("parallel")).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"orderId\":\"o-1\",\"n\":1}",
        "{\"orderId\": \"o-1\", \"n\": 1} ",
        "{\"n\": 1, \"orderId\": \"o-1\"}",
        "{\"orderId\": \"o-1\", \"n\": 1.0}",
        "{\"orderId\": \"o-1\", \"n\": 1}\n"
      })
  void shouldRefuseABodyThatWasWrittenAnew_43(String body) {
    assertThat(sender.send("orders", standard(secret, "m-43", Instant.now(), BODY), body).status())
        .isEqualTo(401);
  }

  @Test
  void shouldAcceptTheOldSecretOnlyUntilItEnds_44() throws Exception {
    deploy(admin, "rotated", PASS, SIGNED.formatted("rotated"));
    String old = rotate(admin, "rotated", "");
    String current = rotate(admin, "rotated", "");
    assertThat(status(other, "rotated", old, "m-1")).isEqualTo(202);
    assertThat(status(other, "rotated", current, "m-2")).isEqualTo(202);

    admin.call("DELETE", "/api/flows/rotated/trigger/secret", "");
    assertThat(status(other, "rotated", old, "m-3")).isEqualTo(401);
    assertThat(status(other, "rotated", current, "m-3")).isEqualTo(202);

    String next = rotate(admin, "rotated", "{\"endOld\": true}");
    assertThat(status(other, "rotated", current, "m-4")).isEqualTo(401);
    assertThat(status(other, "rotated", next, "m-4")).isEqualTo(202);
  }

  @Test
  void shouldRefuseATriggerWithoutAuthenticationUnlessTheOperatorAllowsIt_45() throws Exception {
    deploy(admin, "open", PASS, "{}");

    Api.Answer refused =
        WebhookSender.trigger(
            admin, "open", "{\"webhook\": {\"path\": \"open\", \"authentication\": \"NONE\"}}");
    Api.Answer shortForm =
        WebhookSender.trigger(
            admin, "open", "{\"webhookPath\": \"open\", \"authentication\": \"NONE\"}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.text("code")).isEqualTo("open-webhook");
    assertThat(refused.text("detail")).contains("--open-webhooks");
    assertThat(shortForm.status()).isEqualTo(422);
    assertThat(sender.send("open", Map.of(), "{}").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Orders",
        "ORDERS",
        "",
        "orders/",
        "orders//",
        "orders/x",
        "orders/.",
        "orders/..",
        "orders/../orders",
        "/orders",
        "//orders",
        "./orders",
        "../webhooks/orders",
        "x/../orders",
        "..%2forders",
        "..%2Forders",
        "..%5corders",
        "..%252forders",
        "%2e%2e/orders",
        "%2e%2e/webhooks/orders",
        "%2E%2E%2Fwebhooks%2Forders",
        "%252e%252e/orders",
        "%2e/orders",
        "%2forders",
        "orders%2f",
        "orders%2F..%2Forders",
        "orders/%2e%2e/orders",
        "%6frders",
        "%c0%afrders",
        "orders;x=1",
        ";/orders",
        "orders%3bx=1",
        "orders%00",
        "orders%20",
        "orders%0a",
        "orders%",
        "orders%zz",
        "ord%C3%A9rs",
        "%EF%BD%8Frders",
        "@default/Orders",
        "@default/../orders",
        "@default/%2e%2e/orders",
        "@default%2forders",
        "%40default/orders",
        "@attacked/orders",
        "@nothing/orders",
        "@/orders",
        "@default",
        "@default//orders",
        "orders\\x",
        "..\\orders"
      })
  void shouldNotFindOtherSpellingsOfAPathOrPathsOfOthers_46(String path) throws Exception {
    Wire.Answer answer = raw("POST", path);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(404);
    assertThat(answer.body())
        .contains("\"code\":\"not-found\"", "\"detail\":\"there is no webhook with this path\"");
    assertThat(answer.header("Content-Type").orElse("")).startsWith("application/problem+json");
    assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
  }

  @Test
  void shouldFindTheOneSpellingOfAPath_46() throws Exception {
    assertThat(raw("POST", "orders").status()).isEqualTo(202);
    assertThat(raw("POST", "@default/orders").status()).isEqualTo(202);
    assertThat(raw("GET", "%2e%2e/orders").status()).isEqualTo(404);
  }

  /** HTTP has no such request: its target is ASCII. */
  @Test
  void shouldRefuseBytesThatAreNoAscii_46() throws Exception {
    assertThat(raw("POST", "ord\u0065\u0301rs").status()).isEqualTo(400);
  }

  private static Wire.Answer raw(String method, String path) throws Exception {
    StringBuilder head = new StringBuilder();
    standard(secret, "m-46", Instant.now(), BODY)
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
    return new Wire(first.address())
        .raw(
            "%s /api/webhooks/%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n"
                .formatted(method, path, first.address().getAuthority(), body.length, head),
            body);
  }

  @Test
  void shouldNotFindThePathOfAnotherTenant_46() throws Exception {
    String key = admin.post("/api/tenants", "{\"code\": \"attacked\"}").text("key");
    Api tenant = new Api(first.address(), Optional.of(key));
    deploy(tenant, "theirs", PASS, SIGNED.formatted("theirs"));
    String theirs = rotate(tenant, "theirs", "");
    Map<String, String> headers = standard(theirs, "m", Instant.now(), BODY);

    assertThat(sender.send("theirs", headers, BODY).status()).isEqualTo(404);
    assertThat(sender.send("@attacked/theirs", headers, BODY).status()).isEqualTo(202);
    Map<String, String> foreign = new HashMap<>(headers);
    foreign.put(
        "Authorization", "Bearer " + Files.readString(folder.resolve("first/admin.key")).strip());
    assertThat(sender.send("@attacked/theirs", foreign, BODY).status()).isEqualTo(404);
    assertThat(status(sender, "@attacked/orders", secret, "m")).isEqualTo(404);
  }

  @Test
  void shouldBoundBodies_47() throws Exception {
    long before = executions("orders");
    Map<Integer, List<String>> bodies =
        Map.of(
            413, List.of("\"" + "x".repeat(10 * 1024 * 1024) + "\""),
            400,
                List.of(
                    "[".repeat(100_000),
                    "[1" + ",1".repeat(240_000),
                    "1".repeat(400_000),
                    "{\"a\": 1, \"a\": 2}",
                    "\"\\ud800\"",
                    "1E+600000000"));
    bodies.forEach(
        (status, all) ->
            all.forEach(
                body -> {
                  Received answer =
                      sender.send("orders", standard(secret, "m-47", Instant.now(), body), body);
                  assertThat(answer.status())
                      .as(body.substring(0, Math.min(20, body.length())))
                      .isEqualTo(status);
                }));
    assertThat(executions("orders")).isEqualTo(before);
  }

  @Test
  void shouldSlowDownWhoeverTriesSignatures() {
    List<Integer> statuses =
        IntStream.range(0, 130)
            .mapToObj(i -> other.send("orders", Map.of(), BODY).status())
            .distinct()
            .toList();

    assertThat(statuses).containsExactlyInAnyOrder(401, 429);
    assertThat(status(other, "orders", secret, "m-slow")).as("a right one passes").isEqualTo(202);
  }

  private static int status(WebhookSender by, String path, String key, String id) {
    return by.send(path, standard(key, id, Instant.now(), BODY), BODY).status();
  }

  private static Map<String, String> changed(
      Map<String, String> headers, String name, String value) {
    Map<String, String> copy = new HashMap<>(headers);
    copy.put(name, value);
    return copy;
  }

  private static long executions(String flow) throws Exception {
    return admin
            .get("/api/flows/executions?limit=200&flow=" + flow)
            .body()
            .toString()
            .split("\"id\":")
            .length
        - 1L;
  }
}
