package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.sdk.HandlerCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Nodes on one store take over executions from each other, and queue what exceeds their capacity.
 */
abstract class SharingContract extends NodeTestBase {

  @Test
  void shouldContinueWhereAClosedNodeStopped() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    cluster.handler(
        "gate",
        call -> {
          reached.countDown();
          go.await();
          return call.input();
        });
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "echo", "Next": "B"},
          "B": {"Type": "Task", "Resource": "gate", "End": true}}}\
        """);
    Node first = cluster.join(NodeOptions.DEFAULT.named("a").withGrace(Duration.ZERO));

    ExecutionKey key = cluster.start("f", number(3));
    reached.await();
    first.close();
    cluster.join();
    go.countDown();

    assertThat(cluster.ending(key).output()).contains(number(3));
    assertThat(cluster.calls())
        .extracting(HandlerCall::resource)
        .containsExactly("echo", "gate", "gate");
    assertThat(cluster.calls().get(1).idempotencyKey())
        .isEqualTo(cluster.calls().get(2).idempotencyKey());
  }

  @Test
  void shouldQueueExecutionsBeyondTheCapacityOfANode() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    cluster.handler(
        "gate",
        call -> {
          go.await();
          return call.input();
        });
    cluster.deploy("f", task("gate", ""));
    cluster.join(NodeOptions.DEFAULT.named("small").withMaxOwned(3).withGrace(Duration.ZERO));

    List<ExecutionKey> keys =
        IntStream.range(0, 20).mapToObj(i -> cluster.start("f", number(i))).toList();
    go.countDown();

    for (int i = 0; i < 20; i++) {
      assertThat(cluster.ending(keys.get(i)).output()).contains(number(i));
    }
    assertThat(cluster.calls()).hasSize(20);
  }
}
