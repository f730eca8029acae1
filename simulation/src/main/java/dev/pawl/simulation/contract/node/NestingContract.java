package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Executions start others: called flows, and items of distributed Maps. */
abstract class NestingContract extends NodeTestBase {

  @Test
  void shouldCallFlows() throws Exception {
    cluster.deploy("child", task("echo", ""));
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "flow:child.sync", "ResultPath": "$.waited",
            "Next": "B"},
          "B": {"Type": "Task", "Resource": "flow:child", "ResultPath": "$.started", "Next": "C"},
          "C": {"Type": "Task", "Resource": "flow:missing.sync", "End": true,
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "D", "ResultPath": "$.caught"}]},
          "D": {"Type": "Pass", "End": true}}}\
        """);
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", JsonObject.of("n", number(1))));

    JsonObject output = (JsonObject) ending.output().orElseThrow();
    assertThat(output.get("waited").orElseThrow()).hasToString("{\"n\":1}");
    assertThat(output.get("started").orElseThrow().get("ExecutionId")).isPresent();
    assertThat(output.get("caught").orElseThrow().toString())
        .contains("there is no flow 'missing'");
  }

  @Test
  void shouldCancelChildrenWithTheirParent() throws Exception {
    cluster.deploy(
        "child",
        """
        {"StartAt": "W", "States": {"W": {"Type": "Wait", "Event": "never", "End": true}}}\
        """);
    cluster.deploy("f", task("flow:child.sync", ""));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    cluster.await("the child", () -> children(node).size() == 1);
    ExecutionKey child = children(node).getFirst();
    cluster.until(child, found -> found.status() == Status.WAITING);
    node.control().cancel(key, "enough", false);

    assertThat(cluster.ending(key).status()).isEqualTo(Status.CANCELLED);
    assertThat(cluster.ending(child).status()).isEqualTo(Status.CANCELLED);
  }

  private static List<ExecutionKey> children(Node node) {
    return node
        .control()
        .reader()
        .search(
            TenantId.DEFAULT, Executions.Criteria.ANY, new Executions.Page(100, Optional.empty()))
        .stream()
        .filter(found -> found.info().parent().isPresent())
        .map(found -> found.info().key())
        .toList();
  }

  @Test
  void shouldRunItemsOfADistributedMapOnAllNodes() throws Exception {
    String items = IntStream.range(0, 300).mapToObj(Integer::toString).toList().toString();
    cluster.items("items", items);
    cluster.deploy(
        "f",
        """
        {"StartAt": "M", "States": {"M": {"Type": "Map", "End": true, "MaxConcurrency": 40,
          "ItemReader": {"Resource": "items", "ReaderConfig": {"InputType": "JSON"}},
          "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
            "StartAt": "T",
            "States": {"T": {"Type": "Task", "Resource": "echo", "End": true}}}}}}\
        """);
    cluster.join(NodeOptions.DEFAULT.named("a"));
    cluster.join(NodeOptions.DEFAULT.named("b"));

    Execution.Ending ending = cluster.ending(cluster.start("f", NOTHING));

    assertThat(ending.output().orElseThrow().toString()).isEqualTo(items.replace(" ", ""));
    assertThat(cluster.calls()).filteredOn(call -> call.resource().equals("echo")).hasSize(300);
  }

  @Test
  void shouldRunNestedDistributedMaps() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "M", "States": {"M": {"Type": "Map", "End": true,
          "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
            "StartAt": "N", "States": {"N": {"Type": "Map", "End": true,
              "ItemProcessor": {
                "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
                "StartAt": "T",
                "States": {"T": {"Type": "Task", "Resource": "echo", "End": true}}}}}}}}}\
        """);
    cluster.join();

    Execution.Ending ending =
        cluster.ending(
            cluster.start("f", Json.ofJava(List.of(List.of(1, 2), List.of(3), List.of()))));

    assertThat(ending.output().orElseThrow()).hasToString("[[1,2],[3],[]]");
  }

  @Test
  void shouldStartNoChildOfAnExecutionThatWaitsForAPermit() throws Exception {
    cluster.deploy("child", task("echo", ""));
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "flow:child", "Next": "B"},
          "B": {"Type": "Task", "Resource": "echo", "End": true}}}\
        """);
    cluster.limit("f", ConcurrencyLimit.concurrent(0));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);

    assertThat(node.control().reader().find(key).orElseThrow().status()).isEqualTo(Status.PENDING);
    assertThat(children(node)).isEmpty();

    cluster.limit("f", ConcurrencyLimit.concurrent(1));

    assertThat(cluster.ending(key).status()).isEqualTo(Status.SUCCEEDED);
    assertThat(children(node)).hasSize(1);
  }

  @Test
  void shouldQueueChildrenUnderALimit() throws Exception {
    Semaphore room = new Semaphore(1);
    CountDownLatch crowded = new CountDownLatch(1);
    cluster.handler(
        "alone",
        call -> {
          boolean isAlone = room.tryAcquire();
          if (isAlone) {
            cluster.clock().sleep(Duration.ofMillis(100));
            isAlone = crowded.getCount() > 0;
            room.release();
          } else {
            crowded.countDown();
          }
          return Json.of(isAlone);
        });
    cluster.limit("child", ConcurrencyLimit.active(1));
    cluster.deploy("child", task("alone", ""));
    cluster.deploy(
        "f",
        """
        {"StartAt": "M", "States": {"M": {"Type": "Map", "End": true,
          "ItemProcessor": {"StartAt": "C", "States": {
            "C": {"Type": "Task", "Resource": "flow:child.sync", "End": true}}}}}}\
        """);
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", Json.ofJava(List.of(1, 2, 3))));

    assertThat(ending.output().orElseThrow()).hasToString("[true,true,true]");
  }
}
