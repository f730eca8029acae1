package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepAttempt;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.time.ExecutionIds;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Operators cancel, pause, resume, skip, rewind and retry executions. */
abstract class OperatingContract extends NodeTestBase {

  @Test
  void shouldCancelAndInterrupt() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    cluster.handler("long", untilInterrupted(interrupted));
    cluster.deploy("f", task("long", ""));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    cluster.await("the call", () -> cluster.calls().size() == 1);
    node.control().cancel(key, "enough", false);

    assertThat(cluster.ending(key).status()).isEqualTo(Status.CANCELLED);
    cluster.await("the end of the call", () -> interrupted.getCount() == 0);
  }

  @Test
  void shouldPauseAndResume() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    cluster.handler(
        "gate",
        call -> {
          go.await();
          return call.input();
        });
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "gate", "Next": "B"},
          "B": {"Type": "Task", "Resource": "echo", "End": true}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", number(4));
    node.control().pause(key, "look first");
    cluster.await("the pause", () -> node.control().reader().facts(key).size() == 2);
    go.countDown();
    cluster.until(key, found -> found.status() == Status.PAUSED);
    List<HandlerCall> before = cluster.calls();
    node.control().resume(key);

    assertThat(cluster.ending(key).output()).contains(number(4));
    assertThat(before).hasSize(1);
    assertThat(cluster.calls()).hasSize(2);
  }

  @Test
  void shouldSkipAndRewind() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "echo", "ResultPath": "$.a", "Next": "W"},
          "W": {"Type": "Wait", "Event": "go", "ResultPath": "$.w", "End": true}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    cluster.until(key, found -> found.status() == Status.WAITING);
    node.control().rewind(key, new StepId(FrameId.ROOT, 1), false);
    cluster.await("the step again", () -> cluster.calls().size() == 2);
    cluster.until(key, found -> found.status() == Status.WAITING);
    node.control().skip(key, new StepId(FrameId.ROOT, 4), number(9));

    assertThat(cluster.ending(key).output().orElseThrow()).isEqualTo(number(9));
  }

  @Test
  void shouldRetryAnEndedExecutionFromStartAndFromFailure() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    cluster.handler(
        "third",
        call -> {
          if (calls.incrementAndGet() < 3) {
            throw new HandlerException("NotYet", "later");
          }
          return call.input();
        });
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "echo", "Next": "B"},
          "B": {"Type": "Task", "Resource": "third", "End": true}}}\
        """);
    Node node = cluster.join();

    ExecutionKey first = cluster.start("f", number(1));
    assertThat(cluster.ending(first).status()).isEqualTo(Status.FAILED);
    ExecutionKey second = node.retry(first, ExecutionControl.From.START);
    assertThat(cluster.ending(second).status()).isEqualTo(Status.FAILED);
    ExecutionKey third = node.retry(second, ExecutionControl.From.FAILURE);

    assertThat(cluster.ending(third).output()).contains(number(1));
    assertThat(cluster.calls())
        .extracting(HandlerCall::resource)
        .containsExactly("echo", "third", "echo", "third", "third");
    assertThat(node.control().reader().find(third).orElseThrow().info().tags().retriedFrom())
        .contains(second.id());
    assertThat(node.control().reader().find(first).orElseThrow().status()).isEqualTo(Status.FAILED);
    // The copied facts keep their times, but the execution started when it was retried.
    assertThat(node.control().reader().find(third).orElseThrow().startedAt())
        .isEqualTo(ExecutionIds.timeOf(third.id()));
  }

  @Test
  void shouldKeepEveryFailedAttemptWithItsStackTrace() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    cluster.handler(
        "third",
        call -> {
          if (calls.incrementAndGet() < 3) {
            throw new IllegalStateException("not yet");
          }
          return call.input();
        });
    cluster.deploy(
        "f",
        task(
            "third",
            "\"Retry\": [{\"ErrorEquals\": [\"IllegalStateException\"], \"IntervalSeconds\":"
                + " 1}],"));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", number(1));

    assertThat(cluster.ending(key).status()).isEqualTo(Status.SUCCEEDED);
    List<StepAttempt> attempts =
        node.control().reader().history(key).orElseThrow().attempts(new StepId(FrameId.ROOT, 1));
    assertThat(attempts)
        .extracting(StepAttempt::status)
        .containsExactly(StepStatus.FAILED, StepStatus.FAILED, StepStatus.SUCCEEDED);
    assertThat(attempts.getFirst().failure())
        .contains(Failure.of("IllegalStateException", "not yet"));
    assertThat(attempts.getFirst().details().stackTrace().orElseThrow())
        .startsWith("java.lang.IllegalStateException: not yet\n\tat ")
        .contains(OperatingContract.class.getSimpleName());
  }

  @Test
  void shouldShowCompensationInEveryState() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    cluster.handler(
        "gate",
        call -> {
          go.await();
          return call.input();
        });
    cluster.handler(
        "boom",
        call -> {
          throw new HandlerException("Boom", "it broke");
        });
    cluster.deploy(
        "f",
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "echo", "Compensate": {"Resource": "outside"}, "Next": "B"},
          "B": {"Type": "Task", "Resource": "echo", "Compensate": {"Resource": "gate"}, "Next": "C"},
          "C": {"Type": "Task", "Resource": "boom", "End": true}}}\
        """);
    cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    Executions.Summary held =
        cluster.until(
            key, found -> found.standing().flatMap(Executions.WaitState::ending).isPresent());
    go.countDown();
    Executions.Summary parked =
        cluster.until(key, found -> found.standing().orElseThrow().owner().isEmpty());

    for (Executions.Summary one : List.of(held, parked)) {
      assertThat(one.status()).isEqualTo(Status.RUNNING);
      assertThat(one.standing().flatMap(Executions.WaitState::ending)).contains(Status.FAILED);
    }
    assertThat(held.standing().orElseThrow().owner()).isPresent();
  }

  @Test
  void shouldRejectTheRetryOfAnUnfailedExecution() throws Exception {
    cluster.deploy("f", task("echo", ""));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    cluster.ending(key);

    assertThatThrownBy(() -> node.retry(key, ExecutionControl.From.FAILURE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SUCCEEDED");
  }
}
