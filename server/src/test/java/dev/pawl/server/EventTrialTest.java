package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A trial says what an event or a replay would do, and does nothing. */
@ExtendWith(OneServer.class)
class EventTrialTest {

  private static final String FLOW =
      "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
          + " \"Wait\", \"Event\": \"go\", \"End\": true}}}}";

  private static int tenants;

  private OneServer.Running running;
  private Api tenant;

  @BeforeEach
  void enter(OneServer.Running one) throws Exception {
    running = one;
    tenant = one.own("trial-" + ++tenants);
    for (String code : List.of("onboarding", "lite", "audit")) {
      assertThat(tenant.post("/api/flows?publish=true", FLOW.formatted(code)).status())
          .isEqualTo(201);
    }
  }

  private String bind(String body) throws Exception {
    Api.Answer created = tenant.post("/api/bindings", body);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.text("id");
  }

  private Json trial(String body) throws Exception {
    Api.Answer answer = tenant.post("/api/events/try", body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.body();
  }

  private static List<String> lines(Json trial) {
    return ((JsonArray) trial.get("bindings").orElseThrow())
        .elements().stream()
            .map(
                one ->
                    one.get("turn").filter(turn -> !turn.isNull()).map(Json::asText).orElse("-")
                        + " "
                        + one.get("binding").flatMap(it -> it.get("flow")).orElseThrow().asText()
                        + " "
                        + one.get("outcome").orElseThrow().asText())
            .toList();
  }

  private long countExecutions() throws Exception {
    Json list = tenant.get("/api/flows/executions").body();
    return ((JsonArray) list.get("items").orElseThrow()).elements().size();
  }

  @Test
  void shouldSayWhatStartsInWhichOrderAndWhyTheOthersDoNot() throws Exception {
    bind(
        """
        {"event": "POLICY_CREATED", "flow": "onboarding", "clientId": "17", "priority": 10}
        """);
    bind(
        """
        {"event": "POLICY_CREATED", "flow": "lite", "inputMapping": {"policy": "$.event.aggregateId"}}
        """);
    bind(
        """
        {"event": "POLICY_CREATED", "flow": "audit", "priority": -1, "filter": "payload.premium > 100"}
        """);
    bind("{\"event\": \"POLICY_PAID\", \"flow\": \"audit\"}");

    Json other =
        trial(
            """
            {"type": "POLICY_CREATED", "aggregateId": "P-1", "clientId": "18", "payload": {"premium": 5}}
            """);
    Json same = trial("{\"type\": \"POLICY_CREATED\", \"clientId\": \"17\", \"id\": \"e-1\"}");

    assertThat(lines(other))
        .containsExactly("- onboarding DIFFERS", "1 lite STARTS", "- audit FILTERED");
    assertThat(other.toString())
        .contains(
            "clientId: the binding wants 17, the event has 18",
            "\"input\":{\"policy\":\"P-1\"}",
            "\"businessKey\":\"P-1\"",
            "payload.premium > 100");
    assertThat(lines(same)).startsWith("1 onboarding STARTS", "2 lite STARTS");
    assertThat(same.toString()).contains("\"idempotencyKey\":\"event:e-1\"");
    assertThat(countExecutions()).isZero();
  }

  @Test
  void shouldKnowSwitchedOffExclusiveAndRepeatedBindings() throws Exception {
    bind(
        """
        {"event": "claim.*", "flow": "onboarding", "priority": 20, "exclusive": true}
        """);
    bind("{\"event\": \"claim.made\", \"flow\": \"lite\"}");
    bind("{\"event\": \"claim.made\", \"flow\": \"audit\", \"enabled\": false}");
    String event = "{\"type\": \"claim.made\", \"id\": \"c-1\", \"aggregateId\": \"C-1\"}";

    Json before = trial(event);
    tenant.post("/api/events", event);
    Json after = trial(event);

    assertThat(lines(before))
        .containsExactlyInAnyOrder(
            "1 onboarding STARTS", "- lite AFTER_EXCLUSIVE", "- audit DISABLED");
    assertThat(lines(after)).startsWith("- onboarding REPEATED");
    assertThat(countExecutions()).isEqualTo(1);
  }

  @Test
  void shouldSayWhatIsSignalledAndHowManyWait() throws Exception {
    bind(
        """
        {"event": "go", "flow": "onboarding", "onRunning": "signal"}
        """);
    String id =
        tenant.post("/api/flows/onboarding/execute", "{\"businessKey\": \"K-1\"}").text("id");
    String event = "{\"type\": \"go\", \"aggregateId\": \"K-1\"}";
    Await.until("the execution waits", () -> waits(event));

    Json trial = trial(event);

    assertThat(lines(trial)).containsExactly("1 onboarding SIGNALS");
    assertThat(trial.toString()).contains(id);
  }

  private boolean waits(String event) throws Exception {
    return trial(event).get("wakes").orElseThrow().asLong() == 1;
  }

  @Test
  void shouldTryEventsOfAStoppedTenant() throws Exception {
    bind("{\"event\": \"POLICY_CREATED\", \"flow\": \"lite\"}");
    tenant.post("/api/admin/flows/pause-all", "{\"reason\": \"fire\"}");

    Json trial = trial("{\"type\": \"POLICY_CREATED\"}");

    assertThat(lines(trial)).containsExactly("1 lite STARTS");
    assertThat(trial.get("paused").orElseThrow().isTrue()).isTrue();
  }

  @Test
  void shouldTryTheReplayOfRejectedFires() throws Exception {
    String binding =
        bind(
            """
            {"event": "LOST", "flow": "lite", "inputMapping": {"x": "!$.event.payload.x"}}
            """);
    tenant.post("/api/events", "{\"type\": \"LOST\", \"id\": \"l-1\"}");
    Json again = tenant.post("/api/rejected/try", "{}").body();
    tenant.call("PUT", "/api/bindings/" + binding, "{\"event\": \"LOST\", \"flow\": \"lite\"}");
    Json repaired = tenant.post("/api/rejected/try", "{\"flow\": \"lite\"}").body();
    tenant.call("DELETE", "/api/bindings/" + binding, "");
    Json orphaned = tenant.post("/api/rejected/try", "{}").body();

    assertThat(again.toString())
        .contains("\"fires\":1", "\"starts\":0", "\"rejected\":1", "MAPPING_ERROR");
    assertThat(repaired.toString()).contains("\"starts\":1", "\"rejected\":0");
    assertThat(orphaned.toString()).contains("\"orphaned\":1");
    assertThat(countExecutions()).isZero();
  }

  @Test
  void shouldCountWhatBindingsHaveStarted() throws Exception {
    bind("{\"event\": \"POLICY_CREATED\", \"flow\": \"lite\"}");
    tenant.post("/api/flows/lite/execute", "{}");
    tenant.post("/api/events", "{\"type\": \"POLICY_CREATED\"}");
    String last = tenant.post("/api/events", "{\"type\": \"POLICY_CREATED\"}").body().toString();

    Json binding =
        tenant
            .get("/api/bindings?starts=true")
            .body()
            .get("items")
            .orElseThrow()
            .get(0)
            .orElseThrow();
    Json starts = binding.get("starts").orElseThrow();

    assertThat(starts.get("count").orElseThrow().asLong()).isEqualTo(2);
    assertThat(last).contains(starts.get("last").orElseThrow().asText());
    assertThat(starts.get("lowerBound").orElseThrow().isTrue()).isFalse();
    Json list = tenant.get("/api/flows/lite/trigger/starts").body();
    assertThat(((JsonArray) list.get("items").orElseThrow()).elements()).hasSize(2);
    assertThat(tenant.get("/api/bindings").body().toString()).contains("\"starts\":null");
  }

  @Test
  void shouldShowNothingOfOtherTenants() throws Exception {
    bind("{\"event\": \"POLICY_CREATED\", \"flow\": \"lite\"}");
    Api other = running.own("trial-other-" + tenants);

    assertThat(other.post("/api/events/try", "{\"type\": \"POLICY_CREATED\"}").body().toString())
        .contains("\"bindings\":[]", "\"wakes\":0");
    assertThat(other.get("/api/flows/lite/trigger/starts").status()).isEqualTo(404);
    assertThat(other.get("/api/flows/resources/uses").body().toString()).contains("\"items\":[]");
    assertThat(tenant.post("/api/events/try", "{}").status()).isEqualTo(400);
  }

  @Test
  void shouldListTheFlowsThatUseAResourceAndWhatWaits() throws Exception {
    tenant.post(
        "/api/flows?publish=true",
        """
        {"code": "pays", "name": "Pays", "definition": {"StartAt": "Charge", "States": {
          "Charge": {"Type": "Task", "Resource": "card:charge", "End": true}}}}
        """);
    tenant.post("/api/flows/pays/execute", "{}");

    assertThat(tenant.get("/api/flows/resources/uses?resource=card:charge").body().toString())
        .contains("\"flow\":\"pays\"", "\"version\":1", "\"states\":[\"Charge\"]");
    Await.until("the task waits for a worker", this::hasWaitingTask);
    assertThat(tenant.get("/api/flows/resources?limit=1000").body().toString())
        .contains("\"resource\":\"card:charge\",\"source\":\"none\"");
  }

  private boolean hasWaitingTask() throws Exception {
    return tenant
        .get("/api/flows/resources?limit=1000")
        .body()
        .toString()
        .contains("\"waiting\":1,");
  }
}
