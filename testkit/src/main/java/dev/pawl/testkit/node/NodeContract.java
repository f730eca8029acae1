package dev.pawl.testkit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.NodeOptions;
import dev.pawl.engine.run.Hanging;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What nodes promise on every store. A store's own test extends this. */
public abstract class NodeContract {

  private static final Json NOTHING = JsonObject.EMPTY;

  private Cluster cluster;

  /** A store of its own for each test. */
  protected abstract Store open();

  @BeforeEach
  void openStore() {
    cluster = new Cluster(open());
    cluster.handler("echo", HandlerCall::input);
    cluster.handler(
        "never",
        call -> {
          throw new Hanging();
        });
  }

  @AfterEach
  void closeStore() {
    cluster.close();
  }

  private static String task(String resource, String more) {
    return """
    {"StartAt": "Do", "States": {
      "Do": {"Type": "Task", "Resource": "%s", %s "End": true}}}\
    """
        .formatted(resource, more);
  }

  /** Works without end, and tells when it was interrupted. */
  private static Handler untilInterrupted(CountDownLatch interrupted) {
    return call -> {
      try {
        new CountDownLatch(1).await();
        return call.input();
      } catch (InterruptedException e) {
        interrupted.countDown();
        throw e;
      }
    };
  }

  private static Json number(int value) {
    return JsonNumber.of(value);
  }

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
  void shouldTellOfFailure() throws Exception {
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
  void shouldParkAndWakeByTime() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "W", "States": {
          "W": {"Type": "Wait", "Seconds": 2, "Next": "D"},
          "D": {"Type": "Task", "Resource": "echo", "End": true}}}\
        """);
    cluster.join();

    ExecutionKey key = cluster.start("f", number(7));

    cluster.until(key, found -> found.status() == Status.WAITING);
    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldWakeByAnEventThatComesBeforeOrAfterTheWait() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "W", "States": {
          "W": {"Type": "Wait", "Event": "go", "Next": "V"},
          "V": {"Type": "Wait", "Event": "go", "End": true}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    node.control().signal(key, "go", number(1), Optional.empty());
    cluster.until(key, found -> found.status() == Status.WAITING);
    node.control().signal(key, "go", number(2), Optional.empty());

    assertThat(cluster.ending(key).output()).contains(number(2));
    assertThat(node.control().signal(key, "go", number(3), Optional.empty()))
        .isEqualTo(Mail.Delivery.ENDED);
  }

  @Test
  void shouldTakeALetterOfOneKeyOnce() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "W", "States": {
          "W": {"Type": "Wait", "Event": "go", "Next": "V"},
          "V": {"Type": "Wait", "Event": "go", "End": true}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    Mail.Delivery first = node.control().signal(key, "go", number(1), Optional.of("k"));
    Mail.Delivery second = node.control().signal(key, "go", number(1), Optional.of("k"));
    node.control().signal(key, "go", number(2), Optional.of("l"));

    assertThat(first).isEqualTo(Mail.Delivery.ACCEPTED);
    assertThat(second).isEqualTo(Mail.Delivery.REPEATED);
    assertThat(cluster.ending(key).output()).contains(number(2));
  }

  @Test
  void shouldTimeOutAHandlerThatDoesNotAnswer() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    cluster.handler("slow", untilInterrupted(interrupted));
    cluster.deploy("f", task("slow", "\"TimeoutSeconds\": 1,"));
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", NOTHING));

    assertThat(ending.failure().orElseThrow().error()).contains("States.Timeout");
    interrupted.await();
  }

  @Test
  void shouldTimeOutWhenHeartbeatsStop() throws Exception {
    CountDownLatch beaten = new CountDownLatch(3);
    cluster.handler(
        "beats",
        call -> {
          for (int i = 0; i < 3; i++) {
            Thread.sleep(500);
            call.heartbeat().beat();
            beaten.countDown();
          }
          new CountDownLatch(1).await();
          return call.input();
        });
    cluster.deploy("f", task("beats", "\"TimeoutSeconds\": 60, \"HeartbeatSeconds\": 1,"));
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", NOTHING));

    assertThat(beaten.getCount()).isZero();
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
  void shouldCancelAndInterrupt() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    cluster.handler("long", untilInterrupted(interrupted));
    cluster.deploy("f", task("long", ""));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    node.control().cancel(key, "enough", false);

    assertThat(cluster.ending(key).status()).isEqualTo(Status.CANCELLED);
    interrupted.await();
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
    Cluster.await(() -> node.control().facts(key).size() == 2, () -> "the pause");
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
    Cluster.await(() -> cluster.calls().size() == 2, () -> "the step again");
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
    ExecutionKey second = node.retry(first, Control.From.START);
    assertThat(cluster.ending(second).status()).isEqualTo(Status.FAILED);
    ExecutionKey third = node.retry(second, Control.From.FAILURE);

    assertThat(cluster.ending(third).output()).contains(number(1));
    assertThat(cluster.calls())
        .extracting(HandlerCall::resource)
        .containsExactly("echo", "third", "echo", "third", "third");
    assertThat(node.control().find(third).orElseThrow().card().tags().retriedFrom())
        .contains(second.id());
    assertThat(node.control().find(first).orElseThrow().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void shouldRefuseToRetryWhatHasNotFailed() throws Exception {
    cluster.deploy("f", task("echo", ""));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    cluster.ending(key);

    assertThatThrownBy(() -> node.retry(key, Control.From.FAILURE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SUCCEEDED");
  }

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
    Cluster.await(() -> children(node).size() == 1, () -> "the child");
    ExecutionKey child = children(node).getFirst();
    cluster.until(child, found -> found.status() == Status.WAITING);
    node.control().cancel(key, "enough", false);

    assertThat(cluster.ending(key).status()).isEqualTo(Status.CANCELLED);
    assertThat(cluster.ending(child).status()).isEqualTo(Status.CANCELLED);
  }

  private static List<ExecutionKey> children(Node node) {
    return node
        .control()
        .search(
            TenantId.DEFAULT, Executions.Criteria.ANY, new Executions.Page(100, Optional.empty()))
        .stream()
        .filter(found -> found.card().parent().isPresent())
        .map(found -> found.card().key())
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
    assertThat(cluster.calls()).hasSize(300);
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
  void shouldGoOnWhereAClosedNodeWas() throws Exception {
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
    Node first =
        cluster.join(
            new NodeOptions(
                "a",
                100,
                100,
                100,
                Duration.ofMillis(50),
                Duration.ZERO,
                Duration.ofMinutes(1),
                Optional.empty()));

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
  void shouldQueueWhatANodeHasNoRoomFor() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    cluster.handler(
        "gate",
        call -> {
          go.await();
          return call.input();
        });
    cluster.deploy("f", task("gate", ""));
    cluster.join(
        new NodeOptions(
            "small",
            3,
            100,
            1_000,
            Duration.ofMillis(20),
            Duration.ZERO,
            Duration.ofMinutes(1),
            Optional.empty()));

    List<ExecutionKey> keys =
        IntStream.range(0, 20).mapToObj(i -> cluster.start("f", number(i))).toList();
    go.countDown();

    for (int i = 0; i < 20; i++) {
      assertThat(cluster.ending(keys.get(i)).output()).contains(number(i));
    }
    assertThat(cluster.calls()).hasSize(20);
  }

  @Test
  void shouldStartOncePerIdempotencyKey() throws Exception {
    cluster.deploy("f", task("echo", ""));
    Node node = cluster.join();
    Card.Tags tags =
        new Card.Tags(
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

    assertThat(node.control().find(key).orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(node.control().facts(key)).hasSize(3);
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
  void shouldRestWithAnIncidentWhenItsDefinitionCannotBeRead() throws Exception {
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
  void shouldRefuseInputThatIsTooLarge() {
    cluster.deploy("f", task("echo", ""));
    cluster.join();

    assertThatThrownBy(() -> cluster.start("f", Json.of("x".repeat(300_000))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than the 262144 allowed");
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

  @Test
  void shouldFindExecutionsByWhatTheyWereGiven() throws Exception {
    cluster.deploy("f", task("echo", ""));
    Node node = cluster.join();
    Card.Tags tags =
        new Card.Tags(
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
    assertThat(found).extracting(one -> one.card().key()).containsExactly(key);
  }
}
