package dev.pawl.triggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Execution;
import dev.pawl.engine.node.TenantPausedException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.flow.EmergencyStopStore;
import dev.pawl.postgres.secret.MasterKey;
import dev.pawl.postgres.secret.MasterKeys;
import dev.pawl.postgres.secret.TenantKeys;
import dev.pawl.postgres.secret.WebhookSecrets;
import dev.pawl.postgres.testing.SharedPostgres;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.config.FlowTrigger;
import dev.pawl.triggers.config.FlowTriggerStore.Rotation;
import dev.pawl.triggers.config.FlowTriggerType;
import dev.pawl.triggers.config.WebhookPathTakenException;
import dev.pawl.triggers.launch.ApiInvocations.InputRefusedException;
import dev.pawl.triggers.launch.InboundWebhook;
import dev.pawl.triggers.launch.WebhookOutcome;
import dev.pawl.triggers.launch.WebhookOutcome.Refusal;
import dev.pawl.triggers.launch.WebhookOutcome.Started;
import dev.pawl.triggers.launch.WebhookStarts;
import dev.pawl.triggers.launch.WebhookStarts.WebhookSettings;
import dev.pawl.triggers.webhook.WebhookMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signed requests start flows, each once, by the configuration and the secrets of now. */
class WebhookStartsTest {

  private static final TenantId TENANT = TenantId.DEFAULT;
  private static final String PASS =
      "{\"StartAt\": \"Keep\", \"States\": {\"Keep\": {\"Type\": \"Pass\", \"End\": true}}}";

  private final List<PostgresNode> nodes = new ArrayList<>();
  private final List<Triggers> opened = new ArrayList<>();
  private final WebhookSecrets secrets =
      new WebhookSecrets(new TenantKeys(MasterKeys.of(MasterKey.random())));
  private Database database;
  private PostgresNode node;
  private Triggers triggers;

  @BeforeEach
  void start() {
    database = SharedPostgres.createMigrated();
    node = newNode();
    triggers = opened(Triggers.on(node));
    node.deploy("welcome", PASS);
    node.deploy("export", PASS);
  }

  @AfterEach
  void stop() {
    opened.forEach(Triggers::close);
    nodes.forEach(PostgresNode::close);
    SharedPostgres.drop(database);
  }

  @Test
  void shouldStartTheFlowWithTheEnvelope() throws Exception {
    put("welcome", "{\"webhookPath\": \"/hooks/in\", \"authentication\": \"WEBHOOK_SECRET\"}");
    String secret = rotate("welcome", false);

    Started started = started(receive(triggers, signed("hooks/in", secret, "{\"n\": 1}")));

    JsonObject envelope = (JsonObject) output(started.execution());
    JsonObject trigger = (JsonObject) envelope.get("trigger").orElseThrow();
    assertThat(trigger.get("via")).contains(Json.of("webhook"));
    JsonObject webhook = (JsonObject) trigger.get("webhook").orElseThrow();
    assertThat(webhook.get("path")).contains(Json.of("hooks/in"));
    assertThat(webhook.get("id")).contains(Json.of(started.id()));
    assertThat(webhook.get("headers").orElseThrow().toString())
        .contains("x-emf-signature")
        .doesNotContain("authorization");
    assertThat(envelope.get("input")).contains(Json.parse("{\"n\": 1}"));
    assertThat(text("select started_by from pawl.finished")).isEqualTo("trigger:webhook:hooks/in");
    assertThat(text("select string_agg(encode(ciphertext, 'escape'), '') from pawl.webhook_secret"))
        .doesNotContain("whsec_");
  }

  @Test
  void shouldStartOnceWhenTheSameRequestComesToTwoNodesAtOnce() {
    put("welcome", "{\"webhookPath\": \"in\", \"authentication\": \"WEBHOOK_SECRET\"}");
    String secret = rotate("welcome", false);
    Triggers other = opened(Triggers.on(newNode()));

    List<CompletableFuture<Started>> all =
        IntStream.range(0, 16)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            started(
                                receive(
                                    i % 2 == 0 ? triggers : other, signed("in", secret, "{}")))))
            .toList();

    assertThat(all.stream().map(one -> one.join().execution()).distinct()).hasSize(1);
    assertThat(all.stream().filter(one -> !one.join().isRepeated())).hasSize(1);
    assertThat(executions()).isOne();
  }

  @Test
  void shouldStartNothingByAPathThatWasRemovedOnANodeThatDoesNotKnow() {
    put("welcome", "{\"webhookPath\": \"in\", \"authentication\": \"WEBHOOK_SECRET\"}");
    String secret = rotate("welcome", false);
    Triggers stale = opened(Triggers.withoutPolling(newNode(), new StoppedClock()));
    assertThat(receive(stale, signed("in", secret, "1"))).isInstanceOf(Started.class);

    put("welcome", "{}");

    assertThat(stale.cache().of(TENANT).ofWebhook("in")).as("its view is old").isPresent();
    assertThat(receive(stale, signed("in", secret, "2"))).isEqualTo(Refusal.UNKNOWN);
    assertThat(executions()).isOne();
    assertThat(text("select count(*)::text from pawl.webhook_secret")).isEqualTo("0");
  }

  @Test
  void shouldRefuseAnEndedSecretOnANodeThatDoesNotKnow() {
    put("welcome", "{\"webhookPath\": \"in\", \"authentication\": \"WEBHOOK_SECRET\"}");
    String old = rotate("welcome", false);
    Triggers stale = opened(Triggers.withoutPolling(newNode(), new StoppedClock()));
    assertThat(receive(stale, signed("in", old, "1"))).isInstanceOf(Started.class);

    String current = rotate("welcome", true);

    assertThat(receive(stale, signed("in", old, "2"))).isEqualTo(Refusal.UNAUTHORIZED);
    assertThat(receive(stale, signed("in", current, "2"))).isInstanceOf(Started.class);
  }

  @Test
  void shouldAcceptAReplacedSecretForADay() {
    put("welcome", "{\"webhookPath\": \"in\", \"authentication\": \"WEBHOOK_SECRET\"}");
    String first = rotate("welcome", false);
    String second = rotate("welcome", false);

    assertThat(receive(triggers, signed("in", first, "1"))).isInstanceOf(Started.class);
    assertThat(receive(triggers, signed("in", second, "2"))).isInstanceOf(Started.class);
    WebhookStarts tomorrow = at(triggers, Instant.now().plus(Duration.ofHours(25)));
    assertThat(tomorrow.receive(signed("in", first, "3"))).isEqualTo(Refusal.UNAUTHORIZED);
    assertThat(tomorrow.receive(signed("in", second, "3"))).isInstanceOf(Started.class);

    String third = rotate("welcome", false);
    assertThat(receive(triggers, signed("in", first, "4"))).isEqualTo(Refusal.UNAUTHORIZED);
    assertThat(triggers.flowTriggers().endReplacedSecrets(TENANT, "welcome")).isOne();
    assertThat(receive(triggers, signed("in", second, "4"))).isEqualTo(Refusal.UNAUTHORIZED);
    assertThat(receive(triggers, signed("in", third, "4"))).isInstanceOf(Started.class);
  }

  @Test
  void shouldStartAgainADayLaterWhereNoTimeIsSigned() {
    put("welcome", "{\"webhookPath\": \"in\", \"authentication\": \"WEBHOOK_SECRET\"}");
    String secret = rotate("welcome", false);
    ExecutionKey first = started(receive(triggers, signed("in", secret, "{}"))).execution();

    node.store().jdbc().update("update pawl.idempotency_key set at = at - interval '23 hours'");
    assertThat(started(receive(triggers, signed("in", secret, "{}"))).execution()).isEqualTo(first);
    node.store().jdbc().update("update pawl.idempotency_key set at = at - interval '2 hours'");
    assertThat(started(receive(triggers, signed("in", secret, "{}"))).execution())
        .isNotEqualTo(first);
  }

  @Test
  void shouldKnowADeliveryOfGithubByItsIdAndBodyAndAReplayedBodyUnderAnyIdForADay() {
    put(
        "welcome",
        "{\"webhook\": {\"path\": \"in\", \"authentication\": \"WEBHOOK_SECRET\", \"style\":"
            + " \"github\"}}");
    String secret = rotate("welcome", false);
    ExecutionKey first = started(receive(triggers, github(secret, "d-1", "{}"))).execution();

    // The id is not signed: under another one, a captured body starts nothing within a day.
    Started replayed = started(receive(triggers, github(secret, "d-2", "{}")));
    assertThat(replayed.execution()).isEqualTo(first);
    assertThat(replayed.isRepeated()).isTrue();
    assertThat(started(receive(triggers, github(secret, "d-1", "{\"n\": 1}"))).execution())
        .as("the id alone is no repetition")
        .isNotEqualTo(first);

    node.store().jdbc().update("update pawl.idempotency_key set at = at - interval '25 hours'");
    assertThat(started(receive(triggers, github(secret, "d-1", "{}"))).execution())
        .as("a delivery that is sent again a day later")
        .isEqualTo(first);
    node.store().jdbc().update("update pawl.idempotency_key set at = at - interval '25 hours'");
    ExecutionKey next = started(receive(triggers, github(secret, "d-3", "{}"))).execution();
    assertThat(next).as("a sender may send an equal body again").isNotEqualTo(first);
    assertThat(started(receive(triggers, github(secret, "d-4", "{}"))).execution()).isEqualTo(next);
    assertThat(started(receive(triggers, github(secret, "d-1", "{}"))).execution())
        .as("its own start, not that of the day")
        .isEqualTo(first);
    assertThat(executions()).isEqualTo(3);
  }

  @Test
  void shouldStartOnceForABodyThatComesUnderManyIdsAtOnce() {
    put(
        "welcome",
        "{\"webhook\": {\"path\": \"in\", \"authentication\": \"WEBHOOK_SECRET\", \"style\":"
            + " \"github\"}}");
    String secret = rotate("welcome", false);
    Triggers other = opened(Triggers.on(newNode()));

    List<CompletableFuture<Started>> all =
        IntStream.range(0, 16)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            started(
                                receive(
                                    i % 2 == 0 ? triggers : other,
                                    github(secret, "d-" + i, "{}")))))
            .toList();

    assertThat(all.stream().map(one -> one.join().execution()).distinct()).hasSize(1);
    assertThat(executions()).isOne();
  }

  @Test
  void shouldStartNothingWhileTheTenantIsPaused() {
    put("welcome", "{\"webhookPath\": \"in\", \"authentication\": \"WEBHOOK_SECRET\"}");
    String secret = rotate("welcome", false);
    Triggers stale = opened(Triggers.withoutPolling(newNode(), new StoppedClock()));
    assertThat(receive(stale, signed("in", secret, "1"))).isInstanceOf(Started.class);

    new EmergencyStopStore(TenantDatabase.unguarded(node.store().jdbc()), node.store().jdbc())
        .begin(TENANT, "ann", "fire");

    for (Triggers one : List.of(stale, triggers)) {
      assertThatThrownBy(() -> receive(one, signed("in", secret, "2")))
          .isInstanceOf(TenantPausedException.class);
      assertThat(receive(one, signed("in", "x".repeat(20), "2"))).isEqualTo(Refusal.UNAUTHORIZED);
    }
    assertThat(executions()).isOne();
  }

  @Test
  void shouldCheckTheInputBeforeAnythingStarts() {
    put(
        "welcome",
        "{\"webhookPath\": \"in\", \"authentication\": \"WEBHOOK_SECRET\", \"inputSchema\":"
            + " {\"type\": \"object\", \"required\": [\"orderId\"]}}");
    String secret = rotate("welcome", false);

    assertThatThrownBy(() -> receive(triggers, signed("in", secret, "{}")))
        .isInstanceOf(InputRefusedException.class)
        .hasMessageContaining("orderId");
    assertThat(executions()).isZero();
    assertThat(receive(triggers, signed("in", secret, "{\"orderId\": 1}")))
        .isInstanceOf(Started.class);
  }

  @Test
  void shouldRefuseAPathThatAnotherFlowHas() {
    put("welcome", "{\"webhookPath\": \"in\"}");

    assertThatThrownBy(() -> put("export", "{\"webhookPath\": \"/in\"}"))
        .isInstanceOf(WebhookPathTakenException.class)
        .hasMessageContaining("'in'");

    triggers.flowTriggers().remove(TENANT, "welcome");
    put("export", "{\"webhookPath\": \"/in\"}");
  }

  @Test
  void shouldReadOnlyTheTriggerOfTheFlowWhoseWebhookIsAskedFor() {
    put("welcome", "{\"webhookPath\": \"in\"}");
    put("export", "{\"webhookPath\": \"out\"}");
    node.store().jdbc().update("update pawl.flow_trigger set config = '[]' where flow = 'export'");

    assertThat(triggers.flowTriggers().webhook(TENANT, "welcome").orElseThrow().rule().path())
        .as("a damaged trigger of another flow does not matter")
        .isEqualTo("in");
    assertThatThrownBy(() -> triggers.flowTriggers().webhooks(TENANT))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void shouldStartWithoutAuthenticationOnlyIfTheServerAllowsIt() {
    put("welcome", "{\"webhookPath\": \"in\", \"authentication\": \"NONE\"}");
    InboundWebhook request = signed("in", "nothing that counts", "{}");

    assertThat(receive(triggers, request)).isEqualTo(Refusal.UNAUTHORIZED);
    assertThat(
            triggers
                .webhooks(secrets, new WebhookSettings(true, InstantSource.system()))
                .receive(request))
        .isInstanceOf(Started.class);
  }

  private PostgresNode newNode() {
    PostgresNode started = PostgresNode.on(database).store(options -> options.withPool(4)).start();
    nodes.add(started);
    return started;
  }

  private Triggers opened(Triggers one) {
    opened.add(one);
    return one;
  }

  private void put(String flow, String config) {
    FlowTrigger trigger =
        new FlowTrigger(flow, FlowTriggerType.AUTOLAUNCHED, (JsonObject) Json.parse(config));
    triggers.flowTriggers().put(TENANT, trigger, "ann");
  }

  private String rotate(String flow, boolean endsOld) {
    return triggers
        .flowTriggers()
        .rotate(TENANT, flow, new Rotation(Optional.empty(), endsOld), secrets, "ann")
        .orElseThrow()
        .value();
  }

  private WebhookOutcome receive(Triggers by, InboundWebhook request) {
    return at(by, Instant.now()).receive(request);
  }

  private WebhookStarts at(Triggers by, Instant time) {
    return by.webhooks(secrets, new WebhookSettings(false, InstantSource.fixed(time)));
  }

  private static Started started(WebhookOutcome outcome) {
    assertThat(outcome).isInstanceOf(Started.class);
    return (Started) outcome;
  }

  private static InboundWebhook signed(String path, String secret, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return request(
        path, Map.of("x-emf-signature", hex(secret, bytes), "authorization", "Basic eDp5"), body);
  }

  private static InboundWebhook github(String secret, String delivery, String body) {
    String signature = "sha256=" + hex(secret, body.getBytes(StandardCharsets.UTF_8));
    return request(
        "in", Map.of("x-hub-signature-256", signature, "x-github-delivery", delivery), body);
  }

  private static InboundWebhook request(String path, Map<String, String> headers, String body) {
    WebhookMessage message = new WebhookMessage(headers, body.getBytes(StandardCharsets.UTF_8));
    return new InboundWebhook() {
      @Override
      public TenantId tenant() {
        return TENANT;
      }

      @Override
      public String path() {
        return path;
      }

      @Override
      public WebhookMessage message() {
        return message;
      }

      @Override
      public Optional<String> caller(String flow) {
        return Optional.empty();
      }

      @Override
      public Optional<String> idempotencyKey() {
        return Optional.empty();
      }

      @Override
      public Json input() {
        return Json.parse(body);
      }

      @Override
      public void admit() {}

      @Override
      public HeldStart hold() {
        return HeldStart.NONE;
      }
    };
  }

  private static String hex(String secret, byte[] content) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(content));
    } catch (java.security.GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private Json output(ExecutionKey key) throws InterruptedException {
    return node.await(key.id(), Duration.ofSeconds(60))
        .flatMap(Execution.Ending::output)
        .orElseThrow();
  }

  private long executions() {
    return Long.parseLong(
        text(
            "select ((select count(*) from pawl.execution) + (select count(*) from"
                + " pawl.finished))::text"));
  }

  private String text(String sql) {
    return node.store()
        .jdbc()
        .use(connection -> Rows.first(connection, sql, row -> row.getString(1)))
        .orElseThrow();
  }
}
