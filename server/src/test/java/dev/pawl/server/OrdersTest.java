package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Operator actions are refused if they would have no effect; otherwise their reason is recorded.
 */
@ExtendWith(OneServer.class)
class OrdersTest {

  private static final String FLOW =
      """
      {"code": "ordered", "definition": {"StartAt": "Note", "States": {
        "Note": {"Type": "Pass", "Next": "Wait"},
        "Wait": {"Type": "Wait", "Event": "go", "Next": "Again"},
        "Again": {"Type": "Wait", "Event": "on", "End": true}}}}\
      """;

  private static PawlServer server;
  private static Api admin;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    server = running.server();
    admin = running.admin();
    assertThat(admin.post("/api/flows?publish=true", FLOW).status()).isEqualTo(201);
  }

  private static String waiting() throws Exception {
    String path =
        "/api/flows/executions/" + admin.post("/api/flows/ordered/execute", "{}").text("id");
    awaitStatus(path, "WAITING");
    return path;
  }

  private static void awaitStatus(String path, String status) throws Exception {
    Await.until("the status is as expected", () -> admin.get(path).text("status").equals(status));
  }

  private static List<Json> steps(String path, String query) throws Exception {
    Json items = admin.get(path + "/steps" + query).body().get("items").orElseThrow();
    return ((JsonArray) items).elements();
  }

  private static String step(String path, String state) throws Exception {
    return steps(path, "").stream()
        .filter(step -> step.get("state").orElseThrow().asText().equals(state))
        .findFirst()
        .orElseThrow()
        .get("step")
        .orElseThrow()
        .asText();
  }

  private static void assertRefused(Api.Answer answer, String word) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(409);
    assertThat(answer.text("detail")).contains(word);
  }

  private static List<Fact> facts(String path) {
    UUID id = UUID.fromString(path.substring(path.lastIndexOf('/') + 1));
    return server
        .node()
        .control()
        .reader()
        .facts(new ExecutionKey(TenantId.DEFAULT, new ExecutionId(id)))
        .stream()
        .map(RecordedFact::fact)
        .toList();
  }

  @Test
  void shouldRejectRequestsWithoutEffect() throws Exception {
    String path = waiting();

    assertRefused(admin.post(path + "/resume", ""), "not paused");
    assertRefused(
        admin.post(
            path + "/skip",
            "{\"step\": \"%s\"}".formatted(step(path, "Wait").replaceAll("[0-9]+$", "9"))),
        "no longer at this step");
    assertRefused(
        admin.post(path + "/skip", "{\"step\": \"%s\"}".formatted(step(path, "Note"))),
        "no longer at this step");
    assertThat(admin.post(path + "/pause", "{\"reason\": \"tea\"}").status()).isEqualTo(202);
    awaitStatus(path, "PAUSED");
    assertRefused(admin.post(path + "/pause", ""), "paused already");
    assertThat(admin.post(path + "/resume", "{\"reason\": \"milk\"}").status()).isEqualTo(202);
    awaitStatus(path, "WAITING");
    assertThat(admin.post(path + "/cancel", "{\"reason\": \"enough\"}").status()).isEqualTo(202);
    awaitStatus(path, "CANCELLED");
    for (String order : List.of("pause", "resume", "cancel")) {
      assertRefused(admin.post(path + "/" + order, ""), "ended");
    }
  }

  @Test
  void shouldAcceptCommandsInSuccessionWithoutWaiting() throws Exception {
    String path = waiting();

    assertThat(admin.post(path + "/pause", "").status()).isEqualTo(202);
    assertThat(admin.post(path + "/resume", "").status()).isEqualTo(202);
    assertThat(admin.post(path + "/events/go", "1").status()).isEqualTo(202);
    assertThat(admin.post(path + "/events/on", "1").status()).isEqualTo(202);

    awaitStatus(path, "SUCCEEDED");
  }

  @Test
  void shouldKeepTheReasonAndWhetherToCompensate() throws Exception {
    String path = waiting();
    String wait = step(path, "Wait");

    admin.post(
        path + "/skip", "{\"step\": \"%s\", \"output\": 7, \"reason\": \"known\"}".formatted(wait));
    Await.until("three steps", () -> steps(path, "").size() >= 3);
    admin.post(
        path + "/send-back",
        "{\"step\": \"%s\", \"compensate\": true, \"reason\": \"wrong\"}".formatted(wait));
    admin.post(path + "/pause", "{\"reason\": \"tea\"}");
    admin.post(path + "/resume", "{\"reason\": \"milk\"}");
    Await.until("the resume is journalled", () -> facts(path).contains(new Fact.Resumed("milk")));

    assertThat(facts(path))
        .anyMatch(fact -> fact instanceof Fact.Skipped skipped && skipped.reason().equals("known"))
        .anyMatch(
            fact ->
                fact instanceof Fact.Rewound rewound
                    && rewound.compensate()
                    && rewound.reason().equals("wrong"))
        .anyMatch(
            fact ->
                fact instanceof Fact.Paused paused
                    && paused.reason().equals("tea")
                    && paused.by().startsWith("first key")
                    && !paused.withAll())
        .contains(new Fact.Resumed("milk"));
    assertThat(
            admin
                .post(path + "/pause", "{\"reason\": \"%s\"}".formatted("r".repeat(1_001)))
                .text("code"))
        .isEqualTo("bad-reason");
  }

  @Test
  void shouldReportTheTimesOfStepsPageByPage() throws Exception {
    String path = waiting();
    admin.post(path + "/events/go", "1");
    admin.post(path + "/events/on", "1");
    awaitStatus(path, "SUCCEEDED");

    Api.Answer first = admin.get(path + "/steps?limit=2");
    List<Json> rest = steps(path, "?limit=2&after=" + first.text("next").replace("#", "%23"));

    assertThat(rest).hasSize(1);
    Json wait = rest.getFirst();
    assertThat(wait.get("state").orElseThrow().asText()).isEqualTo("Again");
    assertThat(Instant.parse(wait.get("startedAt").orElseThrow().asText()))
        .isBeforeOrEqualTo(Instant.parse(wait.get("endedAt").orElseThrow().asText()));
    assertThat(wait.get("duration").orElseThrow().asText()).startsWith("PT");
    assertThat(admin.get(path + "/steps?after=nothing").status()).isEqualTo(400);
  }

  @Test
  void shouldFindByTheIdOfAFlowAndByLabelsWithCommas() throws Exception {
    String id = admin.get("/api/flows/ordered").text("id");
    admin.post("/api/flows/ordered/execute", "{\"labels\": {\"team\": \"a,b\"}}");

    assertThat(found("flow=" + id)).isEqualTo(found("flow=ordered")).isPositive();
    assertThat(found("label=team:a,b")).isEqualTo(1);
    assertThat(found("label=team:a")).isZero();
    assertThat(
            admin
                .post(
                    "/api/flows/executions/bulk",
                    "{\"action\": \"pause\", \"dryRun\": true, \"filter\": {\"flow\": \"%s\"}}"
                        .formatted(id))
                .text("matches"))
        .isEqualTo(Integer.toString(found("flow=ordered")));
  }

  private static int found(String query) throws Exception {
    Json items =
        admin.get("/api/flows/executions?limit=1000&" + query).body().get("items").orElseThrow();
    return ((JsonArray) items).length();
  }
}
