package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Executions start, end, and can be found again. */
abstract class LaunchingContract extends NodeTestBase {

  @Test
  void shouldRunFromStartToEnd() throws Exception {
    cluster.deploy(
        "order",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "echo", "ResultPath": "$.a", "Next": "B"},
          "B": {"Type": "Task", "Resource": "echo", "ResultPath": "$.b", "Next": "C"},
          "C": {"Type": "Pass", "End": true}}}\
        """);
    cluster.join();

    ExecutionKey key = cluster.start("order", JsonObject.of("n", number(1)));
    Execution.Ending ending = cluster.ending(key);

    assertThat(ending.status()).isEqualTo(Status.SUCCEEDED);
    assertThat(ending.output().orElseThrow())
        .hasToString("{\"n\":1,\"a\":{\"n\":1},\"b\":{\"n\":1,\"a\":{\"n\":1}}}");
    assertThat(cluster.calls()).hasSize(2);
  }

  @Test
  void shouldReportAFailure() throws Exception {
    cluster.handler(
        "fail",
        call -> {
          throw new HandlerException("Broken", "on purpose");
        });
    cluster.deploy("f", task("fail", ""));
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", NOTHING));

    assertThat(ending.status()).isEqualTo(Status.FAILED);
    assertThat(ending.failure()).contains(Failure.of("Broken", "on purpose"));
  }

  @Test
  void shouldStartOncePerIdempotencyKey() throws Exception {
    cluster.deploy("f", task("echo", ""));
    Node node = cluster.join();
    ExecutionMetadata.StartAttributes tags =
        new ExecutionMetadata.StartAttributes(
            Priority.NORMAL,
            Optional.of("order-7"),
            Map.of("team", "blue"),
            Optional.of("k1"),
            Optional.empty());

    ExecutionKey first = node.start(Launch.of("f", NOTHING).with(tags));
    ExecutionKey second = node.start(Launch.of("f", NOTHING).with(tags));
    cluster.ending(first);
    ExecutionKey third = node.start(Launch.of("f", NOTHING).with(tags));

    assertThat(second).isEqualTo(first);
    assertThat(third).isEqualTo(first);
    assertThat(cluster.calls()).hasSize(1);
  }

  @Test
  void shouldWriteAnExpressExecutionOnceAndKeepItsHistory() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "echo", "Next": "B"},
          "B": {"Type": "Task", "Resource": "echo", "End": true}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = node.start(Launch.of("f", number(2)).asExpress());

    assertThat(node.control().reader().find(key).orElseThrow().status())
        .isEqualTo(Status.SUCCEEDED);
    assertThat(node.control().reader().facts(key)).hasSize(3);
    assertThat(cluster.ending(key).output()).contains(number(2));
  }

  @Test
  void shouldMakeAnExpressExecutionThatWaitsDurable() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "echo", "Next": "W"},
          "W": {"Type": "Wait", "Event": "go", "End": true}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = node.start(Launch.of("f", number(2)).asExpress());
    cluster.until(key, found -> found.status() == Status.WAITING);
    node.control().signal(key, "go", number(8), Optional.empty());

    assertThat(cluster.ending(key).output()).contains(number(8));
  }

  @Test
  void shouldMakeAnExpressExecutionDurableBeforeItHandsOutAToken() throws Exception {
    List<MessageAcceptance> deliveries = new CopyOnWriteArrayList<>();
    Node node = cluster.join();
    cluster.handler(
        "prompt.waitForTaskToken",
        call -> {
          TaskToken token = TaskToken.parse(call.taskToken().orElseThrow());
          deliveries.add(node.control().succeed(TenantId.DEFAULT, token, number(5)));
          return NOTHING;
        });
    cluster.deploy("f", task("prompt.waitForTaskToken", ""));

    ExecutionKey key = node.start(Launch.of("f", NOTHING).asExpress());

    assertThat(cluster.ending(key).output()).contains(number(5));
    // The execution may end before the handler has recorded its delivery.
    cluster.await("the handler", () -> !deliveries.isEmpty());
    assertThat(deliveries).containsExactly(MessageAcceptance.ACCEPTED);
  }

  @Test
  void shouldParkWithAnIncidentIfItsDefinitionCannotBeRead() throws Exception {
    cluster.deploy("f", "{\"StartAt\": \"Gone\"}");
    cluster.deploy("good", task("echo", ""));
    Node node = cluster.join();

    assertThatThrownBy(() -> cluster.start("f", NOTHING)).hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> cluster.start("nowhere", NOTHING))
        .hasMessageContaining("there is no flow 'nowhere'");
    assertThat(cluster.ending(cluster.start("good", number(1))).output()).contains(number(1));
    assertThat(node.number()).isPositive();
  }

  @Test
  void shouldExplainHowAFlowCanBeNamed() {
    Node node = cluster.join();

    for (String name : List.of("", " ", "a\0b", "x".repeat(201))) {
      assertThatThrownBy(() -> node.deploy(TenantId.DEFAULT, name, task("echo", "")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a name of 1 to 200 characters");
      assertThatThrownBy(() -> cluster.start(name, NOTHING))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("there is no flow");
    }
  }

  @Test
  void shouldRefuseInputThatIsTooLarge() {
    cluster.deploy("f", task("echo", ""));
    cluster.join();

    assertThatThrownBy(() -> cluster.start("f", Json.of("x".repeat(300_000))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than the 262144 allowed");
  }

  @Test
  void shouldFindExecutionsByBusinessKeyAndLabels() throws Exception {
    cluster.deploy("f", task("echo", ""));
    Node node = cluster.join();
    ExecutionMetadata.StartAttributes tags =
        new ExecutionMetadata.StartAttributes(
            Priority.HIGH,
            Optional.of("order-7"),
            Map.of("team", "blue"),
            Optional.empty(),
            Optional.empty());

    ExecutionKey key = node.start(Launch.of("f", NOTHING).with(tags));
    cluster.ending(key);
    cluster.ending(cluster.start("f", NOTHING));

    var found =
        node.control()
            .reader()
            .search(
                TenantId.DEFAULT,
                new Executions.Criteria(
                    Optional.of("f"),
                    Optional.of(Status.SUCCEEDED),
                    Optional.of("order-7"),
                    Map.of("team", "blue"),
                    Optional.empty(),
                    Executions.Span.ALWAYS),
                new Executions.Page(10, Optional.empty()));
    assertThat(found).extracting(one -> one.info().key()).containsExactly(key);
  }
}
