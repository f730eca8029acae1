package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.Await;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Explanations of everything that an execution can wait for. */
@ExtendWith(OneServer.class)
class ExplainTest {

  private static int tenants;

  private OneServer.Running running;
  private Api api;
  private String tenant;

  @BeforeEach
  void enter(OneServer.Running one, TestInfo test) throws Exception {
    running = one;
    tenant = "explain-" + ++tenants;
    api = one.with(one.tenant(tenant));
  }

  private void publish(String code, String states) throws Exception {
    Api.Answer created =
        api.post(
            "/api/flows?publish=true",
            "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": %s}}}"
                .formatted(code, states));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
  }

  private String start(String code) throws Exception {
    Api.Answer started = api.post("/api/flows/" + code + "/execute", "{}");
    assertThat(started.status()).as(started.toString()).isLessThan(300);
    return "/api/flows/executions/" + started.text("id");
  }

  /** Starts an execution that waits for an event. */
  private String waiting(String code) throws Exception {
    publish(code, "{\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}");
    String execution = start(code);
    explained(execution, "WAITING");
    return execution;
  }

  /** Changes the row of the execution in the database. */
  private void change(String execution, String columns) {
    running
        .server()
        .tables()
        .update(
            "update pawl.execution set " + columns + " where id = ?",
            UUID.fromString(execution.substring(execution.lastIndexOf('/') + 1)));
  }

  private String explained(String execution, String status) throws Exception {
    Api.Answer now = api.get(execution);
    while (!now.text("status").equals(status)) {
      assertThat(now.text("status")).as(now.toString()).isIn("PENDING", "RUNNING", "WAITING");
      now = api.get(execution);
    }
    return api.get(execution + "/explain").body().toString();
  }

  static Stream<Arguments> states() {
    return Stream.of(
        Arguments.of(
            "{\"Type\": \"Wait\", \"Timestamp\": \"2999-01-01T00:00:00Z\", \"End\": true}",
            "\"kind\":\"timer\",\"what\":\"it waits until a time\"",
            "\"until\":\"2999-01-01T00:00:00Z\""),
        Arguments.of(
            "{\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}",
            "the event 'go' has not come",
            "/events/go"),
        Arguments.of(
            "{\"Type\": \"Wait\", \"Event\": \"go\", \"TimeoutSeconds\": 3600, \"End\": true}",
            "the event 'go' has not come; the step times out at 20",
            "\"until\":\"20"),
        Arguments.of(
            "{\"Type\": \"Human\", \"Title\": \"Approve it\", \"Assignees\": [\"ann\"],"
                + " \"End\": true}",
            "\"kind\":\"person\"",
            "Approve it"),
        Arguments.of(
            "{\"Type\": \"Task\", \"Resource\": \"nobody\", \"End\": true}",
            "\"kind\":\"no-worker\"",
            "no handler or worker serves the resource 'nobody'"),
        Arguments.of(
            "{\"Type\": \"Task\", \"Resource\": \"nobody\", \"TimeoutSeconds\": 3600, \"End\":"
                + " true}",
            "or its timeout of PT1H",
            "\"until\":\"20"));
  }

  @ParameterizedTest
  @MethodSource("states")
  void shouldExplainWhatAStateWaitsFor(String state, String kind, String what) throws Exception {
    publish("waits", state);

    assertThat(explained(start("waits"), "WAITING")).contains(kind, what, "\"state\":\"A\"");
  }

  @Test
  void shouldExplainWhichWorkersAreBusyOrIdle() throws Exception {
    publish("works", "{\"Type\": \"Task\", \"Resource\": \"mail\", \"End\": true}");
    String first = start("works");
    explained(first, "WAITING");
    api.post("/api/workers/poll", "{\"resources\": [\"mail\"], \"worker\": \"postman\"}");

    assertThat(explained(first, "WAITING"))
        .contains("\"kind\":\"worker\"", "postman", "\"subject\":\"mail\"");
    assertThat(explained(start("works"), "WAITING")).contains("\"kind\":\"no-free-worker\"");
  }

  @Test
  void shouldIdentifyTheStepOfAToken() throws Exception {
    publish("asks", "{\"Type\": \"Task\", \"Resource\": \"ask.waitForTaskToken\", \"End\": true}");
    String execution = start("asks");
    explained(execution, "WAITING");
    String work =
        api.post("/api/workers/poll", "{\"resources\": [\"ask.waitForTaskToken\"]}")
            .body()
            .toString();
    String token = work.replaceAll(".*?\"token\":\"([^\"]*)\".*", "$1");
    api.post("/api/workers/" + token + "/success", "{}");

    assertThat(explained(execution, "WAITING")).contains("\"kind\":\"callback\"");
  }

  @Test
  void shouldExplainThatAnOperatorPausedIt() throws Exception {
    String execution = waiting("paused");
    api.post(execution + "/pause", "{\"reason\": \"the printer burns\"}");

    assertThat(explained(execution, "PAUSED"))
        .contains("\"kind\":\"paused\"", "\"kind\":\"event\"", "/resume")
        .containsPattern("an operator paused it \\('first key[^']*'\\): the printer burns")
        .containsPattern("\"kind\":\"paused\"[^}]*\"since\":\"20");
  }

  @Test
  void shouldExplainOnlyThePauseThatAppliesToTheExecution() throws Exception {
    String execution = waiting("paused");
    for (String reason : List.of("first", "second")) {
      api.post(
          "/api/flows/executions/bulk",
          "{\"action\": \"pause\", \"filter\": {\"flow\": \"paused\"}, \"reason\": \"%s\"}"
              .formatted(reason));
      Await.until(
          "all jobs end",
          () -> api.get("/api/jobs?status=RUNNING").body().toString().contains("\"items\":[]"));
    }

    assertThat(explained(execution, "PAUSED")).contains(": first").doesNotContain(": second");
  }

  @Test
  void shouldExplainThePauseWhileANodeReadsAMessage() throws Exception {
    String execution = waiting("paused");
    api.post(execution + "/pause", "{\"reason\": \"the printer burns\"}");
    explained(execution, "PAUSED");

    change(
        execution, "owner = (select max(node) from pawl.fence), queue = priority, paused = false");

    assertThat(api.get(execution + "/explain").body().toString())
        .contains("\"status\":\"PAUSED\"", "\"kind\":\"paused\"", ": the printer burns");
  }

  @Test
  void shouldReportTheFailureAndTheTimeOfARetry() throws Exception {
    publish(
        "tries",
        "{\"Type\": \"Task\", \"Resource\": \"oven\", \"End\": true, \"Retry\":"
            + " [{\"ErrorEquals\": [\"Cold\"], \"IntervalSeconds\": 3600}]}");
    String execution = start("tries");
    explained(execution, "WAITING");
    String work = api.post("/api/workers/poll", "{\"resources\": [\"oven\"]}").body().toString();
    String token = work.replaceAll(".*?\"token\":\"([^\"]*)\".*", "$1");
    api.post("/api/workers/" + token + "/failure", "{\"error\": \"Cold\", \"cause\": \"no gas\"}");
    Await.until(
        "explain shows the retry",
        () -> api.get(execution + "/explain").body().toString().contains("\"kind\":\"retry\""));

    assertThat(explained(execution, "WAITING"))
        .contains("attempt 1 failed with Cold (no gas); attempt 2 is delayed")
        .containsPattern("\"kind\":\"retry\"[^}]*\"until\":\"20");
  }

  @Test
  void shouldReportTheRetryOfAFork() throws Exception {
    publish(
        "forks",
        "{\"Type\": \"Parallel\", \"End\": true, \"Branches\": [{\"StartAt\": \"B\", \"States\":"
            + " {\"B\": {\"Type\": \"Fail\", \"Error\": \"Cold\"}}}], \"Retry\":"
            + " [{\"ErrorEquals\": [\"Cold\"], \"IntervalSeconds\": 3600}]}");

    assertThat(explained(start("forks"), "WAITING"))
        .contains("attempt 1 failed with Cold; attempt 2 is delayed", "\"state\":\"A\"");
  }

  @Test
  void shouldNameACallThatEndsTheStepOfAPerson() throws Exception {
    publish("asks", "{\"Type\": \"Human\", \"TimeoutSeconds\": 3600, \"End\": true}");
    String execution = start("asks");
    String why = explained(execution, "WAITING");

    assertThat(why)
        .contains(
            "\"release\":\"POST %s/decide with {\\\"step\\\": \\\"/@1\\\"}\"".formatted(execution),
            "times out at 20",
            "\"until\":\"20")
        .doesNotContain("\"kind\":\"timer\"");
    api.post(execution + "/decide", "{\"step\": \"/@1\", \"data\": \"yes\"}");
    assertThat(api.get(execution + "?wait=30").body().toString()).contains("\"Data\":\"yes\"");
  }

  @Test
  void shouldNameTheOutcomesThatAPersonCanChoose() throws Exception {
    publish(
        "chooses",
        "{\"Type\": \"Human\", \"Outcomes\": {\"yes\": {}, \"not now\": {}}, \"Optional\": true,"
            + " \"Form\": {\"type\": \"object\"}, \"End\": true}");
    String execution = start("chooses");

    assertThat(explained(execution, "WAITING"))
        .contains(
            ("POST %s/decide with {\\\"step\\\": \\\"/@1\\\", \\\"outcome\\\": OUTCOME}, where"
                 + " OUTCOME is one of \\\"yes\\\", \\\"not now\\\", and \\\"data\\\" that fits the"
                 + " state's Form; or POST %s/skip: it is optional")
                .formatted(execution, execution));
  }

  @Test
  void shouldExplainWhenTheExecutionTimesOut() throws Exception {
    api.post(
        "/api/flows?publish=true",
        "{\"code\": \"short\", \"definition\": {\"TimeoutSeconds\": 3600, \"StartAt\": \"A\","
            + " \"States\": {\"A\": {\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}}}}");

    assertThat(explained(start("short"), "WAITING"))
        .contains("\"deadline\":\"20")
        .doesNotContain("\"kind\":\"timer\"");
  }

  @Test
  void shouldExplainWhichChildrenItWaitsFor() throws Exception {
    publish("child", "{\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}");
    publish(
        "parent",
        "{\"Type\": \"Task\", \"Resource\": \"arn:aws:states:::states:startExecution.sync:2\","
            + " \"Parameters\": {\"StateMachineArn\": \"child\", \"Input\": {}}, \"End\": true}");

    assertThat(explained(start("parent"), "WAITING"))
        .contains("\"kind\":\"child\"", "it waits for the executions ")
        .containsPattern("\"executions\":\\[\"[0-9a-f-]{36}\"]");
  }

  @Test
  void shouldExplainWhichLimitBlocksIt() throws Exception {
    publish("narrow", "{\"Type\": \"Wait\", \"Seconds\": 1, \"End\": true}");
    Api.Answer limited =
        running
            .admin()
            .call(
                "PUT",
                "/api/tenants/" + tenant + "/limits",
                "{\"flows\": {\"narrow\": {\"concurrent\": 0, \"queueTimeout\": 3600}}}");
    assertThat(limited.status()).as(limited.toString()).isEqualTo(200);
    // Nodes learn of a limit within a second; executions started before that continue.
    String why = "";
    while (!why.contains("\"kind\":\"limit\"")) {
      String execution = start("narrow");
      do {
        Api.Answer explained = api.get(execution + "/explain");
        assertThat(explained.status()).as(explained.toString()).isEqualTo(200);
        why = explained.body().toString();
      } while (why.contains("\"kind\":\"queued\""));
    }

    assertThat(why)
        .contains(
            "0 of at most 0 executions of the flow 'narrow' are unfinished",
            "it times out after 3600 seconds of waiting")
        .containsPattern("\"kind\":\"limit\"[^}]*\"since\":\"20[^}]*\"subject\":\"narrow\"");
  }

  @Test
  void shouldHaveNothingToExplainAboutAnEndedExecution() throws Exception {
    publish("ends", "{\"Type\": \"Succeed\"}");

    assertThat(explained(start("ends"), "SUCCEEDED")).contains("\"reasons\":[]");
  }

  @Test
  void shouldExplainWhoPausedItEvenIfItsDefinitionCannotBeRead() throws Exception {
    String execution = waiting("torn");
    api.post(execution + "/pause", "{\"reason\": \"for legal\"}");
    explained(execution, "PAUSED");

    running
        .server()
        .tables()
        .update(
            "insert into pawl.version (tenant, flow, number, digest, document) select id, 'torn',"
                + " 2, '\\x00', 'nothing'::bytea from pawl.tenant where name = ?",
            tenant);
    change(execution, "version = 2");

    assertThat(api.get(execution + "/explain").body().toString())
        .containsPattern("for legal[^}]*\"since\":\"20");
  }
}
