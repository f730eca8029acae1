package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.Await;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** At every endpoint that writes, a repeated request with the same key has one effect. */
@ExtendWith(OneServer.class)
class EveryWriteTest {

  private static final AtomicInteger TENANTS = new AtomicInteger();

  private static final String DEFINITION =
      "\"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Succeed\"}}}";

  /** Secrets are not stored: a repeated request only confirms that it was carried out. */
  private static final Set<String> SHOWN_ONCE =
      Set.of(
          "POST /api/keys",
          "POST /api/session/link",
          "POST /api/tenants",
          "POST /api/tenants/{code}/keys",
          "POST /api/flows/{flow}/trigger/secret");

  /** Their key belongs to the execution or event itself, whose current state is returned. */
  private static final Set<String> SHOWN_AS_IT_IS =
      Set.of(
          "POST /api/flows/{flow}/execute",
          "POST /api/flows/{flow}/test",
          "POST /api/flows/executions/{id}/events/{name}");

  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry("POST /api/flows/validate", "{" + DEFINITION + "}"),
          Map.entry("POST /api/flows", "{\"code\": \"new\", " + DEFINITION + "}"),
          Map.entry("PUT /api/flows/{flow}", "{" + DEFINITION + "}"),
          Map.entry("POST /api/flows/{flow}/delete", "{\"code\": \"theirs\"}"),
          Map.entry("POST /api/flows/bulk", "{\"action\": \"DISABLE\", \"flows\": [\"theirs\"]}"),
          Map.entry("POST /api/events", "{\"type\": \"go\"}"),
          Map.entry("POST /api/events/try", "{\"type\": \"go\"}"),
          Map.entry(
              "POST /api/views", "{\"page\": \"executions\", \"name\": \"v\", \"query\": {}}"),
          Map.entry(
              "PUT /api/views/{id}", "{\"page\": \"executions\", \"name\": \"v\", \"query\": {}}"),
          Map.entry("POST /api/failures/{family}/assign", "{\"assignee\": \"clerk-1\"}"),
          Map.entry("PUT /api/preferences/{name}", "{\"value\": \"compact\"}"),
          Map.entry("POST /api/bindings", "{\"event\": \"go\", \"flow\": \"theirs\"}"),
          Map.entry("PUT /api/bindings/{id}", "{\"event\": \"go\", \"flow\": \"theirs\"}"),
          Map.entry("PUT /api/flows/{flow}/trigger", "{\"type\": \"AUTOLAUNCHED\"}"),
          Map.entry(
              "POST /api/flows/executions/bulk",
              "{\"action\": \"pause\", \"filter\": {\"flow\": \"theirs\"}}"),
          Map.entry("POST /api/flows/executions/{id}/skip", "{\"step\": \"/@1\"}"),
          Map.entry("POST /api/flows/executions/{id}/send-back", "{\"step\": \"/@1\"}"),
          Map.entry(
              "POST /api/workers/poll",
              "{\"resources\": [\"theirs.waitForTaskToken\"], \"wait\": 15}"),
          Map.entry(
              "POST /api/workers/descriptors",
              "{\"items\": [{\"resource\": \"r\", \"descriptor\": {}}]}"),
          Map.entry("POST /api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}"),
          Map.entry("POST /api/tenants/{code}/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}"),
          Map.entry("PUT /api/secrets/{name}", "{\"value\": \"some value\"}"),
          Map.entry(
              "PUT /api/connections/{name}",
              "{\"kind\": \"smtp\", \"address\": \"smtp.example:587\"}"),
          Map.entry("PUT /api/templates/{name}", "{\"text\": \"Hello {{name}}\"}"),
          Map.entry(
              "PUT /api/tenants/{code}/connections/{name}/private-access",
              "{\"allowed\": true, \"address\": \"https://theirs.example\"}"),
          Map.entry("PUT /api/tenants/{code}/limits", "{\"concurrent\": 5}"));

  static Stream<String> writes() {
    return ServerEndpoints.TABLE.names().stream().filter(endpoint -> !endpoint.startsWith("GET "));
  }

  @ParameterizedTest
  @MethodSource("writes")
  void shouldRunOncePerIdempotencyKey(String endpoint, OneServer.Running running) throws Exception {
    String tenant = "write-" + TENANTS.incrementAndGet();
    TenantObjects own = TenantObjects.of(running, tenant);
    prepare(endpoint, own, running);
    String body = body(endpoint, own, tenant);
    String pattern = endpoint.substring(endpoint.indexOf(' ') + 1);
    String path =
        pattern.contains("/{code}")
            ? pattern.replace("{code}", tenant).replace("{name}", TenantObjects.NAME)
            : pattern.contains("{") ? own.paths(pattern).getFirst() : pattern;
    String key = pattern.startsWith("/api/tenants") ? running.adminKey().strip() : own.ownerKey();
    List<String> head = List.of("Authorization: Bearer " + key, "Idempotency-Key: " + tenant);
    String method = endpoint.substring(0, endpoint.indexOf(' '));

    Wire.Answer first = running.wire().call(method, path, head, body);
    Wire.Answer again = running.wire().call(method, path, head, body);

    assertThat(first.status()).as(first.toString()).isBetween(200, 299);
    assertThat(first.body()).isNotEqualTo("[]");
    assertThat(first.header("Idempotency-Replayed")).isEmpty();
    assertThat(again.header("Idempotency-Replayed")).as(again.toString()).contains("true");
    if (SHOWN_ONCE.contains(endpoint)) {
      assertThat(again.status()).isEqualTo(409);
      assertThat(again.body()).contains("\"code\":\"shown-once\"");
    } else if (SHOWN_AS_IT_IS.contains(endpoint)) {
      assertThat(again.status()).isBetween(200, 202);
      assertThat(id(again)).isEqualTo(id(first));
    } else {
      assertThat(again.status()).isEqualTo(first.status());
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    }
  }

  private static String id(Wire.Answer answer) {
    return answer.body().replaceFirst("^\\{\"id\":\"([0-9a-f-]{36})\".*$", "$1");
  }

  /** Prepares the state in which the request has an effect. */
  private static void prepare(String endpoint, TenantObjects own, OneServer.Running running)
      throws Exception {
    Api owner = own.owner();
    String execution = "/api/flows/executions/" + own.execution();
    switch (endpoint) {
      case "POST /api/flows/{flow}/delete" -> {
        owner.post(execution + "/cancel", "");
        owner.get(execution + "?wait=30");
        owner.call("DELETE", "/api/flows/theirs", "");
      }
      case "POST /api/failures/{family}/reopen" ->
          owner.post("/api/failures/" + own.family() + "/know", "{}");
      case "POST /api/admin/flows/resume-all" -> owner.post("/api/admin/flows/pause-all", "");
      case "POST /api/flows/executions/{id}/resume" -> {
        owner.post(execution + "/pause", "");
        Await.until(
            "the execution is paused", () -> owner.get(execution).text("status").equals("PAUSED"));
      }
      case "POST /api/jobs/{id}/cancel" ->
          // Simulates a job that a node has not finished.
          running
              .server()
              .tables()
              .update(
                  "update pawl.job set status = 'RUNNING', ended_at = null, node = 0,"
                      + " lease_until = now() + interval '1 hour' where id = ?::uuid",
                  own.job());
      case "POST /api/workers/poll" -> {
        owner.post("/api/flows/asks/execute", "{}");
        owner.post("/api/flows/asks/execute", "{}");
      }
      default -> {}
    }
  }

  private static String body(String endpoint, TenantObjects own, String tenant) throws Exception {
    return switch (endpoint) {
      case "POST /api/import" -> own.owner().get("/api/flows/theirs/export").body().toString();
      case "POST /api/tenants" -> "{\"code\": \"%s-new\"}".formatted(tenant);
      case "POST /api/workers/outcomes",
          "POST /api/workers/heartbeats",
          "POST /api/workers/releases" ->
          "{\"items\": [{\"token\": \"%s\"}]}".formatted(own.work());
      default -> BODIES.getOrDefault(endpoint, "{}");
    };
  }
}
