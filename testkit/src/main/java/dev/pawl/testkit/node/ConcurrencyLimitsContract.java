package dev.pawl.testkit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.ConcurrencyLimitException;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A flow has no more unfinished executions than its limit says, whatever they wait for. */
abstract class ConcurrencyLimitsContract extends Room {

  private static final ConcurrencyLimit ONE = ConcurrencyLimit.concurrent(1);

  private static final String WAITS =
      "{\"StartAt\": \"W\", \"States\": {\"W\": {\"Type\": \"Wait\", \"Event\": \"go\", \"End\":"
          + " true}}}";

  private Status status(Node node, ExecutionKey key) {
    return node.control().find(key).orElseThrow().status();
  }

  @Test
  void shouldStartOneAtATimeThatWaitsForAnEvent() throws Exception {
    assertStartedOneAtATime("{\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}");
  }

  @Test
  void shouldStartOneAtATimeThatWaitsForATime() throws Exception {
    assertStartedOneAtATime("{\"Type\": \"Wait\", \"Seconds\": 3600, \"End\": true}");
  }

  @Test
  void shouldStartOneAtATimeThatWaitsForAWorker() throws Exception {
    assertStartedOneAtATime("{\"Type\": \"Task\", \"Resource\": \"outside\", \"End\": true}");
  }

  @Test
  void shouldStartOneAtATimeThatWaitsForAPerson() throws Exception {
    assertStartedOneAtATime("{\"Type\": \"Human\", \"Title\": \"So?\", \"Next\": \"Done\"}");
  }

  private void assertStartedOneAtATime(String state) throws Exception {
    cluster.deploy(
        "f",
        "{\"StartAt\": \"S\", \"States\": {\"S\": %s, \"Done\": {\"Type\": \"Succeed\"}}}"
            .formatted(state));
    cluster.limit("f", ONE);
    Node node = cluster.join();
    cluster.join();
    List<ExecutionKey> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(cluster.start("f", NOTHING));
    }

    while (!waiting.isEmpty()) {
      cluster.await(
          "one that parks",
          () -> waiting.stream().anyMatch(key -> status(node, key) == Status.WAITING));
      List<ExecutionKey> started =
          waiting.stream().filter(key -> status(node, key) != Status.PENDING).toList();
      assertThat(started).hasSize(1);
      node.control().cancel(started.getFirst(), "next", false);
      cluster.ending(started.getFirst());
      waiting.removeAll(started);
    }
  }

  @Test
  void shouldTimeOutInTheQueue() throws Exception {
    cluster.deploy("f", WAITS);
    cluster.limit("f", ONE.withQueueTimeout(Duration.ofMillis(200)));
    Node node = cluster.join();
    ExecutionKey first = cluster.start("f", NOTHING);
    cluster.until(first, found -> found.status() == Status.WAITING);

    ExecutionKey second = cluster.start("f", NOTHING);

    Execution.Ending ending = cluster.ending(second);
    assertThat(ending.status()).isEqualTo(Status.TIMED_OUT);
    assertThat(ending.failure().flatMap(Failure::error)).contains("Pawl.QueueTimeout");
    assertThat(status(node, first)).isEqualTo(Status.WAITING);
  }

  @Test
  void shouldTellAParentThatItsChildTimedOutInTheQueue() throws Exception {
    cluster.deploy("f", task("flow:f.sync", ""));
    cluster.limit("f", ONE.withQueueTimeout(Duration.ofMillis(200)));
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", NOTHING));

    assertThat(ending.status()).isEqualTo(Status.FAILED);
    assertThat(ending.failure().toString()).contains("Pawl.QueueTimeout");
  }

  @Test
  void shouldCancelWhatHasNotStarted() throws Exception {
    cluster.deploy("f", task("echo", ""));
    cluster.limit("f", ConcurrencyLimit.concurrent(0));
    Node node = cluster.join();
    ExecutionKey key = cluster.start("f", NOTHING);

    assertThat(node.control().cancel(key, "enough", true)).isEqualTo(Mail.Delivery.ACCEPTED);

    assertThat(cluster.ending(key).status()).isEqualTo(Status.CANCELLED);
    assertThat(cluster.calls()).isEmpty();
  }

  @Test
  void shouldQueueExpressExecutions() throws Exception {
    cluster.deploy("f", task("echo", ""));
    cluster.limit("f", ConcurrencyLimit.concurrent(0));
    Node node = cluster.join();

    ExecutionKey key = node.start(Launch.of("f", number(1)).asExpress());

    assertThat(status(node, key)).isEqualTo(Status.PENDING);
    assertThat(cluster.calls()).isEmpty();
    cluster.limit("f", ONE);
    assertThat(cluster.ending(key).output()).contains(number(1));
  }

  @Test
  void shouldRejectStartsAndRetriesBeyondALimit() throws Exception {
    cluster.deploy("f", WAITS);
    cluster.limit("f", ONE.rejecting());
    Node node = cluster.join();
    ExecutionKey first = cluster.start("f", NOTHING);
    node.control().cancel(first, "to be retried", false);
    cluster.ending(first);
    ExecutionKey second = cluster.start("f", NOTHING);

    assertThatThrownBy(() -> cluster.start("f", NOTHING))
        .isInstanceOf(ConcurrencyLimitException.class)
        .hasMessageContaining("the flow 'f' already has 1 unfinished executions");
    assertThatThrownBy(() -> node.retry(first, Control.From.START))
        .isInstanceOf(ConcurrencyLimitException.class);

    node.control().cancel(second, "enough", false);
    cluster.ending(second);
    ExecutionKey retried = node.retry(first, Control.From.START);
    cluster.until(retried, found -> found.status() == Status.WAITING);
  }
}
