package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lists and pages of flows show what the flows did, and what a change would affect. */
@ExtendWith(OneServer.class)
class FlowActivityTest {

  private static OneServer.Running server;

  @BeforeAll
  static void known(OneServer.Running running) {
    server = running;
  }

  private static String definition(String rest) {
    return """
    {"StartAt": "Check", "States": {
      "Check": {"Type": "Choice", "Choices": [
        {"Variable": "$.bad", "BooleanEquals": true, "Next": "Refuse"}], "Default": "Done"},
      "Refuse": {"Type": "Fail", "Error": "Order.Refused"},
      "Done": {"Type": "Succeed"%s}}}\
    """
        .formatted(rest);
  }

  private static String flow(String code, String more) {
    return "{\"code\": \"%s\", \"definition\": %s%s}".formatted(code, definition(""), more);
  }

  private static void run(Api own, String flow, boolean bad) throws Exception {
    own.post(
        "/api/flows/%s/execute?wait=30".formatted(flow),
        "{\"input\": {\"bad\": %s}}".formatted(bad));
  }

  private static List<Json> items(Api.Answer answer, String member) {
    return ((JsonArray) answer.body().get(member).orElseThrow()).elements();
  }

  private static String text(Json json, String... path) {
    Json at = json;
    for (String name : path) {
      at = at.get(name).orElseThrow(() -> new AssertionError(json.toString()));
    }
    return at.asText();
  }

  @Test
  void shouldCountRunsAndFailuresOfSeveralFlows() throws Exception {
    Api own = server.own("activity");
    own.post("/api/flows?publish=true", flow("orders", ""));
    own.post("/api/flows?publish=true", flow("quiet", ""));
    own.post(
        "/api/bindings", "{\"event\": \"ORDER_PLACED\", \"flow\": \"orders\", \"enabled\": true}");
    run(own, "orders", false);
    run(own, "orders", true);
    run(own, "orders", true);
    own.post("/api/flows/orders/test?wait=30", "{\"input\": {\"bad\": true}}");

    Api.Answer answer = own.get("/api/flows/activity?flow=orders&flow=quiet");

    List<Json> flows = items(answer, "items");
    Json orders = flows.getFirst();
    assertThat(text(orders, "runs")).isEqualTo("3");
    assertThat(text(orders, "failures")).isEqualTo("2");
    assertThat(((JsonArray) orders.get("hours").orElseThrow()).elements()).hasSize(24);
    assertThat(text(orders, "lastRun", "status")).isEqualTo("FAILED");
    assertThat(text(orders, "lastRun", "error")).isEqualTo("Order.Refused");
    assertThat(orders.get("startedBy").orElseThrow().toString()).isEqualTo("[\"EVENT\"]");
    assertThat(text(flows.get(1), "runs")).isEqualTo("0");
    assertThat(flows.get(1).toString()).doesNotContain("Order.Refused");
    Api foreign = server.own("activity-other");
    assertThat(
            text(items(foreign.get("/api/flows/activity?flow=orders"), "items").getFirst(), "runs"))
        .isEqualTo("0");
  }

  @Test
  void shouldRefuseTooManyFlows() throws Exception {
    Api own = server.own("activity-many");
    StringBuilder query = new StringBuilder("?flow=f0");
    for (int i = 1; i <= 100; i++) {
      query.append("&flow=f").append(i);
    }

    Api.Answer refused = own.get("/api/flows/activity" + query);

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.text("detail")).contains("100", "101");
  }

  @Test
  void shouldShowScopedKeysOnlyTheirFlows() throws Exception {
    String key = server.tenant("activity-scope");
    Api own = server.with(key);
    own.post("/api/flows?publish=true", flow("mine", ", \"tags\": [\"open/a\"]"));
    own.post("/api/flows?publish=true", flow("theirs", ", \"tags\": [\"secret/b\"]"));
    Api limited =
        server.with(
            own.post(
                    "/api/keys",
                    "{\"name\": \"limited\", \"roles\": [\"publisher\"], \"flows\": [\"mine\"]}")
                .text("key"));

    assertThat(items(limited.get("/api/flows/activity?flow=mine&flow=theirs"), "items"))
        .extracting(item -> text(item, "flow"))
        .containsExactly("mine");
    assertThat(limited.get("/api/flows/summary").body().toString())
        .contains("\"flows\":1", "open/a")
        .doesNotContain("secret");
    Api.Answer changed =
        limited.post(
            "/api/flows/bulk", "{\"action\": \"DISABLE\", \"flows\": [\"mine\", \"theirs\"]}");
    assertThat(items(changed, "flows"))
        .extracting(item -> text(item, "result"))
        .containsExactly("CHANGED", "REFUSED");
    assertThat(own.get("/api/flows/theirs").text("status")).isEqualTo("ACTIVE");
    assertThat(limited.get("/api/flows/theirs/version-runs").status()).isEqualTo(404);
    assertThat(limited.get("/api/flows/theirs/dependents").status()).isEqualTo(404);
  }

  @Test
  void shouldSortAndFindFoldersInPages() throws Exception {
    Api own = server.own("activity-sort");
    own.post("/api/flows", flow("a", ", \"name\": \"Zebra\", \"tags\": [\"shop/eu\"]"));
    own.post("/api/flows", flow("b", ", \"name\": \"apple\", \"tags\": [\"shop/us\", \"new\"]"));
    own.post("/api/flows", flow("c", ", \"name\": \"Mango\", \"tags\": [\"shopping\"]"));

    Api.Answer first = own.get("/api/flows?sort=NAME&limit=2");
    Api.Answer second =
        own.get("/api/flows?sort=NAME&limit=2&after=" + first.text("next").replace(" ", "%20"));
    Api.Answer changed = own.get("/api/flows?sort=UPDATED&limit=1");
    Api.Answer before =
        own.get(
            "/api/flows?sort=UPDATED&limit=1&after=" + changed.text("next").replace(" ", "%20"));

    assertThat(items(first, "items"))
        .extracting(flow -> text(flow, "code"))
        .containsExactly("b", "c");
    assertThat(items(second, "items")).extracting(flow -> text(flow, "code")).containsExactly("a");
    assertThat(items(changed, "items")).extracting(flow -> text(flow, "code")).containsExactly("c");
    assertThat(items(before, "items")).extracting(flow -> text(flow, "code")).containsExactly("b");
    assertThat(items(own.get("/api/flows?tag=shop/"), "items"))
        .extracting(flow -> text(flow, "code"))
        .containsExactly("a", "b");
    assertThat(own.get("/api/flows?sort=NAME&after=b").status()).isEqualTo(400);
    assertThat(own.get("/api/flows/summary").body().toString())
        .contains("\"flows\":3", "\"shop/eu\":1", "\"shop/us\":1");
  }

  @Test
  void shouldSkipNoFlowWhoseNameTheDatabaseLowersOtherwise() throws Exception {
    Api own = server.own("activity-lower");
    own.post("/api/flows", flow("a", ", \"name\": \"\u0130\""));
    own.post("/api/flows", flow("b", ", \"name\": \"IA\""));
    own.post("/api/flows", flow("c", ", \"name\": \"\u00c4\""));

    List<String> seen = new ArrayList<>();
    String after = "";
    for (int page = 0; page < 3; page++) {
      Api.Answer answer =
          own.get(
              "/api/flows?sort=NAME&limit=1&after="
                  + URLEncoder.encode(after, StandardCharsets.UTF_8));
      items(answer, "items").forEach(flow -> seen.add(text(flow, "code")));
      after = answer.text("next");
    }

    assertThat(seen)
        .isEqualTo(
            items(own.get("/api/flows?sort=NAME"), "items").stream()
                .map(flow -> text(flow, "code"))
                .toList());
  }

  @Test
  void shouldChangeSeveralFlowsAndReportFirst() throws Exception {
    String key = server.tenant("activity-bulk");
    Api own = server.with(key);
    own.post("/api/flows?publish=true", flow("one", ", \"tags\": [\"old\"]"));
    own.post("/api/flows?publish=true", flow("two", ""));
    own.post("/api/flows", flow("draft", ""));
    String flows = "\"flows\": [\"one\", \"two\", \"draft\", \"none\"]";

    Api.Answer preview =
        own.post("/api/flows/bulk?dryRun=true", "{\"action\": \"DISABLE\", " + flows + "}");

    assertThat(items(preview, "flows"))
        .extracting(item -> text(item, "flow") + " " + text(item, "result"))
        .containsExactly("draft UNCHANGED", "none REFUSED", "one CHANGED", "two CHANGED");
    assertThat(own.get("/api/flows/one").text("status")).isEqualTo("ACTIVE");

    own.post("/api/flows/bulk", "{\"action\": \"DISABLE\", " + flows + "}");
    assertThat(own.get("/api/flows/one").text("status")).isEqualTo("INACTIVE");
    Api.Answer enabled = own.post("/api/flows/bulk", "{\"action\": \"ENABLE\", " + flows + "}");
    assertThat(text(items(enabled, "flows").getFirst(), "reason")).contains("publish it first");
    assertThat(own.get("/api/flows/one").text("status")).isEqualTo("ACTIVE");
    own.post("/api/flows/bulk", "{\"action\": \"TAG\", \"tags\": [\"shop/eu\"], " + flows + "}");
    own.post("/api/flows/bulk", "{\"action\": \"UNTAG\", \"tags\": [\"old\"], " + flows + "}");
    assertThat(own.get("/api/flows/one").body().get("tags").orElseThrow().toString())
        .isEqualTo("[\"shop/eu\"]");
    own.post("/api/flows/bulk", "{\"action\": \"ARCHIVE\", \"flows\": [\"one\"]}");
    assertThat(own.get("/api/flows/one").text("status")).isEqualTo("ARCHIVED");
    assertThat(own.get("/api/audit?flow=one").body().toString())
        .contains("action=ARCHIVE")
        .doesNotContain("/api/keys");
    assertThat(own.get("/api/audit?flow=on").body().toString()).doesNotContain("ARCHIVE");

    Api editor = server.with(server.key(key, "editor"));
    assertThat(editor.post("/api/flows/bulk", "{\"action\": \"DISABLE\", " + flows + "}").status())
        .isEqualTo(403);
    assertThat(
            editor
                .post("/api/flows/bulk", "{\"action\": \"TAG\", \"tags\": [\"x\"], " + flows + "}")
                .status())
        .isEqualTo(200);
    assertThat(own.post("/api/flows/bulk", "{\"action\": \"TAG\", " + flows + "}").status())
        .isEqualTo(400);
  }

  @Test
  void shouldAuditEachFlowOfABulkChange() throws Exception {
    Api own = server.own("activity-audit");
    List<String> codes = new ArrayList<>();
    for (int i = 10; i < 50; i++) {
      codes.add("a-flow-with-a-long-code-" + i);
      own.post("/api/flows?publish=true", flow(codes.getLast(), ""));
    }
    String body = "{\"action\": \"%s\", \"flows\": [\"" + String.join("\", \"", codes) + "\"]}";

    own.post("/api/flows/bulk?dryRun=true", body.formatted("ARCHIVE"));
    own.post("/api/flows/bulk", body.formatted("DISABLE"));
    Api.Answer refused =
        own.post(
            "/api/flows/bulk",
            "{\"action\": \"ENABLE\", \"flows\": [\"order\", \"x&dryRun=true\"]}");

    for (String code : codes) {
      assertThat(own.get("/api/audit?flow=" + code).body().toString())
          .as(code)
          .contains("action=DISABLE&flows=");
    }
    assertThat(own.get("/api/audit?flow=a-flow-with-a-long-code-4").body().toString())
        .doesNotContain("DISABLE");
    assertThat(own.get("/api/audit?target=action").body().toString())
        .contains("action=ARCHIVE&dryRun=true&flows=", "action=DISABLE&flows=")
        .doesNotContain("ENABLE");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.text("detail")).contains("'x&dryRun=true'", "[A-Za-z0-9][A-Za-z0-9._-]*");
  }

  @Test
  void shouldRefuseCodesThatTheAuditCannotKeep() throws Exception {
    List<String> codes = new ArrayList<>();
    for (int i = 100; i < 300; i++) {
      codes.add("c".repeat(160) + i);
    }

    Api.Answer refused =
        server
            .own("activity-audit-size")
            .post(
                "/api/flows/bulk",
                "{\"action\": \"DISABLE\", \"flows\": [\"" + String.join("\", \"", codes) + "\"]}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.text("detail")).contains("32600", "30000");
  }

  @Test
  void shouldCountStatesAndWaysOfAVersion() throws Exception {
    Api own = server.own("activity-stats");
    own.post("/api/flows?publish=true", flow("paid", ""));
    run(own, "paid", false);
    run(own, "paid", false);
    run(own, "paid", true);

    Api.Answer stats = own.get("/api/flows/paid/version-runs?version=1");

    assertThat(text(stats.body(), "total", "runs")).isEqualTo("3");
    assertThat(text(stats.body(), "total", "failures")).isEqualTo("1");
    assertThat(text(items(stats, "versions").getFirst(), "version")).isEqualTo("1");
    Json states = stats.body().get("states").orElseThrow();
    assertThat(text(states, "sampled")).isEqualTo("3");
    assertThat(text(states, "estimated")).isEqualTo("false");
    assertThat(states.get("ways").orElseThrow().toString())
        .contains("{\"from\":\"(start)\",\"to\":\"Check\",\"count\":3}")
        .contains("{\"from\":\"Check\",\"to\":\"Done\",\"count\":2}")
        .contains("{\"from\":\"Check\",\"to\":\"Refuse\",\"count\":1}");
    assertThat(((JsonArray) states.get("states").orElseThrow()).elements())
        .extracting(
            state ->
                text(state, "state") + " " + text(state, "visits") + " " + text(state, "failures"))
        .contains("Check 3 0", "Done 2 0", "Refuse 1 1");
    assertThat(own.get("/api/flows/paid/version-runs?version=9").body().toString())
        .contains("\"states\":null");
    assertThat(server.own("activity-stats-other").get("/api/flows/paid/version-runs").status())
        .isEqualTo(404);
  }

  @Test
  void shouldNameCallersAndUnfinishedExecutions() throws Exception {
    Api own = server.own("activity-dependents");
    own.post(
        "/api/flows?publish=true",
        """
        {"code": "waits", "definition": {"StartAt": "Wait", "States": {
          "Wait": {"Type": "Wait", "Seconds": 3600, "Next": "Done"}, "Done": {"Type": "Succeed"}}}}
        """);
    own.post(
        "/api/flows?publish=true",
        """
        {"code": "calls", "definition": {"StartAt": "Call", "States": {
          "Call": {"Type": "Task", "Resource": "flow:waits.sync", "End": true}}}}
        """);
    own.post(
        "/api/flows?publish=true",
        """
        {"code": "mentions", "definition": {"StartAt": "waits", "States": {
          "waits": {"Type": "Succeed"}}}}
        """);
    own.post("/api/flows/waits/execute", "{\"input\": {}}");

    Json dependents = own.get("/api/flows/waits/dependents").body();

    assertThat(dependents.get("callers").orElseThrow().toString()).isEqualTo("[\"calls\"]");
    assertThat(dependents.get("unfinished").orElseThrow().toString())
        .isEqualTo("[{\"version\":1,\"executions\":1}]");
    assertThat(own.get("/api/flows/calls/dependents").body().get("calls").orElseThrow().toString())
        .isEqualTo("[\"waits\"]");
    Json preview =
        items(
                own.post(
                    "/api/flows/bulk?dryRun=true",
                    "{\"action\": \"ARCHIVE\", \"flows\": [\"waits\"]}"),
                "flows")
            .getFirst();
    assertThat(text(preview, "unfinished")).isEqualTo("1");
  }
}
