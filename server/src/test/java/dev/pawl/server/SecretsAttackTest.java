package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.secret.MasterKey;
import dev.pawl.postgres.secret.MasterKeyException;
import dev.pawl.postgres.secret.MasterKeys;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.testkit.Await;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attack tests 13 to 17 and 53: secrets in the database, in the history and in streams. A node
 * beside the server serves the resources, so that outcomes take the longest way.
 */
class SecretsAttackTest {

  private static final String VALUE = "k3y/with+odd chars & \"quotes\"";
  private static final String PASSWORD = "correct-horse-battery-staple";
  private static final MasterKey MASTER = MasterKey.random();

  private static final String DUMP =
      """
      select t::text || coalesce((
          select string_agg(encode(decode(m[1], 'hex'), 'escape'), ' ')
            from regexp_matches(t::text, 'x((?:[0-9a-f]{2})+)', 'g') m), '')
        from pawl.%s t
      """;

  @TempDir private static Path data;
  private static ServerSettings settings;
  private static PawlServer server;
  private static PostgresNode node;
  private static Api admin;

  @BeforeAll
  static void start() throws Exception {
    settings = TestSettings.in(data).withMasterKey(MasterKeySource.of(MASTER));
    server = PawlServer.start(settings);
    node =
        PostgresNode.on(server.database())
            .masterKeys(MasterKeys.of(MASTER))
            .handler("attack.echo", SecretsAttackTest::echo)
            .handler("attack.fail", SecretsAttackTest::fail)
            .handler("attack.connect", SecretsAttackTest::connect)
            .handler("attack.input", HandlerCall::input)
            .start();
    admin = new Api(server.address(), Optional.of(Files.readString(data.resolve("admin.key"))));
    put("/api/secrets/crm", JsonObject.of("value", Json.of(VALUE)));
    put("/api/secrets/password", JsonObject.of("value", Json.of(PASSWORD)));
    put(
        "/api/connections/crm",
        Json.parse(
            """
            {"kind": "http", "address": "https://crm.example",
             "auth": {"type": "basic", "user": "pawl", "password": "{{ secret('password') }}"}}
            """));
    for (String resource : List.of("echo", "fail", "connect", "input")) {
      admin.post(
          "/api/flows?publish=true",
          """
          {"code": "attack-%1$s", "definition": {"StartAt": "A", "States":
            {"A": {"Type": "Task", "Resource": "attack.%1$s", "End": true}}}}
          """
              .formatted(resource));
    }
  }

  @AfterAll
  static void stop() {
    node.close();
    server.close();
  }

  private static void put(String path, Json body) throws Exception {
    Api.Answer saved = admin.call("PUT", path, body.toString());
    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
  }

  private static Json echo(HandlerCall call) {
    String secret = call.secret("crm").orElseThrow();
    call.effect(new ExternalEffect("http", "GET https://crm.example/?key=" + secret, "", "200"));
    call.progress(Json.of("using " + secret));
    return JsonObject.of("plain", Json.of("a " + secret + " b"))
        .with("base64", Json.of(base64(secret)))
        .with("url", Json.of("https://crm.example/?key=" + form(secret)))
        .with(secret, Json.of("as a name"));
  }

  private static Json fail(HandlerCall call) throws HandlerException {
    String secret = call.secret("crm").orElseThrow();
    throw new HandlerException("Refused." + secret, "401 for " + secret + ", " + base64(secret));
  }

  private static Json connect(HandlerCall call) {
    OutboundConnection crm = call.services().connection("crm").orElseThrow();
    String user = crm.auth().get("user").orElseThrow().asText();
    String password = crm.auth().get("password").orElseThrow().asText();
    boolean isResolved = password.equals(PASSWORD);
    throw new IllegalStateException(
        "resolved: " + isResolved + ", Authorization: Basic " + base64(user + ":" + password));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String form(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Everything that the API shows of a new execution that has ended. */
  private static String story(String flow, String input) throws Exception {
    Api.Answer started =
        admin.post(
            "/api/flows/%s/execute?wait=30".formatted(flow), "{\"input\": %s}".formatted(input));
    String path = "/api/flows/executions/" + started.text("id");
    Await.until(
        "the execution has ended",
        () -> List.of("SUCCEEDED", "FAILED").contains(admin.get(path).text("status")));
    StringBuilder told = new StringBuilder(started.body().toString());
    told.append(admin.get(path).body()).append(admin.get(path + "/steps").body());
    try (Stream<String> events = admin.events(path + "/events", Optional.empty())) {
      events.forEach(told::append); // it ends with the execution
    }
    return told.toString();
  }

  private static void assertNoSecret(String text) {
    for (String secret : List.of(VALUE, PASSWORD)) {
      String json = Json.of(secret).toString();
      assertThat(text)
          .doesNotContain(
              secret, json.substring(1, json.length() - 1), base64(secret), form(secret));
    }
  }

  @Test
  @Timeout(120)
  void shouldMaskSecretsInOutputs_16_17() throws Exception {
    String told = story("attack-echo", "{}");

    assertNoSecret(told);
    assertThat(told)
        .contains("\"plain\":\"a *** b\"", "\"base64\":\"***\"", "?key=***\"")
        .contains("\"***\":\"as a name\"");
  }

  @Test
  @Timeout(120)
  void shouldMaskSecretsInErrorsAndStackTraces_16_17() throws Exception {
    String told = story("attack-fail", "{}");

    assertNoSecret(told);
    assertThat(told).contains("Refused.***", "401 for ***, ***");
  }

  @Test
  @Timeout(120)
  void shouldMaskSecretsOfConnections_16_17() throws Exception {
    String told = story("attack-connect", "{}");

    assertNoSecret(told);
    assertThat(told)
        .contains("resolved: true, Authorization: Basic ")
        .doesNotContain(base64("pawl:" + PASSWORD));
  }

  @Test
  @Timeout(120)
  void shouldNotReadDataAsATemplate_53() throws Exception {
    String told = story("attack-input", "{\"a\": \"{{ secret('crm') }} ${$.secret}\"}");

    assertThat(told).contains("{{ secret('crm') }} ${$.secret}");
    assertNoSecret(told);
  }

  @Test
  @Timeout(120)
  void shouldStoreNoSecretInAnyTable_13() throws Exception {
    story("attack-echo", "{}");
    story("attack-fail", "{}");

    ConnectionTemplate tables = server.tables();
    List<String> names =
        tables.use(
            connection ->
                Rows.list(
                    connection,
                    """
                    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
                     where n.nspname = 'pawl' and c.relkind = 'r'
                    """,
                    row -> row.getString(1)));
    assertThat(names).contains("secret", "tenant_key", "audit", "stored_response", "connection");
    for (String name : names) {
      // Bytes are shown as text too, so that a text within them shows.
      String sql = DUMP.formatted(name);
      List<String> rows =
          tables.use(connection -> Rows.list(connection, sql, row -> row.getString(1)));
      String dump = String.join("\n", rows);
      assertThat(dump)
          .as(name)
          .doesNotContain(VALUE, base64(VALUE), PASSWORD, base64(PASSWORD), MASTER.encoded());
    }
  }

  @Test
  void shouldRefuseToStartWithAnotherMasterKey_15(@TempDir Path other) {
    ServerSettings wrong =
        ServerSettings.in(other)
            .withPort(0)
            .withDatabase(server.database())
            .withMasterKey(MasterKeySource.of(MasterKey.random()));

    assertThatThrownBy(() -> PawlServer.start(wrong))
        .isInstanceOfSatisfying(
            MasterKeyException.class,
            refused ->
                assertThat(StartFailure.message(wrong, refused))
                    .contains("the master key does not match", "--previous-master-key-file"));
    ServerSettings without = ServerSettings.in(other).withPort(0).withDatabase(server.database());
    assertThatThrownBy(() -> PawlServer.start(without))
        .isInstanceOf(MasterKeyException.class)
        .hasMessageContaining("no master key is configured");
  }
}
