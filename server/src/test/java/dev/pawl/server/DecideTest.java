package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.Await;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Decisions on Human steps. */
@ExtendWith(OneServer.class)
class DecideTest {

  private static Api api;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    api = running.own("decisions");
    publish(
        "expense",
        """
        {"StartAt": "Approve", "States": {
          "Approve": {"Type": "Human", "Title": "Approve?", "Assignees": ["group:finance"],
            "Form": {"type": "object", "required": ["amount"], "additionalProperties": false,
                     "properties": {"amount": {"type": "integer", "minimum": 1},
                                    "note": {"type": "string"}}},
            "Outcomes": {"approved": {"Next": "Pay"}, "rejected": {"Next": "Stop"}},
            "ResultPath": "$.decision"},
          "Pay": {"Type": "Wait", "Event": "paid", "End": true},
          "Stop": {"Type": "Fail", "Error": "Rejected"}}}\
        """);
    publish(
        "plain",
        """
        {"StartAt": "Do", "States": {"Do": {"Type": "Human", "ResultPath": "$.done", "End": true}}}\
        """);
    publish(
        "optional",
        """
        {"StartAt": "Ask", "States": {
          "Ask": {"Type": "Human", "Optional": true,
                  "Outcomes": {"yes": {"Next": "End"}, "no": {"Next": "End"}}, "Next": "End"},
          "End": {"Type": "Succeed"}}}\
        """);
    publish(
        "both",
        """
        {"StartAt": "Both", "States": {"Both": {"Type": "Parallel", "End": true, "Branches": [
          {"StartAt": "Left", "States": {"Left": {"Type": "Human", "End": true}}},
          {"StartAt": "Right", "States": {"Right": {"Type": "Human", "End": true}}}]}}}\
        """);
  }

  private static void publish(String code, String definition) throws Exception {
    Api.Answer made =
        api.post(
            "/api/flows?publish=true",
            "{\"code\": \"%s\", \"definition\": %s}".formatted(code, definition));
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
  }

  private static String started(String flow) throws Exception {
    return "/api/flows/executions/"
        + api.post("/api/flows/" + flow + "/execute", "{\"input\": {\"id\": 7}}").text("id");
  }

  private static Api.Answer decide(String execution, String body) throws Exception {
    return api.post(execution + "/decide", body.replace('\'', '"'));
  }

  private static void assertRefused(Api.Answer answer, int status, String code, String detail) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.text("code")).isEqualTo(code);
    assertThat(answer.text("detail")).isEqualTo(detail);
  }

  @Test
  void shouldFollowTheOutcomeAndRecordWhoDecided() throws Exception {
    String execution = started("expense");

    Api.Answer decided =
        decide(
            execution,
            "{'step': '/@1', 'outcome': 'approved', 'data': {'amount': 3}, 'reason': 'cheap'}");
    api.post(execution + "/events/paid", "{}");

    assertThat(decided.status()).as(decided.toString()).isEqualTo(202);
    assertThat(api.get(execution + "?wait=30").text("status")).isEqualTo("SUCCEEDED");
    assertThat(api.get(execution + "/steps").body().toString())
        .contains("\"id\":7,\"decision\":{\"Outcome\":\"approved\",\"By\":\"")
        .contains("\"Data\":{\"amount\":3}");
  }

  @Test
  void shouldFollowTheTransitionOfTheOtherOutcome() throws Exception {
    String execution = started("expense");

    decide(execution, "{'step': 'Approve', 'outcome': 'rejected', 'data': {'amount': 3}}");

    assertThat(api.get(execution + "?wait=30").text("error")).isEqualTo("Rejected");
  }

  @Test
  void shouldDefaultToTheOnlyStepAndOutcome() throws Exception {
    String execution = started("plain");

    assertThat(decide(execution, "{}").status()).isEqualTo(202);

    assertThat(api.get(execution + "?wait=30").body().toString())
        .contains("\"id\":7,\"done\":{\"Outcome\":\"completed\"")
        .contains("\"Data\":{}");
  }

  @Test
  void shouldRejectAnUnfitDecisionAndKeepWaiting() throws Exception {
    String execution = started("expense");

    assertRefused(
        decide(execution, "{'outcome': 'maybe', 'data': {'amount': 0, 'colour': 1}}"),
        422,
        "bad-decision",
        "the decision does not fit step /@1 ('Approve'): /outcome must be one of 'approved',"
            + " 'rejected', got 'maybe'; /data/colour is not allowed; /data/amount must be at least"
            + " 1, got 0");
    assertRefused(
        decide(execution, "{}"),
        422,
        "bad-decision",
        "the decision does not fit step /@1 ('Approve'): /outcome must be one of 'approved',"
            + " 'rejected', got none; /data/amount is required");
    assertThat(decide(execution, "{'outcome': 'approved'}").body().toString())
        .contains("\"errors\":[{\"code\":\"BAD_VALUE\",\"location\":\"/data/amount\"");
    assertThat(decide(execution, "{'outcome': 'approved', 'data': {'amount': 1}}").status())
        .isEqualTo(202);
  }

  @Test
  void shouldRejectASecondDecisionOfAStep() throws Exception {
    String execution = started("expense");
    String body = "{'step': '/@1', 'outcome': 'approved', 'data': {'amount': 1}}";
    decide(execution, body);
    Await.until(
        "explain names the event paid",
        () -> api.get(execution + "/explain").body().toString().contains("'paid'"));

    assertRefused(
        decide(execution, body),
        409,
        "not-open",
        "step /@1 ('Approve', a Human state) is SUCCEEDED and does not wait for a decision");
    assertRefused(
        decide(execution, "{'step': '/@2'}"),
        409,
        "not-open",
        "step /@2 ('Pay', a Wait state) is RUNNING and does not wait for a decision");
    assertRefused(
        decide(execution, "{'step': 'Approve', 'outcome': 'approved'}"),
        409,
        "not-open",
        "no step 'Approve' of this execution waits for a decision");
    assertRefused(
        decide(execution, "{}"), 409, "not-open", "no step of this execution waits for a decision");
    api.post(execution + "/cancel", "{}");
    api.get(execution + "?wait=30");
    assertRefused(
        decide(execution, body), 409, "ended", "the execution has ended: it is CANCELLED");
  }

  @Test
  void shouldAcceptOneOfManyConcurrentDecisions() throws Exception {
    String execution = started("expense");
    Callable<Integer> approve =
        () -> decide(execution, "{'outcome': 'approved', 'data': {'amount': 1}}").status();
    Callable<Integer> reject =
        () -> decide(execution, "{'outcome': 'rejected', 'data': {'amount': 1}}").status();

    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Integer> statuses =
          people
              .invokeAll(
                  Stream.generate(() -> List.of(approve, reject))
                      .limit(5)
                      .flatMap(List::stream)
                      .toList())
              .stream()
              .map(Future::resultNow)
              .toList();

      assertThat(statuses).containsOnlyOnce(202).containsOnly(202, 409);
    }
  }

  @Test
  void shouldListTheCandidatesIfSeveralStepsWait() throws Exception {
    String execution = started("both");

    assertRefused(
        decide(execution, "{}"),
        422,
        "ambiguous-step",
        "step: several steps wait for a decision; name one of /Both#1/0@1 ('Left'), /Both#1/1@1"
            + " ('Right')");
    assertRefused(
        decide(execution, "{'step': 'Middle'}"),
        409,
        "not-open",
        "no step 'Middle' of this execution waits for a decision; waiting are /Both#1/0@1 ('Left'),"
            + " /Both#1/1@1 ('Right')");
    assertThat(decide(execution, "{'step': 'Left', 'data': 1}").status()).isEqualTo(202);
    assertThat(decide(execution, "{'step': '/Both#1/1@1', 'data': 2}").status()).isEqualTo(202);
    assertThat(api.get(execution + "?wait=30").text("status")).isEqualTo("SUCCEEDED");
  }

  @Test
  void shouldDecideWhilePaused() throws Exception {
    String execution = started("plain");
    api.post(execution + "/pause", "{}");
    Await.until(
        "the execution is paused", () -> api.get(execution).text("status").equals("PAUSED"));

    assertThat(decide(execution, "{}").status()).isEqualTo(202);

    assertThat(api.get(execution + "?wait=30").text("status")).isEqualTo("SUCCEEDED");
  }

  @Test
  void shouldRejectSkippingAStepWithOutcomesUnlessOptional() throws Exception {
    String required = started("expense");
    String optional = started("optional");
    String plain = started("plain");
    String body = "{\"step\": \"/@1\", \"output\": 1}";

    assertRefused(
        api.post(required + "/skip", body),
        409,
        "not-allowed",
        "this step is not optional and has the outcomes approved, rejected; decide it instead");
    assertThat(api.post(optional + "/skip", body).status()).isEqualTo(202);
    assertThat(api.post(plain + "/skip", body).status()).isEqualTo(202);
    assertThat(api.get(optional + "?wait=30").text("output")).isEqualTo("1");
  }

  @Test
  void shouldRefuseAFormThatCannotBeChecked() throws Exception {
    Api.Answer refused =
        api.post(
            "/api/flows?publish=true",
            "{\"code\": \"odd-form\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\":"
                + " {\"Type\": \"Human\", \"Form\": {\"properties\": {\"a\": {\"type\":"
                + " \"text\"}}}, \"End\": true}}}}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().toString())
        .contains("\"location\":\"/States/A/Form/properties/a/type\"", "integer, null, number");
  }
}
