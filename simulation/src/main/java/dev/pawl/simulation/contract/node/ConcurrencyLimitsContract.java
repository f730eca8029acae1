package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.ConcurrencyLimitException;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.Priority;
import dev.pawl.sdk.HandlerCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A flow never has more unfinished executions than its limit, whatever they wait for. */
abstract class ConcurrencyLimitsContract extends NodeTestBase {

  private static final ConcurrencyLimit ONE = ConcurrencyLimit.concurrent(1);

  private static final String WAITS =
      "{\"StartAt\": \"W\", \"States\": {\"W\": {\"Type\": \"Wait\", \"Event\": \"go\", \"End\":"
          + " true}}}";

  private Status status(Node node, ExecutionKey key) {
    return node.control().reader().find(key).orElseThrow().status();
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
  void shouldNotifyAParentOfAChildThatTimedOutInTheQueue() throws Exception {
    cluster.deploy("f", task("flow:f.sync", ""));
    cluster.limit("f", ONE.withQueueTimeout(Duration.ofMillis(200)));
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", NOTHING));

    assertThat(ending.status()).isEqualTo(Status.FAILED);
    assertThat(ending.failure().toString()).contains("Pawl.QueueTimeout");
  }

  @Test
  void shouldCancelExecutionsThatHaveNotStarted() throws Exception {
    cluster.deploy("f", task("echo", ""));
    cluster.limit("f", ConcurrencyLimit.concurrent(0));
    Node node = cluster.join();
    ExecutionKey key = cluster.start("f", NOTHING);

    assertThat(node.control().cancel(key, "enough", true)).isEqualTo(MessageAcceptance.ACCEPTED);

    assertThat(cluster.ending(key).status()).isEqualTo(Status.CANCELLED);
    assertThat(cluster.calls()).isEmpty();
  }

  @Test
  void shouldParkDuringCompensationBeforeTheStart() throws Exception {
    deployUndoneBy("outside");
    Node node = cluster.join();
    ExecutionKey retried = retriedAndCancelled(node);

    Executions.Summary parked =
        cluster.until(
            retried,
            found ->
                found.standing().filter(one -> one.owner().isEmpty()).isPresent()
                    && found.standing().flatMap(Executions.WaitState::ending).isPresent());
    cluster.handler("outside", HandlerCall::input);

    assertThat(parked.status()).isEqualTo(Status.RUNNING);
    assertThat(parked.standing().orElseThrow().waitsFor().incident()).isEmpty();
    assertThat(cluster.ending(retried).status()).isEqualTo(Status.CANCELLED);
    assertThat(cluster.calls())
        .extracting(HandlerCall::resource)
        .containsExactly("echo", "outside");
  }

  @Test
  void shouldContinueCompensatingUnstartedExecutionsOfAClosedNode() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    cluster.handler(
        "gate",
        call -> {
          reached.countDown();
          go.await();
          return call.input();
        });
    deployUndoneBy("gate");
    Node first = cluster.join(NodeOptions.DEFAULT.named("a").withGrace(Duration.ZERO));
    ExecutionKey retried = retriedAndCancelled(first);

    reached.await();
    first.close();
    cluster.join();
    go.countDown();

    assertThat(cluster.ending(retried).status()).isEqualTo(Status.CANCELLED);
    assertThat(cluster.calls())
        .extracting(HandlerCall::resource)
        .containsExactly("echo", "gate", "gate");
  }

  private void deployUndoneBy(String resource) {
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "echo", "Compensate": {"Resource": "%s"}, "Next": "B"},
          "B": {"Type": "Wait", "Event": "go", "End": true}}}\
        """
            .formatted(resource));
  }

  /** Returns a retry with a completed step that is cancelled before it gets a permit. */
  private ExecutionKey retriedAndCancelled(Node node) throws Exception {
    ExecutionKey first = cluster.start("f", NOTHING);
    cluster.until(first, found -> found.status() == Status.WAITING);
    node.control().cancel(first, "to be retried", false);
    cluster.ending(first);
    cluster.limit("f", ConcurrencyLimit.concurrent(0));
    ExecutionKey retried = node.retry(first, ExecutionControl.From.FAILURE);
    assertThat(status(node, retried)).isEqualTo(Status.PENDING);
    node.control().cancel(retried, "enough", true);
    return retried;
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
    assertThatThrownBy(() -> node.retry(first, ExecutionControl.From.START))
        .isInstanceOf(ConcurrencyLimitException.class);

    node.control().cancel(second, "enough", false);
    cluster.ending(second);
    ExecutionKey retried = node.retry(first, ExecutionControl.From.START);
    cluster.until(retried, found -> found.status() == Status.WAITING);
  }

  @Test
  void shouldFindTheExecutionOfASimultaneousStartThatTookTheLastPermit() throws Exception {
    cluster.deploy("f", WAITS);
    cluster.limit("f", ONE.rejecting());
    Node here = cluster.join();
    Node there = cluster.join();

    // The order of concurrent starts varies, so several rounds are run.
    for (int round = 0; round < 10; round++) {
      Launch launch = Launch.of("f", NOTHING).with(keyed("key-" + round));
      Set<ExecutionKey> started = startTogether(launch, here, here, there, there);

      assertThat(started).hasSize(1);
      ExecutionKey only = started.iterator().next();
      here.control().cancel(only, "next", false);
      cluster.ending(only);
    }
  }

  private static StartAttributes keyed(String key) {
    return new StartAttributes(
        Priority.NORMAL, Optional.empty(), Map.of(), Optional.of(key), Optional.empty());
  }

  private Set<ExecutionKey> startTogether(Launch launch, Node... nodes) {
    List<CompletableFuture<ExecutionKey>> starts = new ArrayList<>();
    for (Node node : nodes) {
      CompletableFuture<ExecutionKey> start = new CompletableFuture<>();
      starts.add(start);
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  start.complete(node.start(launch));
                } catch (RuntimeException failed) {
                  start.completeExceptionally(failed);
                }
              });
    }
    return starts.stream().map(cluster.clock()::join).collect(Collectors.toSet());
  }
}
