package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.handlers.egress.NetworkRange;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.secret.MasterKey;
import dev.pawl.postgres.secret.MasterKeys;
import dev.pawl.sdk.DownstreamException;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.egress.EgressSettings;
import dev.pawl.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/**
 * A secret that handlers put into everything they return, throw, log, report and publish shows in
 * no table, no answer, no stream, no export and no log.
 */
@Isolated("it reads the log of everything that runs")
@Timeout(180)
class SecretSinksTest {

  private static final String VALUE = "zq7 Sink/Value+4711=\"end\"";
  private static final String NAME = "{{ secret('sink') }}";
  private static final MasterKey MASTER = MasterKey.random();

  @TempDir private static Path data;

  private static final RecordingAppender LOG = new RecordingAppender();
  private static HttpServer echo;
  private static PawlServer server;
  private static PostgresNode node;
  private static Api admin;
  private static final StringBuilder SEEN = new StringBuilder();
  private static CompletableFuture<Void> feed = new CompletableFuture<>();

  /** Keeps all lines of the log of this program, with their exceptions. */
  private static final class RecordingAppender extends AppenderBase<ILoggingEvent> {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    @Override
    protected void append(ILoggingEvent event) {
      lines.add(
          event.getLevel()
              + " "
              + event.getLoggerName()
              + ": "
              + event.getFormattedMessage()
              + (event.getThrowableProxy() == null
                  ? ""
                  : ThrowableProxyUtil.asString(event.getThrowableProxy())));
    }
  }

  @BeforeAll
  static void start() throws Exception {
    echo = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    echo.createContext("/", SecretSinksTest::echo);
    echo.start();
    server =
        PawlServer.start(
            TestSettings.in(data)
                .withMasterKey(MasterKeySource.of(MASTER))
                .withEgress(
                    new EgressSettings(
                        Set.of(),
                        List.of(NetworkRange.parse("127.0.0.0/8")),
                        Set.of(echo.getAddress().getPort()))));
    record();
    node =
        PostgresNode.on(server.database())
            .masterKeys(MasterKeys.of(MASTER))
            .handler("sink.throw", SecretSinksTest::fail)
            .handler("sink.named", SecretSinksTest::failByName)
            .handler("sink.long", SecretSinksTest::failAtLength)
            .handler("sink.error", SecretSinksTest::failBadly)
            .handler("sink.return", SecretSinksTest::returnIt)
            .handler("sink.down", new Down())
            .start();
    admin = new Api(server.address(), Optional.of(Files.readString(data.resolve("admin.key"))));
    require(
        admin.call("PUT", "/api/secrets/sink", JsonObject.of("value", Json.of(VALUE)).toString()));
    feed = follow("/api/events?topics=executions,failures,triggers,flows,jobs");
  }

  private static void record() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    LOG.setContext(root.getLoggerContext());
    LOG.start();
    root.addAppender(LOG);
    ((Logger) LoggerFactory.getLogger("dev.pawl")).setLevel(Level.TRACE);
    java.util.logging.Logger.getLogger("dev.pawl").setLevel(java.util.logging.Level.ALL);
  }

  @AfterAll
  static void stop() {
    node.close();
    server.close();
    echo.stop(0);
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).detachAppender(LOG);
    ((Logger) LoggerFactory.getLogger("dev.pawl")).setLevel(null);
    java.util.logging.Logger.getLogger("dev.pawl").setLevel(null);
  }

  /** Answers with everything that was sent, in the body and in a header, after {@code /cut/N}. */
  private static void echo(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String key = exchange.getRequestHeaders().getFirst("X-Key");
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String filler =
          "x".repeat(path.startsWith("/cut/") ? Integer.parseInt(path.substring(5)) : 0);
      byte[] answer =
          (filler + key + " " + body + " " + exchange.getRequestURI().getRawQuery())
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("X-Echo", key);
      exchange.getResponseHeaders().set("Retry-After", key);
      exchange.sendResponseHeaders(path.startsWith("/ok") ? 200 : 500, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private static String secret(HandlerCall call) {
    return call.secret("sink").orElseThrow();
  }

  private static Json fail(HandlerCall call) {
    String secret = secret(call);
    IllegalStateException failure =
        new IllegalStateException(
            "message " + secret, new IOException("cause " + base64(secret) + " " + form(secret)));
    failure.addSuppressed(new IOException("suppressed " + secret));
    throw failure;
  }

  private static Json failByName(HandlerCall call) throws HandlerException {
    throw new HandlerException("Named." + secret(call), "named " + secret(call));
  }

  /** A text that is cut in the middle of the secret. */
  private static Json failAtLength(HandlerCall call) {
    String secret = secret(call);
    throw new IllegalStateException(
        "x".repeat(8_150) + secret, new IllegalStateException("y".repeat(8_186) + secret));
  }

  private static Json failBadly(HandlerCall call) {
    throw new AssertionError("assertion " + secret(call));
  }

  private static Json returnIt(HandlerCall call) {
    String secret = secret(call);
    call.effect(new ExternalEffect("kind " + secret, "target " + secret, secret, secret));
    call.progress(Json.of("progress " + secret));
    return JsonObject.of("plain", Json.of(secret))
        .with("list", JsonArray.of(List.of(Json.of(base64(secret)))))
        .with(secret, JsonObject.of("form", Json.of(form(secret))));
  }

  /** A system that is down and says so with the secret. */
  private static final class Down implements Handler {

    @Override
    public Json handle(HandlerCall call) throws DownstreamException {
      throw new DownstreamException("Down." + secret(call), "no connection for " + secret(call));
    }

    @Override
    public Optional<String> downstream(HandlerCall call) {
      return Optional.of("sink.example:443");
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String form(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static CompletableFuture<Void> follow(String path) {
    CompletableFuture<Void> isOpen = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (Stream<String> lines = admin.events(path, Optional.empty())) {
                lines.forEach(
                    line -> {
                      isOpen.complete(null);
                      synchronized (SEEN) {
                        SEEN.append(line).append('\n');
                      }
                    });
              } catch (Exception ended) {
                isOpen.complete(null);
              }
            });
    return isOpen;
  }

  private static Api.Answer require(Api.Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isBetween(200, 299);
    see(answer);
    return answer;
  }

  private static void see(Api.Answer answer) {
    synchronized (SEEN) {
      SEEN.append(answer).append('\n');
    }
  }

  private static void deploy(String flow, String states) throws Exception {
    require(
        admin.post(
            "/api/flows?publish=true",
            "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {%s}}}"
                .formatted(flow, states)));
  }

  private static String task(String resource, String config) {
    return """
    "A": {"Type": "Task", "Resource": "%s", "Config": %s, "End": true,
      "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.caught", "Next": "B"}]},
    "B": {"Type": "Fail", "ErrorPath": "$.caught.Error", "CausePath": "$.caught.Cause"}
    """
        .formatted(resource, config);
  }

  /** Reads everything about an execution once it has ended, or waits for a breaker. */
  private static void run(String flow, int wait) throws Exception {
    String id =
        require(
                admin.post(
                    "/api/flows/%s/execute?wait=%d".formatted(flow, wait), "{\"input\": {}}"))
            .text("id");
    String path = "/api/flows/executions/" + id;
    Await.until(
        "the execution has ended",
        () -> List.of("SUCCEEDED", "FAILED", "WAITING").contains(admin.get(path).text("status")));
    for (String part :
        List.of("", "/steps", "/outline", "/effects", "/explain", "/state", "/step?id=A%231")) {
      see(admin.get(path + part));
    }
    if (!admin.get(path).text("status").equals("WAITING")) {
      try (Stream<String> events = admin.events(path + "/events", Optional.empty())) {
        events.forEach(SEEN::append);
      }
    }
  }

  @Test
  void shouldShowASecretNowhere() throws Exception {
    feed.join();
    deployAll();
    for (String flow : DEPLOYED) {
      run(flow, 30);
    }
    Await.until(
        "the breaker of the echo opens",
        () -> {
          admin.post("/api/flows/sink-http/execute?wait=2", "{\"input\": {}}");
          return admin.get("/api/breakers").body().toString().contains("Http5xx");
        });
    assertThat(require(admin.get("/api/breakers")).body().toString()).contains("***");
    run("sink-http", 1);
    for (String path :
        List.of(
            "/api/flows/executions?limit=200&progress=true",
            "/api/flows/executions?limit=200&stepError=Down",
            "/api/audit?limit=200",
            "/api/audit/export",
            "/api/rejected?limit=200",
            "/api/export",
            "/api/flows/sink-return/export",
            "/api/flows/sink-return/stats",
            "/api/stats",
            "/api/stats/now",
            "/api/stats/states",
            "/api/flows/activity",
            "/api/secrets",
            "/api/secrets/sink",
            "/api/bindings",
            "/api/flows/resources",
            "/metrics")) {
      see(admin.get(path));
    }
    Path key = data.resolve("admin.key");
    Commands commands = new Commands(server.address(), key);
    for (List<String> typed : List.of(List.of("ls", "--json"), List.of("audit", "ls", "--json"))) {
      Commands.Outcome outcome = commands.pawl(typed.toArray(String[]::new));
      SEEN.append(outcome.out()).append(outcome.err());
    }

    assertNoSecret("answers and streams", SEEN.toString());
    for (String masked :
        List.of("message ***", "Named.***", "assertion ***", "target ***", "Down.***")) {
      assertThat(SEEN.indexOf(masked)).as(masked).isNotNegative();
    }
    assertNoSecret("the log", String.join("\n", LOG.lines));
    assertThat(LOG.lines)
        .as("LOG_MESSAGE")
        .anyMatch(line -> line.contains("logged *** {\"k\":\"***\"}"));
    assertThat(tables()).containsKeys("journal", "breaker", "notification", "rejected");
    tables().forEach(SecretSinksTest::assertNoSecret);
  }

  private static final List<String> DEPLOYED = new ArrayList<>();

  private static void deployAll() throws Exception {
    String url = "http://127.0.0.1:" + echo.getAddress().getPort();
    Map<String, String> configs =
        Map.of(
            "sink-log",
            "LOG_MESSAGE|{\"message\": \"logged %1$s\", \"data\": {\"k\": \"%1$s\"}, \"level\":"
                + " \"warning\"}",
            "sink-debug",
            "LOG_MESSAGE|{\"message\": \"logged %1$s\", \"data\": {\"k\": \"%1$s\"}, \"level\":"
                + " \"debug\"}",
            "sink-transform",
            "TRANSFORM_DATA|{\"template\": {\"k\": \"%1$s\"}}",
            "sink-http",
            "HTTP_CALLOUT|{\"url\": \"%2$s/fail\", \"query\": {\"key\": \"%1$s\"}, \"headers\":"
                + " {\"X-Key\": \"%1$s\"}, \"body\": {\"k\": \"%1$s\"}, \"method\": \"POST\"}",
            "sink-http-ok",
            "HTTP_CALLOUT|{\"url\": \"%2$s/ok\", \"query\": {\"key\": \"%1$s\"}, \"headers\":"
                + " {\"X-Key\": \"%1$s\"}, \"body\": {\"k\": \"%1$s\"}, \"method\": \"POST\"}",
            "sink-http-cut",
            "HTTP_CALLOUT|{\"url\": \"%2$s/cut/490\", \"headers\": {\"X-Key\": \"%1$s\"}}",
            "sink-event",
            "PUBLISH_EVENT|{\"type\": \"sink.event\", \"payload\": {\"k\": \"%1$s\"}}",
            "sink-notify",
            "SEND_NOTIFICATION|{\"to\": \"user:ann\", \"title\": \"t %1$s\", \"body\": \"b %1$s\"}",
            "sink-invalid",
            "HTTP_CALLOUT|{\"url\": \"http://127.0.0.1:1/%1$s\", \"headers\": {\"X\": \"a\\r"
                + "\\n"
                + "%1$s\"}}",
            "sink-flow",
            "RUN_FLOW|{\"flow\": \"sink-event-target\", \"input\": {\"k\": \"%1$s\"}}");
    deploy("sink-event-target", "\"A\": {\"Type\": \"Pass\", \"End\": true}");
    require(
        admin.post(
            "/api/bindings", "{\"event\": \"sink.event\", \"flow\": \"sink-event-target\"}"));
    deploy("sink-event-rejected", "\"A\": {\"Type\": \"Pass\", \"End\": true}");
    require(
        admin.post(
            "/api/bindings",
            "{\"event\": \"sink.event\", \"flow\": \"sink-event-rejected\", \"inputMapping\":"
                + " {\"a\": \"!$.event.payload.missing\"}}"));
    for (Map.Entry<String, String> one : configs.entrySet()) {
      String[] parts = one.getValue().formatted(NAME, url).split("\\|", 2);
      deploy(one.getKey(), task(parts[0], parts[1]));
      DEPLOYED.add(one.getKey());
    }
    for (String resource : List.of("throw", "named", "long", "error", "return", "down")) {
      deploy("sink-" + resource, task("sink." + resource, "{}"));
      DEPLOYED.add("sink-" + resource);
    }
  }

  private static Map<String, String> tables() {
    ConnectionTemplate database = server.tables();
    List<String> names =
        database.use(
            connection ->
                Rows.list(
                    connection,
                    """
                    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
                     where n.nspname = 'pawl' and c.relkind in ('r', 'p') and not c.relispartition
                    """,
                    row -> row.getString(1)));
    Map<String, String> contents = new LinkedHashMap<>();
    for (String name : names) {
      String sql = DUMP.formatted(name);
      List<String> rows =
          database.use(connection -> Rows.list(connection, sql, row -> row.getString(1)));
      contents.put(name, String.join("\n", rows));
    }
    return contents;
  }

  // Bytes are shown as text too, so that a text within them shows.
  private static final String DUMP =
      """
      select t::text || coalesce((
          select string_agg(encode(decode(m[1], 'hex'), 'escape'), ' ')
            from regexp_matches(t::text, 'x((?:[0-9a-f]{2})+)', 'g') m), '')
        from pawl.%s t
      """;

  private static void assertNoSecret(String where, String text) {
    String json = Json.of(VALUE).toString();
    for (String form :
        List.of(
            VALUE,
            json.substring(1, json.length() - 1),
            base64(VALUE),
            form(VALUE),
            // What is left of a value that was cut.
            VALUE.substring(0, 8),
            form(VALUE).substring(0, 8))) {
      int at = text.indexOf(form);
      assertThat(at)
          .as(
              () ->
                  "%s: %s"
                      .formatted(
                          where,
                          text.substring(Math.max(0, at - 200), Math.min(text.length(), at + 60))))
          .isNegative();
    }
  }
}
