package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepAttempt;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.StackTraces;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Handlers are called, interrupted, and retried. */
abstract class CallingContract extends NodeTestBase {

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
    cluster.await("the end of the call", () -> interrupted.getCount() == 0);
  }

  @Test
  void shouldTimeOutWhenHeartbeatsStop() throws Exception {
    CountDownLatch longEnough = new CountDownLatch(1);
    cluster.handler(
        "beats",
        call -> {
          do {
            call.heartbeat();
            cluster.clock().sleep(Duration.ofMillis(50));
          } while (longEnough.getCount() > 0);
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
            "TimeoutSeconds": 60, "HeartbeatSeconds": 3, "End": true}}},
          {"StartAt": "W", "States": {
            "W": {"Type": "Wait", "Seconds": 4, "Next": "S"},
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
    cluster.await("the event", () -> node.control().reader().facts(key).size() == 2);
    cluster.until(key, found -> found.status() == Status.WAITING);
    TaskToken token = TaskToken.parse(cluster.calls().getFirst().taskToken().orElseThrow());
    node.control().heartbeat(TenantId.DEFAULT, token);
    MessageAcceptance delivery = node.control().succeed(TenantId.DEFAULT, token, number(5));

    assertThat(delivery).isEqualTo(MessageAcceptance.ACCEPTED);
    assertThat(cluster.ending(key).output().orElseThrow()).hasToString("[5,1]");
    assertThat(cluster.calls()).hasSize(1);
  }

  @Test
  void shouldTimeOutACallbackWhileParked() throws Exception {
    cluster.handler("ask.waitForTaskToken", HandlerCall::input);
    cluster.deploy("f", task("ask.waitForTaskToken", "\"TimeoutSeconds\": 5,"));
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
  void shouldServeWorkBehindThatOfExecutionsThatSeeNoHandler() throws Exception {
    cluster.deploy("f", task("late", ""));
    Node node = cluster.join();
    List<ExecutionKey> first =
        IntStream.range(0, 600).mapToObj(i -> cluster.start("f", number(i))).toList();
    cluster.hideFrom(first.stream().map(ExecutionKey::id).collect(Collectors.toSet()));
    for (ExecutionKey key : first) {
      cluster.await("an offer", () -> !node.workers().of(key).isEmpty());
    }

    ExecutionKey last = cluster.start("f", number(6));
    cluster.handler("late", HandlerCall::input);

    assertThat(cluster.ending(last).output()).contains(number(6));
    assertThat(cluster.calls()).hasSize(1);
  }

  @Test
  void shouldServeOffersUnderAnUnguessableName() throws Exception {
    CountDownLatch may = new CountDownLatch(1);
    cluster.deploy("f", task("late", ""));
    Node node = cluster.join();
    ExecutionKey key = cluster.start("f", number(6));
    cluster.await("an offer", () -> !node.workers().of(key).isEmpty());

    cluster.handler(
        "late",
        call -> {
          may.await();
          return call.input();
        });
    cluster.await(
        "a holder of the offer", () -> node.workers().of(key).getFirst().holder().isPresent());

    assertThat(node.workers().of(key).getFirst().holder().orElseThrow().name())
        .matches("node \\d+ \\S{20,}");
    may.countDown();
    assertThat(cluster.ending(key).output()).contains(number(6));
  }

  @Test
  void shouldLeaveWorkToExternalWorkers() throws Exception {
    cluster.deploy("f", task("outside", ""));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", number(6));
    Offer offer = leaseOne(node).offer();
    boolean wanted =
        node.workers().complete(held(offer), new Workers.WorkOutcome.Succeeded(number(7)));

    assertThat(offer.key().execution()).isEqualTo(key);
    assertThat(new String(offer.input(), StandardCharsets.UTF_8)).isEqualTo("6");
    assertThat(wanted).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
    assertThat(node.workers().of(key)).isEmpty();
    assertThat(node.workers().complete(held(offer), new Workers.WorkOutcome.Succeeded(number(8))))
        .isFalse();
    assertThat(node.control().reader().facts(key)).hasSize(2);
  }

  @Test
  void shouldRetryFailuresOfExternalWork() throws Exception {
    cluster.deploy(
        "f", task("outside", "\"Retry\": [{\"ErrorEquals\": [\"Odd\"], \"IntervalSeconds\": 1}],"));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", number(6));
    node.workers()
        .complete(
            held(leaseOne(node).offer()),
            new Workers.WorkOutcome.Failed(
                Failure.of("Odd", "why not"), Optional.of("at far.away(" + "x".repeat(10_000))));
    Offer second = leaseOne(node).offer();
    node.workers().complete(held(second), new Workers.WorkOutcome.Succeeded(number(7)));

    assertThat(second.key().attempt()).isEqualTo(2);
    assertThat(cluster.ending(key).output()).contains(number(7));
    StepAttempt first =
        node.control().reader().history(key).orElseThrow().attempts(second.key().step()).getFirst();
    assertThat(first.failure()).contains(Failure.of("Odd", "why not"));
    assertThat(first.details().stackTrace().orElseThrow())
        .startsWith("at far.away(xxx")
        .endsWith("... (truncated)")
        .hasSizeLessThanOrEqualTo(StackTraces.MAX_BYTES);
  }

  @Test
  void shouldNotifyWorkersOfWithdrawnWork() throws Exception {
    cluster.deploy("f", task("outside", ""));
    Node node = cluster.join();
    ExecutionKey key = cluster.start("f", number(6));
    Offer offer = leaseOne(node).offer();
    Map<Offers.TaskLease, Optional<String>> alive = Map.of(held(offer), Optional.empty());

    assertThat(node.workers().renew(alive)).hasSize(1);
    node.control().cancel(key, "enough", false);
    cluster.ending(key);

    assertThat(node.workers().renew(alive)).isEmpty();
    assertThat(
            node.workers()
                .complete(held(offer), new Workers.WorkOutcome.Failed(Failure.of("Late", ""))))
        .isFalse();
  }

  @Test
  void shouldFailAStepWhoseWorkerStopsSendingHeartbeats() throws Exception {
    cluster.deploy("f", task("outside", "\"HeartbeatSeconds\": 2,"));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", number(6));
    leaseOne(node);

    assertThat(cluster.ending(key).failure().orElseThrow())
        .isEqualTo(Failure.of("States.Timeout", "no heartbeat within 2 seconds"));
    assertThat(node.workers().of(key)).isEmpty();
  }

  @Test
  void shouldTimeOutWorkWithoutAWorker() throws Exception {
    cluster.deploy("f", task("outside", "\"TimeoutSeconds\": 2, \"HeartbeatSeconds\": 1,"));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", number(6));

    assertThat(cluster.ending(key).failure().orElseThrow().error()).contains("States.Timeout");
    assertThat(node.workers().of(key)).isEmpty();
  }

  @Test
  void shouldEndAStepByItsTokenWhenTheExternalWorkIsDone() throws Exception {
    cluster.deploy("f", task("outside.waitForTaskToken", ""));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", number(6));
    Offer offer = leaseOne(node).offer();
    node.workers().complete(held(offer), new Workers.WorkOutcome.Succeeded(number(7)));
    assertThat(node.workers().of(key)).isEmpty();
    TaskToken token = TaskToken.parse(offer.token().orElseThrow());
    node.control().succeed(TenantId.DEFAULT, token, number(8));

    assertThat(cluster.ending(key).output()).contains(number(8));
  }

  private static Offers.TaskLease held(Offer offer) {
    return new Offers.TaskLease(offer.key(), WORKER);
  }

  private static final Offers.WorkerRef WORKER =
      new Offers.WorkerRef("worker", Duration.ofMinutes(1));

  private Offers.LeasedOffer leaseOne(Node node) throws InterruptedException {
    List<Offers.LeasedOffer> taken = new ArrayList<>();
    List<String> resources = List.of("outside", "outside.waitForTaskToken");
    cluster.await(
        "an offer",
        () ->
            taken.addAll(
                node.workers().take(new Workers.Request(TenantId.DEFAULT, resources, 1, WORKER))));
    return taken.getFirst();
  }

  @Test
  void shouldFailAStepWhoseResultIsTooLarge() throws Exception {
    cluster.handler("huge", call -> Json.of("x".repeat(20_000_000)));
    cluster.deploy("f", task("huge", ""));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);

    assertThat(cluster.ending(key).failure().orElseThrow().error())
        .contains("States.DataLimitExceeded");
    assertThat(node.control().reader().facts(key)).hasSize(2);
  }

  @Test
  void shouldSurviveHandlersThatNeverReturn() throws Exception {
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
