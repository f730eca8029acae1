package dev.pawl.testkit.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Status;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Handlers are called, given up on, and called again. */
abstract class CallingContract extends Room {

  @Test
  void shouldRetryWithTheSameIdempotencyKey() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    cluster.handler(
        "flaky",
        call -> {
          if (tries.incrementAndGet() < 3) {
            throw new HandlerException("Flaky", "again");
          }
          return call.input();
        });
    cluster.deploy(
        "f",
        task(
            "flaky",
            """
            "Retry": [{"ErrorEquals": ["Flaky"], "IntervalSeconds": 1, "BackoffRate": 1.0,
              "MaxAttempts": 5}],\
            """));
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", NOTHING));

    assertThat(ending.status()).isEqualTo(Status.SUCCEEDED);
    assertThat(cluster.calls()).extracting(HandlerCall::attempt).containsExactly(1, 2, 3);
    assertThat(cluster.calls())
        .extracting(HandlerCall::idempotencyKey)
        .containsOnly(cluster.calls().getFirst().idempotencyKey());
  }

  @Test
  void shouldTimeOutAHandlerThatDoesNotAnswer() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    cluster.handler("slow", untilInterrupted(interrupted));
    cluster.deploy("f", task("slow", "\"TimeoutSeconds\": 2,"));
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", NOTHING));

    assertThat(ending.failure().orElseThrow().error()).contains("States.Timeout");
    Cluster.await(() -> interrupted.getCount() == 0, () -> "the end of the call");
  }

  @Test
  void shouldTimeOutWhenHeartbeatsStop() throws Exception {
    CountDownLatch longEnough = new CountDownLatch(1);
    cluster.handler(
        "beats",
        call -> {
          do {
            call.heartbeat().beat();
          } while (!longEnough.await(50, TimeUnit.MILLISECONDS));
          new CountDownLatch(1).await();
          return call.input();
        });
    cluster.handler(
        "stop",
        call -> {
          longEnough.countDown();
          return call.input();
        });
    cluster.deploy(
        "f",
        """
        {"StartAt": "P", "States": {"P": {"Type": "Parallel", "End": true, "Branches": [
          {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "beats",
            "TimeoutSeconds": 60, "HeartbeatSeconds": 2, "End": true}}},
          {"StartAt": "W", "States": {
            "W": {"Type": "Wait", "Seconds": 3, "Next": "S"},
            "S": {"Type": "Task", "Resource": "stop", "End": true}}}]}}}\
        """);
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", NOTHING));

    assertThat(longEnough.getCount()).isZero();
    assertThat(ending.failure().orElseThrow().error()).contains("States.Timeout");
    assertThat(ending.failure().orElseThrow().cause().orElseThrow()).contains("heartbeat");
  }

  @Test
  void shouldBeFinishedByItsTokenAndNotCallAgainWhenItWakes() throws Exception {
    cluster.handler("ask.waitForTaskToken", HandlerCall::input);
    cluster.deploy(
        "f",
        """
        {"StartAt": "P", "States": {"P": {"Type": "Parallel", "End": true, "Branches": [
          {"StartAt": "T", "States": {"T": {"Type": "Task",
            "Resource": "ask.waitForTaskToken", "TimeoutSeconds": 100, "End": true}}},
          {"StartAt": "E", "States": {"E": {"Type": "Wait", "Event": "go", "End": true}}}]}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    cluster.until(key, found -> found.status() == Status.WAITING);
    node.control().signal(key, "go", number(1), Optional.empty());
    Cluster.await(() -> node.control().facts(key).size() == 2, () -> "the event");
    cluster.until(key, found -> found.status() == Status.WAITING);
    TaskToken token = TaskToken.parse(cluster.calls().getFirst().taskToken().orElseThrow());
    node.control().heartbeat(TenantId.DEFAULT, token);
    Mail.Delivery delivery = node.control().succeed(TenantId.DEFAULT, token, number(5));

    assertThat(delivery).isEqualTo(Mail.Delivery.ACCEPTED);
    assertThat(cluster.ending(key).output().orElseThrow()).hasToString("[5,1]");
    assertThat(cluster.calls()).hasSize(1);
  }

  @Test
  void shouldTimeOutACallbackWhileParked() throws Exception {
    cluster.handler("ask.waitForTaskToken", HandlerCall::input);
    cluster.deploy("f", task("ask.waitForTaskToken", "\"TimeoutSeconds\": 3,"));
    cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    cluster.until(key, found -> found.status() == Status.WAITING);

    assertThat(cluster.ending(key).failure().orElseThrow().error()).contains("States.Timeout");
    assertThat(cluster.calls()).hasSize(1);
  }

  @Test
  void shouldWaitForAHandlerThatComesLater() throws Exception {
    cluster.deploy("f", task("late", ""));
    cluster.join();

    ExecutionKey key = cluster.start("f", number(6));
    cluster.until(
        key,
        found ->
            found
                .standing()
                .filter(s -> s.waitsFor().kinds().contains("handler:late"))
                .isPresent());
    cluster.handler("late", HandlerCall::input);

    assertThat(cluster.ending(key).output()).contains(number(6));
  }

  @Test
  void shouldFailAStepWhoseResultIsTooLarge() throws Exception {
    cluster.handler("huge", call -> Json.of("x".repeat(20_000_000)));
    cluster.deploy("f", task("huge", ""));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);

    assertThat(cluster.ending(key).failure().orElseThrow().error())
        .contains("States.DataLimitExceeded");
    assertThat(node.control().facts(key)).hasSize(2);
  }

  @Test
  void shouldOutliveHandlersThatComputeWithoutEnd() throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    cluster.handler(
        "busy",
        call -> {
          while (!enough.get()) {
            Thread.onSpinWait();
          }
          return call.input();
        });
    cluster.deploy("busy", task("busy", "\"TimeoutSeconds\": 2,"));
    cluster.deploy("healthy", task("echo", ""));
    cluster.join();

    try {
      List<ExecutionKey> stuck =
          IntStream.range(0, Runtime.getRuntime().availableProcessors() + 1)
              .mapToObj(i -> cluster.start("busy", number(i)))
              .toList();

      assertThat(cluster.ending(cluster.start("healthy", number(1))).output()).contains(number(1));
      for (ExecutionKey key : stuck) {
        assertThat(cluster.ending(key).failure().orElseThrow().error()).contains("States.Timeout");
      }
    } finally {
      enough.set(true);
    }
  }
}
