package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A limit counts unfinished executions, whether or not a node has them in memory. */
@ExtendWith(OneServer.class)
@Execution(ExecutionMode.CONCURRENT)
class ConcurrencyLimitsTest {

  private static final String EXECUTIONS = "/api/flows/executions/";

  private OneServer.Running running;
  private String tenant;
  private Api api;

  @BeforeEach
  void tenant(OneServer.Running running, TestInfo test) throws Exception {
    this.running = running;
    tenant = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
    api = running.own(tenant);
    publish("one", "{\"Type\": \"Task\", \"Resource\": \"" + tenant + "\", \"End\": true}");
  }

  private void publish(String code, String state) throws Exception {
    Api.Answer published =
        api.post(
            "/api/flows?publish=true",
            """
            {"code": "%s", "definition": {"StartAt": "S", "States": {"S": %s}}}
            """
                .formatted(code, state));
    assertThat(published.status()).as(published.toString()).isEqualTo(201);
  }

  private void limit(String limits) throws Exception {
    Api.Answer limited = running.admin().call("PUT", "/api/tenants/" + tenant + "/limits", limits);
    assertThat(limited.status()).as(limited.toString()).isEqualTo(200);
  }

  private String start() throws Exception {
    Api.Answer started = api.post("/api/flows/one/execute", "{}");
    assertThat(started.status()).as(started.toString()).isEqualTo(202);
    return started.text("id");
  }

  private List<Json> polled(int wait) throws Exception {
    Api.Answer answer =
        api.post(
            "/api/workers/poll",
            "{\"resources\": [\"%s\"], \"max\": 10, \"wait\": %d}".formatted(tenant, wait));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    List<Json> work = new ArrayList<>();
    JsonArray all = (JsonArray) answer.body();
    for (int i = 0; i < all.length(); i++) {
      work.add(all.get(i).orElseThrow());
    }
    return work;
  }

  private static String text(Json work, String member) {
    return work.get(member).orElseThrow().asText();
  }

  private void succeed(Json work) throws Exception {
    Api.Answer done =
        api.post("/api/workers/" + text(work, "token") + "/success", "{\"output\": 1}");
    assertThat(done.status()).as(done.toString()).isLessThan(300);
  }

  private String status(String id) throws Exception {
    return api.get(EXECUTIONS + id).text("status");
  }

  private String explainedByLimit(String id) throws Exception {
    Await.until("explain names the limit", () -> explained(id).contains("\"kind\":\"limit\""));
    return explained(id);
  }

  private String explained(String id) throws Exception {
    return api.get(EXECUTIONS + id + "/explain").body().toString();
  }

  @Test
  void shouldGiveAWorkerOneTaskAtATime() throws Exception {
    limit("{\"flows\": {\"one\": {\"concurrent\": 1}}}");
    Set<String> started = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      started.add(start());
    }

    Set<String> done = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      List<Json> work = polled(30);
      assertThat(work).hasSize(1);
      // Longer than an execution stays in memory while a worker has its task.
      assertThat(polled(2)).isEmpty();
      succeed(work.getFirst());
      done.add(text(work.getFirst(), "execution"));
    }

    assertThat(done).isEqualTo(started);
    for (String id : started) {
      assertThat(api.get(EXECUTIONS + id + "?wait=30").text("status")).isEqualTo("SUCCEEDED");
    }
  }

  @Test
  void shouldCountForTheTenantToo() throws Exception {
    limit("{\"concurrent\": 1}");
    String first = start();
    List<Json> work = polled(30);

    String second = start();

    assertThat(explainedByLimit(second))
        .contains(
            "1 of at most 1 executions of the tenant are unfinished; the oldest are " + first);
    assertThat(status(second)).isEqualTo("PENDING");
    succeed(work.getFirst());
    assertThat(text(polled(30).getFirst(), "execution")).isEqualTo(second);
  }

  @Test
  void shouldRejectStartsBeyondALimit() throws Exception {
    limit("{\"flows\": {\"one\": {\"concurrent\": 1, \"overflow\": \"reject\"}}}");
    String first = start();

    Api.Answer rejected = api.post("/api/flows/one/execute", "{}");

    assertThat(rejected.status()).isEqualTo(429);
    assertThat(rejected.text("code")).isEqualTo("concurrency-limit");
    assertThat(rejected.text("detail"))
        .isEqualTo(
            "the flow 'one' already has 1 unfinished executions, the maximum of its limit"
                + " 'concurrent'; try again when one of them has ended");
    succeed(polled(30).getFirst());
    assertThat(api.get(EXECUTIONS + first + "?wait=30").text("status")).isEqualTo("SUCCEEDED");
    start();
  }

  @Test
  void shouldTimeOutInTheQueue() throws Exception {
    limit("{\"flows\": {\"one\": {\"concurrent\": 1, \"queueTimeout\": 1}}}");
    String first = start();
    List<Json> work = polled(30);

    String second = start();

    Api.Answer ended = api.get(EXECUTIONS + second + "?wait=30");
    assertThat(ended.text("status")).isEqualTo("TIMED_OUT");
    assertThat(ended.text("error")).isEqualTo("Pawl.QueueTimeout");
    succeed(work.getFirst());
    assertThat(api.get(EXECUTIONS + first + "?wait=30").text("status")).isEqualTo("SUCCEEDED");
  }

  @Test
  void shouldCancelExecutionsThatWaitForAPermit() throws Exception {
    limit("{\"flows\": {\"one\": {\"concurrent\": 0}}}");
    String id = start();
    explainedByLimit(id);

    api.post(EXECUTIONS + id + "/cancel", "{}");

    assertThat(api.get(EXECUTIONS + id + "?wait=30").text("status")).isEqualTo("CANCELLED");
    assertThat(polled(0)).isEmpty();
  }

  @Test
  void shouldWarnOfAFlowThatCallsItself() throws Exception {
    String definition =
        """
        {"StartAt": "S", "States": {
          "S": {"Type": "Task", "Resource": "flow:%1$s.sync", "Next": "T"},
          "T": {"Type": "Task", "Resource": "arn:aws:states:::states:startExecution.sync:2",
                "Parameters": {"StateMachineArn": "%1$s", "Input": {}}, "Next": "U"},
          "U": {"Type": "Task", "Resource": "flow:%1$s", "Next": "V"},
          "V": {"Type": "Task", "Resource": "flow:one.sync", "End": true}}}
        """
            .formatted("again");

    Api.Answer published =
        api.post(
            "/api/flows?publish=true",
            "{\"code\": \"again\", \"definition\": %s}".formatted(definition));

    assertThat(published.status()).as(published.toString()).isEqualTo(201);
    assertThat(published.body().get("findings").orElseThrow().toString())
        .contains("CALLS_ITSELF", "/States/S/Resource", "/States/T/Parameters/StateMachineArn")
        .doesNotContain("/States/U/", "/States/V/");
  }
}
