package dev.pawl.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkerTest {

  private FakeServer server;
  private final List<Worker> workers = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    server = new FakeServer();
  }

  @AfterEach
  void stop() {
    workers.forEach(Worker::close);
    server.close();
  }

  private WorkerBuilder worker(TaskHandler handler) {
    return Worker.connect(server.url() + "/", "secret")
        .serve("mail", handler)
        .lease(Duration.ofSeconds(5))
        .grace(Duration.ofSeconds(20));
  }

  private Worker begin(WorkerBuilder plan) {
    Worker worker = plan.start();
    workers.add(worker);
    return worker;
  }

  private Value outcome() throws InterruptedException {
    return next(server.outcomes);
  }

  private static Value next(BlockingQueue<Value> queue) throws InterruptedException {
    Value value = queue.poll(60, TimeUnit.SECONDS);
    assertThat(value).as("nothing came").isNotNull();
    return value;
  }

  @Test
  void shouldDoATaskAndDeliverItsOutput() throws Exception {
    BlockingQueue<Task> seen = new LinkedBlockingQueue<>();
    server.offer("t1", Map.of("to", Map.of("name", "Ada")));

    begin(
        worker(
                task -> {
                  seen.add(task);
                  return Map.of("sent", task.input().get("to").get("name").text());
                })
            .named("post-office"));
    assertThat(outcome().toString()).isEqualTo("{\"token\":\"t1\",\"output\":{\"sent\":\"Ada\"}}");

    Task task = seen.take();
    assertThat(task.attempt()).isEqualTo(2);
    assertThat(task.idempotencyKey()).isEqualTo("key-t1");
    assertThat(task.config().get("from").text()).isEqualTo("me");
    assertThat(task).hasToString("mail of letters (e1 /1, attempt 2)");
    assertThat(server.polls.getFirst())
        .isEqualTo(
            Value.parse(
                """
                {"resources": ["mail"], "max": 10, "wait": 20, "lease": 5, "worker": "post-office"}
                """));
  }

  @Test
  void shouldTellAFailureByItsName() throws Exception {
    server.offer("t1", "declined");
    server.offer("t2", "broken");
    server.offer("t3", "wordless");

    begin(
        worker(
                task ->
                    switch (task.input().text()) {
                      case "declined" -> throw new TaskFailure("Card.Declined", "no money");
                      case "broken" -> throw new IllegalStateException("oh no");
                      default -> new Object();
                    })
            .concurrency(1));
    assertThat(outcome().toString())
        .isEqualTo("{\"token\":\"t1\",\"error\":\"Card.Declined\",\"cause\":\"no money\"}");
    assertThat(outcome().toString())
        .isEqualTo("{\"token\":\"t2\",\"error\":\"IllegalStateException\",\"cause\":\"oh no\"}");
    assertThat(outcome().get("cause").text()).startsWith("a java.lang.Object has no JSON form");
  }

  @Test
  void shouldWorkOnNoMoreTasksThanItHasRoomFor() throws Exception {
    for (int i = 0; i < 10; i++) {
      server.offer("t" + i, i);
    }
    AtomicInteger atWork = new AtomicInteger();
    List<Integer> crowds = new ArrayList<>();
    Semaphore may = new Semaphore(0);

    begin(
        worker(
                task -> {
                  int now = atWork.incrementAndGet();
                  synchronized (crowds) {
                    crowds.add(now);
                  }
                  may.acquire();
                  atWork.decrementAndGet();
                  return null;
                })
            .concurrency(3));
    may.release(10);
    TreeSet<String> tokens = new TreeSet<>();
    for (int i = 0; i < 10; i++) {
      tokens.add(outcome().get("token").text());
    }

    assertThat(tokens).hasSize(10);
    assertThat(crowds).allMatch(crowd -> crowd <= 3);
    assertThat(server.polls).allMatch(poll -> poll.get("max").integer() <= 3);
  }

  @Test
  void shouldKeepWhatTakesLongAndTellItsProgress() throws Exception {
    CountDownLatch kept = new CountDownLatch(1);
    server.offer("t1", 1);

    begin(
        worker(
            task -> {
              task.progress(Map.of("done", 40));
              kept.await();
              return "done";
            }));
    assertThat(next(server.heartbeats).toString())
        .isEqualTo("{\"token\":\"t1\",\"details\":{\"done\":40}}");
    kept.countDown();
    assertThat(outcome().get("output").text()).isEqualTo("done");
  }

  @Test
  void shouldInterruptWhatIsNotWantedAnyMore() throws Exception {
    BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    server.gone.add("t1");
    server.offer("t1", 1);

    begin(
        worker(
                task -> {
                  if (task.input().integer() == 2) {
                    return "second";
                  }
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException cancelled) {
                    ends.add("interrupted");
                    throw cancelled;
                  }
                  return "never";
                })
            .concurrency(1));
    assertThat(ends.poll(60, TimeUnit.SECONDS)).isEqualTo("interrupted");
    server.offer("t2", 2);

    assertThat(outcome().get("token").text()).isEqualTo("t2");
  }

  @Test
  void shouldWaitForAServerThatIsAway() throws Exception {
    int port = server.port();
    server.close();

    begin(worker(task -> "here"));
    server = new FakeServer(port);
    server.offer("t1", 1);

    assertThat(outcome().get("output").text()).isEqualTo("here");
  }

  @Test
  void shouldDeliverAgainWhatCouldNotBeDelivered() throws Exception {
    server.troubles.addAll(List.of(503, 500, 401, 404));
    server.offer("t1", 1);

    begin(worker(task -> "once"));
    assertThat(outcome().get("output").text()).isEqualTo("once");

    assertThat(server.outcomes).isEmpty();
  }

  @Test
  void shouldTellTheFlowThatAnOutcomeWasRefused() throws Exception {
    server.longest = 1_000;
    server.offer("t1", 1);
    server.offer("t2", 2);

    begin(worker(task -> task.input().integer() == 1 ? "x".repeat(2_000) : "short"));
    Map<String, Value> outcomes = new HashMap<>();
    for (int i = 0; i < 2; i++) {
      Value outcome = outcome();
      outcomes.put(outcome.get("token").text(), outcome);
    }

    assertThat(outcomes.get("t1").get("error").text()).isEqualTo("Worker.OutcomeRefused");
    assertThat(outcomes.get("t1").get("cause").text()).contains("413 no luck");
    assertThat(outcomes.get("t2").get("output").text()).isEqualTo("short");
  }

  @Test
  void shouldFinishWhatRunsWhenItIsClosed() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch may = new CountDownLatch(1);
    server.offer("t1", 1);
    Worker worker =
        worker(
                task -> {
                  began.countDown();
                  may.await();
                  return "finished";
                })
            .start();
    began.await();

    Thread closing = Thread.ofVirtual().start(worker::close);
    may.countDown();
    closing.join();

    assertThat(outcome().get("output").text()).isEqualTo("finished");
    assertThat(worker.tasks()).isZero();
    worker.join();
  }

  @Test
  void shouldLeaveWhatDoesNotEndToOthers() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    server.offer("t1", 1);
    Worker worker =
        worker(
                task -> {
                  began.countDown();
                  try {
                    return new CountDownLatch(1).await(1, TimeUnit.HOURS);
                  } finally {
                    interrupted.countDown();
                  }
                })
            .grace(Duration.ofMillis(10))
            .start();
    began.await();

    worker.close();

    assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(server.releases).containsExactly("t1");
    assertThat(server.outcomes).isEmpty();
  }

  @Test
  void shouldGiveBackWhatGivesUpWhileItCloses() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch may = new CountDownLatch(1);
    server.offer("t1", 1);
    Worker worker =
        begin(
            worker(
                task -> {
                  began.countDown();
                  may.await();
                  throw new InterruptedException();
                }));
    began.await();

    Thread closing = Thread.ofVirtual().start(worker::close);
    while (!closing.getState().equals(Thread.State.TIMED_WAITING)) {
      Thread.onSpinWait();
    }
    may.countDown();
    closing.join();

    assertThat(server.releases).containsExactly("t1");
    assertThat(server.outcomes).isEmpty();
  }

  @Test
  void shouldGiveBackWhatComesWhileItCloses() throws Exception {
    CountDownLatch may = new CountDownLatch(1);
    server.leastWait = 60;
    server.offer("t1", 1);
    Worker worker =
        begin(
            worker(
                task -> {
                  may.await();
                  return "finished";
                }));
    while (server.polls.size() < 2) {
      Thread.onSpinWait();
    }

    Thread closing = Thread.ofVirtual().start(worker::close);
    while (!closing.getState().equals(Thread.State.TIMED_WAITING)) {
      Thread.onSpinWait();
    }
    server.offer("t2", 2);

    assertThat(server.polls.get(1).get("wait").integer()).isEqualTo(2);
    assertThat(server.releases.poll(60, TimeUnit.SECONDS)).isEqualTo("t2");
    may.countDown();
    closing.join();
    assertThat(outcome().get("token").text()).isEqualTo("t1");
  }

  @Test
  void shouldTellAnErrorAndHaveRoomAgain() throws Exception {
    server.offer("t1", 1);
    server.offer("t2", 2);

    begin(
        worker(
                task -> {
                  if (task.input().integer() == 1) {
                    throw new OutOfMemoryError("all of it");
                  }
                  return "fine";
                })
            .concurrency(1));

    assertThat(outcome().get("error").text()).isEqualTo("OutOfMemoryError");
    assertThat(outcome().get("output").text()).isEqualTo("fine");
  }

  @Test
  void shouldGiveSignsOfLifeAsOftenAsAStepWantsThem() throws Exception {
    CountDownLatch kept = new CountDownLatch(1);
    server.heartbeatSeconds = 1;
    server.offer("t1", 1);

    begin(
        worker(
                task -> {
                  kept.await();
                  return task.heartbeat().orElseThrow().toSeconds();
                })
            .lease(Duration.ofMinutes(10)));
    for (int i = 0; i < 3; i++) {
      assertThat(next(server.heartbeats).get("token").text()).isEqualTo("t1");
    }
    kept.countDown();

    assertThat(outcome().get("output").integer()).isEqualTo(1);
  }

  @Test
  void shouldDeliverOthersWhileOneBreaksTheServer() throws Exception {
    server.poison.add("t1");
    for (int i = 1; i <= 6; i++) {
      server.offer("t" + i, i);
    }
    CountDownLatch all = new CountDownLatch(6);

    begin(
        worker(
            task -> {
              all.countDown();
              all.await();
              return "done";
            }));
    TreeSet<String> tokens = new TreeSet<>();
    for (int i = 0; i < 5; i++) {
      tokens.add(outcome().get("token").text());
    }
    server.poison.clear();

    assertThat(tokens).containsExactly("t2", "t3", "t4", "t5", "t6");
    assertThat(outcome().get("token").text()).isEqualTo("t1");
  }

  @Test
  void shouldRefuseProgressThatIsTooLong() throws Exception {
    server.offer("t1", 1);

    begin(
        worker(
            task -> {
              task.progress("x".repeat(10_000));
              return "never";
            }));

    assertThat(outcome().get("cause").text()).contains("at most 10000 characters, not 10002");
  }

  @Test
  void shouldRefuseWhatCannotWork() {
    assertThatThrownBy(() -> Worker.connect("http://localhost", "k").start())
        .hasMessageContaining("say what the worker serves");
    assertThatThrownBy(() -> worker(task -> null).lease(Duration.ofSeconds(1)))
        .hasMessageContaining("from 5 seconds");
    assertThatThrownBy(() -> worker(task -> null).concurrency(0))
        .hasMessageContaining("one task at least");
  }
}
