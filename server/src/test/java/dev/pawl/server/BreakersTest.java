package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.client.PawlClient;
import dev.pawl.client.outbound.BreakerInfo;
import dev.pawl.engine.store.Breaker;
import dev.pawl.handlers.egress.NetworkRange;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.server.egress.EgressSettings;
import dev.pawl.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An HTTP server that fails for a while, called by many executions of a Pawl server. */
class BreakersTest {

  private static final int EXECUTIONS = 100;

  /** When requests arrived, in nanoseconds, and whether they failed. */
  private record Arrival(long nanos, boolean failed) {}

  private static final ConcurrentLinkedQueue<Arrival> ARRIVALS = new ConcurrentLinkedQueue<>();
  private static volatile boolean isDown = true;

  @TempDir private static Path data;
  private static HttpServer target;
  private static PawlServer server;
  private static Api admin;
  private static Commands commands;
  private static String downstream;

  @BeforeAll
  static void start() throws IOException {
    target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    target.createContext("/", BreakersTest::answer);
    target.start();
    downstream = "127.0.0.1:" + target.getAddress().getPort();
    server =
        PawlServer.start(
            TestSettings.in(data)
                .withEgress(
                    new EgressSettings(
                        Set.of(),
                        List.of(NetworkRange.parse("127.0.0.0/8")),
                        Set.of(target.getAddress().getPort()))));
    Path key = data.resolve(FirstKey.FILE);
    admin = new Api(server.address(), Optional.of(Files.readString(key)));
    commands = new Commands(server.address(), key);
  }

  @AfterAll
  static void stop() {
    server.close();
    target.stop(0);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean fails = isDown;
      ARRIVALS.add(new Arrival(System.nanoTime(), fails));
      exchange.sendResponseHeaders(fails ? 503 : 200, -1);
    }
  }

  // A second failed attempt would fail the execution.
  private static void publish() throws Exception {
    Api.Answer created =
        admin.post(
            "/api/flows?publish=true",
            """
            {"code": "crm", "definition": {"StartAt": "Call", "States": {"Call": {
              "Type": "Task", "Resource": "HTTP_CALLOUT", "TimeoutSeconds": 3,
              "Config": {"url": "http://%s/customers"},
              "Retry": [{"ErrorEquals": ["Http5xx"], "IntervalSeconds": 1, "MaxAttempts": 1}],
              "End": true}}}}
            """
                .formatted(downstream));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
  }

  private static String begin() throws Exception {
    return admin.post("/api/flows/crm/execute", "{\"input\": {}}").text("id");
  }

  private static Json reason(String id) throws Exception {
    Json reasons =
        admin.get("/api/flows/executions/" + id + "/explain").body().get("reasons").orElseThrow();
    return reasons instanceof JsonArray list && list.elements().size() == 1
        ? list.elements().getFirst()
        : Json.of(reasons.toString());
  }

  private static String text(Json json, String member) {
    return json.get(member).map(Json::asText).orElse("");
  }

  private static void awaitHeld(String id) {
    Await.until("the breaker holds " + id, () -> text(reason(id), "kind").equals("breaker"));
  }

  @Test
  void shouldBurnNoRetryWhileADependencyIsDownAndFinishAllAfterwards() throws Exception {
    publish();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ids.add(begin());
    }
    Await.until("ten calls have failed", () -> ARRIVALS.size() >= 10);
    ids.forEach(BreakersTest::awaitHeld);
    for (int i = 10; i < EXECUTIONS; i++) {
      ids.add(begin());
    }
    ids.forEach(BreakersTest::awaitHeld);

    Json reason = reason(ids.getLast());
    assertThat(text(reason, "what"))
        .contains("'" + downstream + "' is open since ", "failed with Http5xx", "503")
        .contains("the next call is tried at ");
    assertThat(text(reason, "release"))
        .isEqualTo("a call that succeeds, or POST /api/breakers/" + downstream + "/close");
    assertThat(admin.text("/metrics")).contains("pawl_breakers_open 1.0");
    assertListed();
    assertHiddenFromOtherTenants();
    Await.until("a probe has failed", () -> ARRIVALS.size() > 10);
    long recovered = System.nanoTime();
    isDown = false;
    assertThat(commands.pawl("breakers", "close", downstream).well().out())
        .contains(downstream + " is being released");

    for (String id : ids) {
      Await.until(
          "the end of " + id,
          () ->
              Set.of("SUCCEEDED", "FAILED", "TIMED_OUT")
                  .contains(admin.get("/api/flows/executions/" + id).text("status")));
      assertThat(admin.get("/api/flows/executions/" + id).text("status"))
          .as(id)
          .isEqualTo("SUCCEEDED");
    }
    assertArrivals(recovered);
    Await.until(
        "closed", () -> admin.get("/api/breakers").body().toString().contains("\"items\":[]"));
    Api.Answer again = admin.post("/api/breakers/" + downstream + "/close", "");
    assertThat(again.status()).as(again.toString()).isEqualTo(404);
  }

  private static void assertListed() throws Exception {
    try (PawlClient client =
        PawlClient.connect(
            server.address().toString(), Files.readString(data.resolve(FirstKey.FILE)))) {
      BreakerInfo listed = client.breakers().list().toList().getFirst();
      assertThat(listed.downstream()).isEqualTo(downstream);
      assertThat(listed.state()).isEqualTo("open");
      assertThat(listed.error()).isEqualTo("Http5xx");
      assertThat(listed.cause()).contains("503");
      assertThat(listed.nextProbe().orElseThrow()).isAfter(listed.since());
    }
    assertThat(commands.pawl("breakers", "ls").well().out()).contains(downstream, "Http5xx");
    assertThat(commands.pawl("breakers", "ls", "--json").well().out())
        .contains("\"" + downstream + "\"");
  }

  private static void assertHiddenFromOtherTenants() throws Exception {
    String key = admin.post("/api/tenants", "{\"code\": \"other\"}").text("key");
    Api other = new Api(server.address(), Optional.of(key));
    assertThat(other.get("/api/breakers").body().toString()).doesNotContain(downstream);
    assertThat(other.post("/api/breakers/" + downstream + "/close", "").status()).isEqualTo(404);
    assertThat(admin.get("/api/breakers").body().toString()).contains("\"open\"");
  }

  /**
   * Ten failures opened the breaker; every other failure was a probe.
   *
   * @param recovered the time before the downstream succeeded again
   */
  private static void assertArrivals(long recovered) {
    List<Arrival> failed = ARRIVALS.stream().filter(Arrival::failed).toList();
    List<Arrival> served = ARRIVALS.stream().filter(arrival -> !arrival.failed()).toList();
    Duration down = Duration.ofNanos(failed.getLast().nanos() - failed.get(9).nanos());
    assertThat(failed.size() - 10L).isBetween(1L, 1 + down.toSeconds() / 5);
    assertThat(served).hasSize(EXECUTIONS);
    for (int i = 0; i < served.size(); i++) {
      Duration elapsed = Duration.ofNanos(served.get(i).nanos() - recovered);
      assertThat(Breaker.allowance(elapsed)).as("within " + elapsed).isGreaterThanOrEqualTo(i - 1);
    }
  }
}
