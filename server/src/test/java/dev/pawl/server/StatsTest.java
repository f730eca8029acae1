package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Statistics: what they count and what they leave out, and who may read them. */
@ExtendWith(OneServer.class)
class StatsTest {

  private static final String WORKS =
      """
      {"code": "works", "name": "Works well", "definition": {"StartAt": "Done", "States": {
        "Done": {"Type": "Task", "Resource": "echo", "End": true}}}}
      """;

  private static final String BREAKS =
      """
      {"code": "breaks", "definition": {"StartAt": "Check", "States": {
        "Check": {"Type": "Task", "Resource": "TRANSFORM_DATA",
                  "Config": {"expression": "$error('broken')"}, "End": true}}}}
      """;

  private static final String WAITS =
      """
      {"code": "waits", "definition": {"StartAt": "Wait", "States": {
        "Wait": {"Type": "Wait", "Event": "never", "End": true}}}}
      """;

  private static final String UNSERVED =
      """
      {"code": "unserved", "definition": {"StartAt": "Render", "States": {
        "Render": {"Type": "Task", "Resource": "pdf:render", "End": true}}}}
      """;

  private OneServer.Running running;
  private String key;
  private Api tenant;

  @BeforeEach
  void createFlows(OneServer.Running server) throws Exception {
    running = server;
    key = server.tenant("stats-" + System.nanoTime());
    tenant = server.with(key);
    for (String flow : List.of(WORKS, BREAKS, WAITS, UNSERVED)) {
      assertThat(tenant.post("/api/flows?publish=true", flow).status()).isEqualTo(201);
    }
  }

  private void start(String flow, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      tenant.post("/api/flows/" + flow + "/execute?wait=30", "");
    }
  }

  private static List<Json> elements(Json value, String member) {
    return ((JsonArray) value.get(member).orElseThrow()).elements();
  }

  private static String text(Json value, String member) {
    return value.get(member).orElseThrow().asText();
  }

  private static long sum(Json stats, String member) {
    return elements(stats, "buckets").stream()
        .mapToLong(bucket -> bucket.get(member).orElseThrow().asLong())
        .sum();
  }

  @Test
  void shouldCountStartsEndsAndFailuresWithoutTests() throws Exception {
    start("works", 3);
    start("breaks", 2);
    tenant.post("/api/flows/waits/execute", "");
    tenant.post("/api/flows/works/test?wait=30", "");

    Json stats = tenant.get("/api/stats?window=1h").body();

    assertThat(elements(stats, "buckets")).hasSize(60);
    assertThat(sum(stats, "starts")).isEqualTo(6);
    assertThat(sum(stats, "failed")).isEqualTo(2);
    assertThat(sum(stats, "ends")).isEqualTo(5);
    Json total = stats.get("total").orElseThrow();
    assertThat(text(total, "starts")).isEqualTo("6");
    assertThat(text(total, "failed")).isEqualTo("2");
    assertThat(total.get("p95").orElseThrow().isNull()).isFalse();
    assertThat(text(stats.get("before").orElseThrow(), "starts")).isEqualTo("0");
    assertThat(text(stats.get("lastWeek").orElseThrow(), "starts")).isEqualTo("0");
    assertThat(text(stats, "estimated")).isEqualTo("false");
    assertThat(elements(stats, "flows"))
        .extracting(
            flow -> text(flow, "name") + " " + text(flow.get("total").orElseThrow(), "starts"))
        .containsExactly("Works well 3", "breaks 2", "waits 1");
    assertThat(elements(stats, "versions"))
        .extracting(
            flow -> text(flow, "flow") + " v" + text(flow, "version") + " " + text(flow, "failed"))
        .containsExactly("breaks v1 2");
    assertThat(elements(stats, "publications"))
        .extracting(flow -> text(flow, "flow") + " v" + text(flow, "version"))
        .containsExactlyInAnyOrder("works v1", "breaks v1", "waits v1", "unserved v1");
    assertThat(elements(tenant.get("/api/stats?window=24h").body(), "buckets")).hasSize(144);
    assertThat(sum(tenant.get("/api/stats?window=7d").body(), "starts")).isEqualTo(6);
  }

  @Test
  void shouldCountAllExecutionsOfCrowdedBuckets() throws Exception {
    for (int i = 0; i < 520; i++) {
      tenant.post("/api/flows/works/execute", "");
    }

    Json day = tenant.get("/api/stats?window=7d").body();

    Await.until(
        "all have ended",
        () -> sum(tenant.get("/api/flows/works/stats?window=7d").body(), "ends") == 520);
    Json ofFlow = tenant.get("/api/flows/works/stats?window=7d").body();
    assertThat(sum(day, "starts")).isBetween(500L, 520L);
    assertThat(sum(ofFlow, "starts")).isEqualTo(520);
  }

  @Test
  void shouldShowTheStatesWhereExecutionsFail() throws Exception {
    start("works", 2);
    start("breaks", 3);

    Json states = tenant.get("/api/stats/states?window=1h").body();

    Json failing = elements(states, "failing").getFirst();
    assertThat(text(failing, "flow")).isEqualTo("breaks");
    assertThat(text(failing, "state")).isEqualTo("Check");
    assertThat(text(failing, "failed")).isEqualTo("3");
    assertThat(text(failing, "starts")).isEqualTo("3");
    assertThat(elements(states, "slowest"))
        .extracting(state -> text(state, "state"))
        .containsExactlyInAnyOrder("Check", "Done");
  }

  @Test
  void shouldNameTheFailStateOfExecutionsWithoutAFailedTask() throws Exception {
    tenant.post(
        "/api/flows?publish=true",
        """
        {"code": "refuses", "definition": {"StartAt": "Accept", "States": {
          "Accept": {"Type": "Pass", "Next": "Refuse"},
          "Refuse": {"Type": "Fail", "Error": "Order.Refused"}}}}
        """);
    start("refuses", 2);

    Json failing = elements(tenant.get("/api/stats/states?window=1h").body(), "failing").getFirst();

    assertThat(text(failing, "state")).isEqualTo("Refuse");
    assertThat(text(failing, "error")).isEqualTo("Order.Refused");
    assertThat(text(failing, "failed")).isEqualTo("2");
  }

  @Test
  void shouldCountWhatWaitsAndForWhat() throws Exception {
    String code = "stats-limits-" + System.nanoTime();
    tenant = running.own(code);
    for (String flow : List.of(WAITS, UNSERVED)) {
      tenant.post("/api/flows?publish=true", flow);
    }
    running
        .admin()
        .call(
            "PUT",
            "/api/tenants/" + code + "/limits",
            "{\"concurrent\": 50, \"startsPerDay\": 1000}");
    tenant.post("/api/flows/waits/execute", "");
    Api.Answer rendering = tenant.post("/api/flows/unserved/execute", "");

    Await.until(
        "both are parked",
        () ->
            elements(tenant.get("/api/stats/now").body(), "waiting").stream()
                .map(one -> text(one, "kind") + text(one, "count"))
                .toList()
                .containsAll(List.of("EVENT1", "WORKER1")));
    Json now = tenant.get("/api/stats/now").body();

    Json unserved = elements(now, "unserved").getFirst();
    assertThat(text(unserved, "resource")).isEqualTo("pdf:render");
    assertThat(text(unserved, "flow")).isEqualTo("unserved");
    assertThat(text(unserved, "execution")).isEqualTo(rendering.text("id"));
    assertThat(elements(unserved, "growth")).hasSize(12);
    assertThat(elements(unserved, "growth").getLast().asLong()).isEqualTo(1);
    assertThat(elements(now, "limits"))
        .extracting(
            limit -> text(limit, "kind") + " " + text(limit, "used") + "/" + text(limit, "max"))
        .contains("CONCURRENT 2/50")
        .anyMatch(limit -> limit.startsWith("STARTS_PER_DAY"));
  }

  @Test
  void shouldNotShowNumbersOfOthers() throws Exception {
    start("breaks", 1);
    Api other = running.own("stats-other-" + System.nanoTime());
    String limited =
        tenant
            .post(
                "/api/keys",
                "{\"name\": \"limited\", \"roles\": [\"viewer\"], \"flows\": [\"works\"]}")
            .text("key");
    Api scoped = running.with(limited);

    assertThat(sum(other.get("/api/stats?window=1h").body(), "starts")).isZero();
    assertThat(elements(other.get("/api/stats?window=1h").body(), "publications")).isEmpty();
    assertThat(elements(other.get("/api/stats/now").body(), "waiting")).isEmpty();
    assertThat(elements(other.get("/api/stats/states").body(), "failing")).isEmpty();
    assertThat(other.get("/api/flows/works/stats").status()).isEqualTo(404);
    assertThat(scoped.get("/api/stats").status()).isEqualTo(403);
    assertThat(scoped.get("/api/stats/states").status()).isEqualTo(403);
    assertThat(scoped.get("/api/stats/now").status()).isEqualTo(403);
    assertThat(scoped.get("/api/flows/works/stats").status()).isEqualTo(200);
    assertThat(scoped.get("/api/flows/breaks/stats").status()).isEqualTo(404);
    assertThat(tenant.get("/api/stats?window=2h").body().get("detail").orElseThrow().asText())
        .contains("must be 1h, 24h or 7d, got '2h'");
  }

  @Test
  void shouldPrintStatistics(@TempDir Path folder) throws Exception {
    start("works", 2);
    start("breaks", 1);
    Path file = Files.writeString(folder.resolve("key"), key);
    Commands commands = new Commands(running.server().address(), file);

    String out = commands.pawl("stats", "--window", "1h").well().out();

    assertThat(out)
        .contains(
            "started     3, 0 in the 1h before, 0 at the same time last week",
            "failed      1 (33.3 %)",
            "breaks",
            "Check");
    assertThat(commands.pawl("stats", "works", "--window", "1h").well().out())
        .contains("started     2");
    assertThat(commands.pawl("stats", "--window", "1h", "--json").well().out())
        .contains("\"now\"", "\"states\"");
  }
}
