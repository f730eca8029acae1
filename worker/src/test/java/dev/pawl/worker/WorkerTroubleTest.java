package dev.pawl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a worker does when a task, the server or what is between them fails. */
class WorkerTroubleTest extends Workplace {

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
    Value declined = outcome();
    assertThat(declined.toString())
        .startsWith("{\"token\":\"t1\",\"error\":\"Card.Declined\",\"cause\":\"no money\",");
    Value broken = outcome();
    assertThat(broken.toString())
        .startsWith("{\"token\":\"t2\",\"error\":\"IllegalStateException\",\"cause\":\"oh no\",");
    for (Value failed : List.of(declined, broken)) {
      assertThat(failed.get("stackTrace").text())
          .contains(WorkerTroubleTest.class.getSimpleName() + ".java:");
    }
    assertThat(outcome().get("cause").text()).startsWith("a java.lang.Object has no JSON form");
  }

  @Test
  void shouldShortenALongStackTrace() throws Exception {
    server.offer("t1", 1);
    RuntimeException deep = new RuntimeException("inmost");
    for (int i = 0; i < 1_000; i++) {
      deep = new RuntimeException("around " + i, deep);
    }
    RuntimeException thrown = deep;

    begin(
        worker(
            task -> {
              throw thrown;
            }));

    assertThat(outcome().get("stackTrace").text())
        .endsWith("\n... (truncated)")
        .hasSizeLessThan(8_192);
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
    int answerOfSomebodyElse = 200;
    server.troubles.addAll(List.of(503, 500, 401, 404, answerOfSomebodyElse));
    server.offer("t1", 1);

    begin(worker(task -> "once"));
    assertThat(outcome().get("output").text()).isEqualTo("once");

    assertThat(server.outcomes).isEmpty();
  }

  @Test
  void shouldNotWaitLongForAServerThatHangs() throws Exception {
    server.hangs.release();
    server.offer("t1", 1);

    begin(worker(task -> "once"));

    assertThat(server.outcomes.poll(20, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void shouldHaveMorePatienceForWhatIsLong() {
    assertThat(Link.patience("{}")).isEqualTo(Duration.ofSeconds(5));
    assertThat(Link.patience("x".repeat(200_000))).isEqualTo(Duration.ofSeconds(15));
    assertThat(Link.patience("x".repeat(20_000_000))).isEqualTo(Duration.ofSeconds(30));
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
}
