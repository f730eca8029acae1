package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Policies are created and paid; bindings start the flows of their tenant, client and product. */
@ExtendWith(OneServer.class)
class PolicyEventsTest {

  private static final String FLOW =
      """
      {"code": "%s", "definition": {"StartAt": "Done", "States": {"Done": {"Type": "Pass", "End": true}}}}
      """;

  private OneServer.Running running;
  private Api tenant;

  @BeforeEach
  void createFlows(OneServer.Running server) throws Exception {
    running = server;
    tenant = server.own("policies-" + System.nanoTime());
    for (String code : new String[] {"onboarding", "export-policy", "receipt"}) {
      assertThat(tenant.post("/api/flows?publish=true", FLOW.formatted(code)).status())
          .isEqualTo(201);
    }
  }

  @Test
  void shouldStartTheFlowsOfAPolicyByEventClientAndLine() throws Exception {
    bind("{\"event\": \"POLICY_CREATED\", \"flow\": \"onboarding\"}");
    bind(
        """
        {"event": "POLICY_CREATED", "flow": "export-policy", "clientId": "17", "lobId": "3", "priority": 10,
         "filter": "payload.premium > 100", "inputMapping": {"policy": "$.event.aggregateId"}}
        """);
    bind("{\"event\": \"POLICY_PAID\", \"flow\": \"receipt\"}");

    Api.Answer created = publish("POLICY_CREATED", "e-1", "17", 120);
    Api.Answer small = publish("POLICY_CREATED", "e-2", "17", 20);
    Api.Answer other = publish("POLICY_CREATED", "e-3", "18", 120);
    Api.Answer paid = publish("POLICY_PAID", "e-4", "17", 120);

    assertThat(created.status()).isEqualTo(202);
    assertThat(created.text("id")).isEqualTo("e-1");
    assertThat(flows(created)).isEqualTo("export-policy,onboarding");
    assertThat(flows(small)).isEqualTo("onboarding");
    assertThat(flows(other)).isEqualTo("onboarding");
    assertThat(flows(paid)).isEqualTo("receipt");
    Api.Answer export = tenant.get("/api/flows/executions/%s?wait=30".formatted(first(created)));
    assertThat(export.text("output")).isEqualTo("{\"policy\":\"P-e-1\"}");
    assertThat(export.text("businessKey")).isEqualTo("P-e-1");
    assertThat(export.text("startedBy")).startsWith("trigger:event:");
    Api.Answer receipt = tenant.get("/api/flows/executions/%s?wait=30".formatted(first(paid)));
    assertThat(receipt.body().get("output").flatMap(output -> output.get("context")).toString())
        .contains("\"flowId\":\"receipt\"", "\"executionId\":\"" + first(paid));
  }

  @Test
  void shouldAnswerARepeatedEventLikeTheFirst() throws Exception {
    String binding = bind("{\"event\": \"POLICY_CREATED\", \"flow\": \"onboarding\"}");
    Api.Answer first = publish("POLICY_CREATED", "e-1", "17", 1);

    tenant.call("DELETE", "/api/bindings/" + binding, "");
    Api.Answer again = publish("POLICY_CREATED", "e-1", "17", 1);
    Api.Answer next = publish("POLICY_CREATED", "e-2", "17", 1);

    assertThat(again.body().get("started")).isEqualTo(first.body().get("started"));
    assertThat(again.text("repeated")).isEqualTo("true");
    assertThat(flows(next)).isEmpty();
  }

  @Test
  void shouldStartOnceWhenTheSameEventComesManyTimesAtOnce() throws Exception {
    bind("{\"event\": \"POLICY_CREATED\", \"flow\": \"onboarding\"}");

    CompletableFuture.allOf(
            IntStream.range(0, 8)
                .mapToObj(
                    i ->
                        CompletableFuture.runAsync(
                            () -> publish("POLICY_CREATED", "same", "17", 1)))
                .toArray(CompletableFuture[]::new))
        .join();

    assertThat(tenant.get("/api/flows/executions?businessKey=P-same").body().get("items"))
        .hasValueSatisfying(items -> assertThat(items.get(1)).isEmpty());
  }

  @Test
  void shouldRefuseEventsOfAPausedTenantAndStartThemLater() throws Exception {
    bind("{\"event\": \"POLICY_CREATED\", \"flow\": \"onboarding\"}");
    tenant.post("/api/admin/flows/pause-all", "{\"reason\": \"fire\"}");

    Api.Answer refused = publish("POLICY_CREATED", "e-1", "17", 1);
    tenant.post("/api/admin/flows/resume-all", "");
    Api.Answer later = publish("POLICY_CREATED", "e-1", "17", 1);

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.text("code")).isEqualTo("tenant-paused");
    assertThat(flows(later)).isEqualTo("onboarding");
  }

  @Test
  void shouldRefuseBindingsThatAreWrongOrExist() throws Exception {
    String binding =
        "{\"event\": \"POLICY_CREATED\", \"flow\": \"onboarding\", \"clientId\": \"1\"}";
    String id = bind(binding);

    assertThat(tenant.post("/api/bindings", binding).text("code")).isEqualTo("binding-exists");
    assertThat(
            tenant
                .post(
                    "/api/bindings",
                    "{\"event\": \"E\", \"flow\": \"onboarding\", \"filter\": \"payload.x >\"}")
                .text("detail"))
        .contains("filter: [1:");
    assertThat(tenant.post("/api/bindings", "{\"event\": \"E\", \"flow\": \"nothing\"}").status())
        .isEqualTo(404);
    assertThat(tenant.post("/api/bindings/" + id + "/disable", "").text("enabled"))
        .isEqualTo("false");
    assertThat(flows(publish("POLICY_CREATED", "e-1", "1", 1))).isEmpty();
    assertThat(tenant.post("/api/bindings/" + id + "/enable", "").text("enabled"))
        .isEqualTo("true");
    assertThat(running.own("nobody-" + System.nanoTime()).get("/api/bindings/" + id).status())
        .isEqualTo(404);
  }

  @Test
  void shouldSignalTheExecutionWithTheSameKeyInsteadOfStartingAnother() throws Exception {
    tenant.post(
        "/api/flows?publish=true",
        """
        {"code": "collect", "definition": {"StartAt": "A", "States": {
          "A": {"Type": "Wait", "Event": "POLICY_PAID", "ResultPath": "$.first", "Next": "B"},
          "B": {"Type": "Wait", "Event": "POLICY_PAID", "ResultPath": "$.second", "End": true}}}}
        """);
    bind(
        """
        {"event": "POLICY_PAID", "flow": "collect", "key": "event.clientId", "onRunning": "signal"}
        """);
    assertThat(
            tenant
                .post(
                    "/api/bindings",
                    "{\"event\": \"E\", \"flow\": \"collect\", \"onRunning\": \"stop\"}")
                .text("detail"))
        .contains("onRunning", "start|ignore|signal");

    Api.Answer started = publish("POLICY_PAID", "e-1", "17", 1);
    Api.Answer second = publish("POLICY_PAID", "e-2", "17", 2);
    Api.Answer third = publish("POLICY_PAID", "e-3", "17", 3);

    assertThat(flows(started)).isEqualTo("collect");
    assertThat(flows(second)).isEmpty();
    assertThat(flows(third)).isEmpty();
    Api.Answer ended = tenant.get("/api/flows/executions/%s?wait=30".formatted(first(started)));
    assertThat(ended.text("output"))
        .as("each event once, although it also waits for it")
        .contains("\"first\":{\"premium\":2}", "\"second\":{\"premium\":3}");
  }

  @Test
  void shouldCheckInputsOfAFlowWithATrigger() throws Exception {
    String trigger =
        """
        {"type": "AUTOLAUNCHED", "config": {"inputSchema": {"type": "object", "required": ["amount"]},
         "inputMapping": {"amount": "$.input.amount", "user": "$.context.userId"}}}
        """;
    assertThat(tenant.call("PUT", "/api/flows/receipt/trigger", trigger).status()).isEqualTo(200);

    Api.Answer wrong =
        tenant.call(
            "PUT", "/api/flows/receipt/trigger", "{\"type\": \"EVENT_TRIGGERED\", \"config\": {}}");
    Api.Answer started =
        tenant.post("/api/flows/receipt/execute?wait=30", "{\"input\": {\"amount\": 5}}");

    assertThat(wrong.text("detail")).contains("config.event: is missing");
    assertThat(started.body().get("output").flatMap(output -> output.get("amount")))
        .contains(Json.of(5));
  }

  @Test
  void shouldKeepEventsThatCannotStartAndReplayThem() throws Exception {
    bind(
        """
        {"event": "POLICY_CREATED", "flow": "onboarding", "inputMapping": {"x": "!$.event.payload.x"}}
        """);
    assertThat(flows(publish("POLICY_CREATED", "e-1", "17", 1))).isEmpty();

    Api.Answer rejected = tenant.get("/api/rejected");
    assertThat(rejected.body().toString())
        .contains("\"reason\":\"MAPPING_ERROR\"", "\"eventId\":\"e-1\"");
    assertThat(tenant.post("/api/rejected/replay", "{}").body())
        .hasToString("{\"started\":0,\"failed\":1}");
  }

  @Test
  void shouldPublishEventsAndNotificationsFromFlows() throws Exception {
    tenant.post(
        "/api/flows?publish=true",
        """
        {"code": "tells", "definition": {"StartAt": "Tell", "States": {
          "Tell": {"Type": "Task", "Resource": "PUBLISH_EVENT",
            "Parameters": {"type": "POLICY_PAID", "aggregateId": "P-7"}, "Next": "Notify"},
          "Notify": {"Type": "Task", "Resource": "SEND_NOTIFICATION",
            "Parameters": {"to": ["user:ann"], "title": "Paid"}, "ResultPath": "$.sent", "End": true}}}}
        """);
    bind("{\"event\": \"POLICY_PAID\", \"flow\": \"receipt\"}");

    Api.Answer ended = tenant.post("/api/flows/tells/execute?wait=30", "{}");

    assertThat(ended.text("status")).as(ended.toString()).isEqualTo("SUCCEEDED");
    assertThat(ended.text("output"))
        .contains("\"flow\":\"receipt\"", "\"sent\":{\"recipients\":1,\"sent\":1}");
    assertThat(tenant.get("/api/flows/executions?businessKey=P-7").body().toString())
        .contains("\"flow\":\"receipt\"");
  }

  @Test
  void shouldRefuseStartsBeyondTheQuotaOfADayAndWarnBefore() throws Exception {
    String code = "quota-" + System.nanoTime();
    Api limited = running.own(code);
    limited.post("/api/flows?publish=true", FLOW.formatted("onboarding"));
    limited.post("/api/flows?publish=true", FLOW.formatted("warned"));
    limited.post("/api/bindings", "{\"event\": \"pawl.quota.*\", \"flow\": \"warned\"}");
    String limits = "/api/tenants/" + code + "/limits";
    running.admin().call("PUT", limits, "{\"startsPerDay\": 5, \"startsPerMinute\": 100}");
    assertThat(running.admin().get(limits).text("startsPerDay")).isEqualTo("5");

    for (int i = 0; i < 5; i++) {
      assertThat(limited.post("/api/flows/onboarding/execute", "{}").status()).isEqualTo(202);
    }
    Api.Answer refused = limited.post("/api/flows/onboarding/execute", "{}");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text("code")).isEqualTo("quota-exceeded");
    assertThat(refused.text("current")).isEqualTo("5");
    assertThat(refused.text("limit")).isEqualTo("5");
    assertThat(limited.get("/api/flows/executions?flow=warned").body().get("items").toString())
        .containsPattern("warned.*warned");
  }

  @Test
  void shouldRefuseStartsBeyondTheLimitOfAMinute() throws Exception {
    String code = "minute-" + System.nanoTime();
    Api limited = running.own(code);
    limited.post("/api/flows?publish=true", FLOW.formatted("onboarding"));
    running.admin().call("PUT", "/api/tenants/" + code + "/limits", "{\"startsPerMinute\": 2}");

    assertThat(limited.post("/api/flows/onboarding/execute", "{}").status()).isEqualTo(202);
    assertThat(limited.post("/api/flows/onboarding/execute", "{}").status()).isEqualTo(202);
    Api.Answer refused = limited.post("/api/flows/onboarding/execute", "{}");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.text("code")).isEqualTo("too-many-starts");
  }

  private String bind(String body) throws Exception {
    Api.Answer bound = tenant.post("/api/bindings", body);
    assertThat(bound.status()).as(bound.toString()).isEqualTo(201);
    return bound.text("id");
  }

  private Api.Answer publish(String type, String id, String client, int premium) {
    try {
      return tenant.post(
          "/api/events",
          """
          {"type": "%s", "id": "%s", "aggregateId": "P-%s", "clientId": "%s", "lobId": "3",
           "payload": {"premium": %d}}
          """
              .formatted(type, id, id, client, premium));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String flows(Api.Answer answer) {
    StringBuilder flows = new StringBuilder();
    Json started = answer.body().get("started").orElseThrow();
    for (int i = 0; started.get(i).isPresent(); i++) {
      flows.append(i == 0 ? "" : ",");
      flows.append(started.get(i).get().get("flow").orElseThrow().asText());
    }
    return flows.toString();
  }

  private static String first(Api.Answer answer) {
    return answer
        .body()
        .get("started")
        .flatMap(started -> started.get(0))
        .flatMap(one -> one.get("execution"))
        .orElseThrow()
        .asText();
  }
}
