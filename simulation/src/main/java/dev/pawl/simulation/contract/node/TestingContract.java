package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.TestRun;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Test executions get mock answers instead of calls of handlers. */
abstract class TestingContract extends NodeTestBase {

  private static Launch test(String flow, Json input, Map<String, Object> mocks) {
    return test(flow, input, TestRun.read(Json.ofJava(mocks)).toString());
  }

  private static Launch test(String flow, Json input, String pretends) {
    ExecutionMetadata.Provenance origin =
        new ExecutionMetadata.Provenance(Optional.empty(), Optional.empty(), Optional.of(pretends));
    return Launch.of(flow, input)
        .with(
            new ExecutionMetadata.StartAttributes(
                Priority.NORMAL,
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                origin));
  }

  private static Map<String, Object> result(Object value) {
    return Map.of("result", value);
  }

  private static Map<String, Object> error(String name) {
    return Map.of("error", name, "cause", "on purpose");
  }

  private static List<Executions.Summary> found(Node node, Optional<Boolean> test) {
    Executions.Criteria any = Executions.Criteria.ANY;
    return node.control()
        .reader()
        .search(
            TenantId.DEFAULT,
            new Executions.Criteria(
                any.flow(),
                Optional.empty(),
                any.businessKey(),
                any.labels(),
                any.error(),
                any.started(),
                test),
            new Executions.Page(100, Optional.empty()));
  }

  @Test
  void shouldAnswerByTheNameOfAStateBeforeThatOfAResource() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "http", "ResultPath": "$.a", "Next": "B"},
          "B": {"Type": "Task", "Resource": "http", "ResultPath": "$.b", "Next": "C"},
          "C": {"Type": "Task", "Resource": "echo", "ResultPath": "$.c", "End": true}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key =
        node.start(test("f", NOTHING, Map.of("http", result(1), "B", result(List.of(2)))));

    assertThat(cluster.ending(key).output().orElseThrow())
        .hasToString("{\"a\":1,\"b\":[2],\"c\":{\"a\":1,\"b\":[2]}}");
    assertThat(cluster.calls()).extracting(HandlerCall::resource).containsExactly("echo");
  }

  @Test
  void shouldAnswerEachCallInTurnAndRepeatTheLast() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "M", "States": {"M": {"Type": "Map", "End": true, "ItemProcessor": {
          "StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "busy", "End": true,
            "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 1, "MaxAttempts": 1}],
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Z"}]},
            "Z": {"Type": "Pass", "End": true}}}}}}\
        """);
    Node node = cluster.join();
    Json items = Json.ofJava(List.of(1, 2, 3));

    ExecutionKey helped =
        node.start(test("f", items, Map.of("A", List.of(error("Busy"), result("b"), result("c")))));
    ExecutionKey lost = node.start(test("f", items, Map.of("busy", error("Busy"))));

    assertThat(cluster.ending(helped).output().orElseThrow()).hasToString("[\"c\",\"b\",\"c\"]");
    assertThat(cluster.ending(lost).output().orElseThrow().toString())
        .isEqualTo("[%1$s,%1$s,%1$s]".formatted("{\"Error\":\"Busy\",\"Cause\":\"on purpose\"}"));
    assertThat(node.control().reader().facts(lost)).hasSize(1 + 3 * 3);
  }

  @Test
  void shouldContinueALoopOnAnotherNode() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "poll", "Next": "W"},
          "W": {"Type": "Wait", "Event": "go", "ResultPath": null, "Next": "Done?"},
          "Done?": {"Type": "Choice", "Default": "A", "Choices": [
            {"Variable": "$", "NumericEquals": 3, "Next": "Z"}]},
          "Z": {"Type": "Succeed"}}}\
        """);
    Node first = cluster.join();
    ExecutionKey key =
        first.start(test("f", NOTHING, Map.of("poll", List.of(result(1), result(2), result(3)))));
    first.control().signal(key, "go", NOTHING, Optional.empty());
    cluster.await("the second turn", () -> first.control().reader().facts(key).size() == 4);
    cluster.until(key, found -> found.status() == Status.WAITING);
    first.close();
    Node second = cluster.join();

    second.control().signal(key, "go", NOTHING, Optional.empty());
    second.control().signal(key, "go", NOTHING, Optional.empty());

    assertThat(cluster.ending(key).output()).contains(number(3));
    assertThat(second.control().reader().facts(key)).hasSize(1 + 3 + 3);
  }

  @Test
  void shouldReceiveAnswersInTheOrderOfTheCalls() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "P", "States": {"P": {"Type": "Parallel", "End": true, "Branches": [
          {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "a", "End": true}}},
          {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "b", "End": true}}}]}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = node.start(test("f", NOTHING, Map.of("A", error("a"), "B", error("b"))));

    assertThat(cluster.ending(key).failure().flatMap(Failure::error)).contains("a");
  }

  @Test
  void shouldNotCompensateUnfinishedSteps() throws Exception {
    cluster.handler("undo", call -> NOTHING);
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "book", "Compensate": {"Resource": "undo"},
            "Next": "B"},
          "B": {"Type": "Task", "Resource": "echo", "Compensate": {"Resource": "undo"},
            "Next": "Z"},
          "Z": {"Type": "Fail", "Error": "Enough"}}}\
        """);
    Node node = cluster.join();

    cluster.ending(node.start(test("f", NOTHING, Map.of("A", result(1)))));
    cluster.ending(node.start(test("f", NOTHING, Map.of("book", result(1)))));

    assertThat(cluster.calls())
        .extracting(HandlerCall::resource)
        .containsExactly("echo", "undo", "echo", "undo");
  }

  @Test
  void shouldParkIfItsMocksCannotBeRead() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "W", "States": {
          "W": {"Type": "Wait", "Event": "go", "Next": "A"},
          "A": {"Type": "Task", "Resource": "echo", "End": true}}}\
        """);
    Node node = cluster.join();
    ExecutionKey key = node.start(test("f", NOTHING, "{\"echo\": 5}"));

    node.control().signal(key, "go", NOTHING, Optional.empty());

    Executions.Summary found = cluster.until(key, one -> one.status() == Status.PAUSED);
    assertThat(found.standing().orElseThrow().waitsFor().incident().orElseThrow())
        .contains("the mocks of the test execution cannot be read");
  }

  @Test
  void shouldRunAWideMap() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "M", "States": {"M": {"Type": "Map", "End": true, "ItemProcessor": {
          "StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "a", "End": true}}}}}}\
        """);
    Node node = cluster.join();
    Json items = Json.ofJava(Collections.nCopies(3_000, 1));

    ExecutionKey key = node.start(test("f", items, Map.of("a", result(2))));

    assertThat(((JsonArray) cluster.ending(key).output().orElseThrow()).length()).isEqualTo(3_000);
  }

  @Test
  void shouldMockCompensationsTokensAndFlows() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "book", "Compensate": {"Resource": "unbook"},
            "ResultPath": null, "Next": "B"},
          "B": {"Type": "Task", "Resource": "prompt.waitForTaskToken", "ResultPath": "$.b",
            "Next": "C"},
          "C": {"Type": "Task", "Resource": "flow:nowhere.sync", "ResultPath": "$.c",
            "Next": "D"},
          "D": {"Type": "Fail", "Error": "Enough"}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key =
        node.start(
            test(
                "f",
                NOTHING,
                Map.of(
                    "A", result(1),
                    "unbook", result(2),
                    "B", result(3),
                    "flow:nowhere.sync", result(4))));

    Execution.Ending ending = cluster.ending(key);
    assertThat(ending.failure().flatMap(Failure::error)).contains("Enough");
    assertThat(node.control().reader().history(key).orElseThrow().steps().toString())
        .contains("COMPENSATED");
    assertThat(cluster.calls()).isEmpty();
  }

  @Test
  void shouldMarkItsChildrenAsTests() throws Exception {
    cluster.deploy("child", task("charge", ""));
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "flow:child.sync", "Next": "M"},
          "M": {"Type": "Map", "End": true, "ItemProcessor": {
            "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
            "StartAt": "T",
            "States": {"T": {"Type": "Task", "Resource": "charge", "End": true}}}}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = node.start(test("f", NOTHING, Map.of("charge", result(List.of(1, 2)))));

    assertThat(cluster.ending(key).output().orElseThrow()).hasToString("[[1,2],[1,2]]");
    assertThat(found(node, Optional.of(true))).hasSize(4);
    assertThat(found(node, Optional.of(false))).isEmpty();
  }

  @Test
  void shouldStayATestOnOtherNodesAndOnRetry() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "W", "States": {
          "W": {"Type": "Wait", "Event": "go", "Next": "A"},
          "A": {"Type": "Task", "Resource": "charge", "End": true}}}\
        """);
    Node first = cluster.join();
    ExecutionKey key = first.start(test("f", NOTHING, Map.of("charge", error("Declined"))));
    cluster.until(key, found -> found.status() == Status.WAITING);
    first.close();
    Node second = cluster.join();

    second.control().signal(key, "go", NOTHING, Optional.empty());
    Execution.Ending ending = cluster.ending(key);
    ExecutionKey again = second.retry(key, ExecutionControl.From.FAILURE, Optional.empty());

    assertThat(ending.failure()).contains(Failure.of("Declined", "on purpose"));
    assertThat(cluster.ending(again).failure()).contains(Failure.of("Declined", "on purpose"));
    assertThat(found(second, Optional.of(true))).hasSize(2);
  }

  @Test
  void shouldContinueWithMocksAfterAPause() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "busy", "End": true,
            "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 1, "MaxAttempts": 9,
              "BackoffRate": 1}]}}}\
        """);
    Node node = cluster.join();
    ExecutionKey key =
        node.start(
            test(
                "f",
                NOTHING,
                Map.of("A", List.of(error("Busy"), error("Busy"), error("Busy"), result("done")))));

    node.control().pause(key, "look");
    cluster.until(key, found -> found.status() == Status.PAUSED);
    node.control().resume(key);

    assertThat(cluster.ending(key).output()).contains(Json.of("done"));
  }

  /** Cancels a test whose polling loop never ends. */
  @Test
  void shouldCancelInTheMiddleOfALoop() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "poll", "Next": "Done?"},
          "Done?": {"Type": "Choice", "Default": "A", "Choices": [
            {"Variable": "$.done", "BooleanEquals": true, "Next": "Z"}]},
          "Z": {"Type": "Succeed"}}}\
        """);
    Node node = cluster.join();
    ExecutionKey key =
        node.start(test("f", NOTHING, Map.of("poll", result(Map.of("done", false)))));

    cluster.untilFact(key, 1_100);
    node.control().cancel(key, "enough", false);

    assertThat(cluster.ending(key).status()).isEqualTo(Status.CANCELLED);
  }

  @Test
  void shouldBeExcludedFromMetrics() throws Exception {
    cluster.deploy("f", task("echo", ""));
    Node node = cluster.join();

    cluster.ending(node.start(test("f", NOTHING, Map.of())));
    cluster.ending(node.start(Launch.of("f", JsonObject.EMPTY)));

    assertThat(node.metrics().started()).isEqualTo(1);
    assertThat(node.metrics().ended()).containsEntry(Status.SUCCEEDED, 1L);
    assertThat(found(node, Optional.empty())).hasSize(2);
    assertThat(found(node, Optional.of(false))).hasSize(1);
  }
}
