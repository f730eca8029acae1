package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The audit has the state before and after each change of configuration. */
@ExtendWith(OneServer.class)
class AuditChangesTest {

  private static final String FLOW =
      """
      {"code": "pass", "definition": {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true}}}}
      """;

  private OneServer.Running running;
  private String code;
  private String key;
  private Api own;

  @BeforeEach
  void createTenant(OneServer.Running server) throws Exception {
    running = server;
    code = "changes-" + System.nanoTime();
    key = server.tenant(code);
    own = server.with(key);
    own.post("/api/flows?publish=true", FLOW);
  }

  @Test
  void shouldShowBindingsBeforeAndAfter() throws Exception {
    String id = own.post("/api/bindings", "{\"event\": \"E\", \"flow\": \"pass\"}").text("id");
    assertThat(change().get("before").orElse(JsonNull.NULL).isNull()).isTrue();
    assertThat(after("event")).isEqualTo("E");

    own.call(
        "PUT", "/api/bindings/" + id, "{\"event\": \"E\", \"flow\": \"pass\", \"priority\": 7}");
    assertThat(before("priority")).isEqualTo("0");
    assertThat(after("priority")).isEqualTo("7");

    own.post("/api/bindings/" + id + "/disable", "");
    assertThat(before("enabled")).isEqualTo("true");
    assertThat(after("enabled")).isEqualTo("false");

    own.call("DELETE", "/api/bindings/" + id, "");
    assertThat(before("priority")).isEqualTo("7");
    assertThat(change().get("after").orElse(JsonNull.NULL).isNull()).isTrue();
    assertThat(own.get("/api/audit/verify").text("intact")).isEqualTo("true");
  }

  @Test
  void shouldShowTriggersBeforeAndAfter() throws Exception {
    own.call("PUT", "/api/flows/pass/trigger", "{\"type\": \"AUTOLAUNCHED\"}");
    own.call(
        "PUT",
        "/api/flows/pass/trigger",
        "{\"type\": \"EVENT_TRIGGERED\", \"config\": {\"event\": \"order.created\"}}");

    assertThat(before("type")).isEqualTo("AUTOLAUNCHED");
    assertThat(after("config")).isEqualTo("{\"event\":\"order.created\"}");
  }

  @Test
  void shouldShowSecretsWithoutTheirValues() throws Exception {
    own.call("PUT", "/api/secrets/crm", "{\"value\": \"first-value-4711\"}");
    own.call("PUT", "/api/secrets/crm", "{\"value\": \"second-value-4712\"}");

    assertThat(before("version")).isEqualTo("1");
    assertThat(after("version")).isEqualTo("2");
    own.call("DELETE", "/api/secrets/crm", "");
    assertThat(before("name")).isEqualTo("crm");
    assertThat(own.get("/api/audit?limit=1000").body().toString())
        .doesNotContain("first-value", "second-value");
  }

  @Test
  void shouldShowConnectionsAndTemplatesBeforeAndAfter() throws Exception {
    own.call(
        "PUT",
        "/api/connections/crm",
        "{\"kind\": \"http\", \"address\": \"https://one.example\"}");
    Api.Answer saved =
        own.call(
            "PUT",
            "/api/connections/crm",
            "{\"kind\": \"http\", \"address\": \"https://two.example\"}");
    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
    assertThat(before("address")).isEqualTo("https://one.example");
    assertThat(after("address")).isEqualTo("https://two.example");
    own.call("DELETE", "/api/connections/crm", "");
    assertThat(before("address")).isEqualTo("https://two.example");

    own.call("PUT", "/api/templates/hello", "{\"text\": \"Hello\"}");
    own.call("PUT", "/api/templates/hello", "{\"text\": \"%s\"}".formatted("x".repeat(40_000)));
    assertThat(before("text")).isEqualTo("Hello");
    assertThat(change().get("after").orElseThrow().toString())
        .as("a large state is represented by its size and digest")
        .containsPattern("\\{\"bytes\":40\\d\\d\\d,\"sha256\":\"[0-9a-f]{64}\"\\}");
  }

  @Test
  void shouldShowLimitsBeforeAndAfter() throws Exception {
    String limits = "/api/tenants/" + code + "/limits";
    running.admin().call("PUT", limits, "{\"activeFlows\": 10}");
    running.admin().call("PUT", limits, "{\"activeFlows\": 20}");

    Json entry = newest(running.admin(), limits);
    assertThat(entry.get("before").flatMap(one -> one.get("activeFlows"))).contains(Json.of(10));
    assertThat(entry.get("after").flatMap(one -> one.get("activeFlows"))).contains(Json.of(20));
  }

  @Test
  void shouldRecordNoStateOfAChangeThatIsRefused() throws Exception {
    own.call("PUT", "/api/secrets/crm", "{\"value\": \"first-value-4711\"}");
    Api viewer = running.with(running.key(key, "viewer"));

    viewer.call("DELETE", "/api/secrets/crm", "");

    assertThat(change().get("status")).contains(Json.of(403));
    assertThat(change().get("before").orElse(JsonNull.NULL).isNull()).isTrue();
  }

  private Json change() throws Exception {
    return newest(own, "/api/");
  }

  private static Json newest(Api of, String target) throws Exception {
    JsonArray items =
        (JsonArray) of.get("/api/audit?limit=1&target=" + target).body().get("items").orElseThrow();
    return items.elements().getFirst();
  }

  private String before(String member) throws Exception {
    return text(change(), "before", member);
  }

  private String after(String member) throws Exception {
    return text(change(), "after", member);
  }

  private static String text(Json entry, String state, String member) {
    return entry.get(state).flatMap(one -> one.get(member)).orElseThrow().asText();
  }
}
