package dev.pawl.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
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
  void shouldReportAFailureByItsName() throws Exception {
    server.offer("t1", "declined");
    server.offer("t2", "broken");
    server.offer("t3", "wordless");

    begin(
        worker(
                call ->
                    switch (call.input().asText()) {
                      case "declined" -> throw new HandlerException("Card.Declined", "no money");
                      case "broken" -> throw new IllegalStateException("oh no");
                      default -> Json.ofJava(new Object());
                    })
            .concurrency(1));
    Json declined = outcome();
    assertThat(declined.toString())
        .startsWith("{\"token\":\"t1\",\"error\":\"Card.Declined\",\"cause\":\"no money\",");
    Json broken = outcome();
    assertThat(broken.toString())
        .startsWith("{\"token\":\"t2\",\"error\":\"IllegalStateException\",\"cause\":\"oh no\",");
    for (Json failed : List.of(declined, broken)) {
      assertThat(failed.get("stackTrace").orElseThrow().asText())
          .contains(WorkerTroubleTest.class.getSimpleName() + ".java:");
    }
    assertThat(outcome().get("error").orElseThrow().asText()).isEqualTo("IllegalArgumentException");
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
            call -> {
              throw thrown;
            }));

    assertThat(outcome().get("stackTrace").orElseThrow().asText())
        .endsWith("\n... (truncated)")
        .hasSizeLessThanOrEqualTo(8_192);
  }

  @Test
  void shouldInterruptWorkThatIsNoLongerNeeded() throws Exception {
    BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    server.gone.add("t1");
    server.offer("t1", 1);

    begin(
        worker(
                call -> {
                  if (call.input().asLong() == 2) {
                    return Json.of("second");
                  }
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException cancelled) {
                    ends.add("interrupted");
                    throw cancelled;
                  }
                  return Json.of("never");
                })
            .concurrency(1));
    assertThat(ends.poll(60, TimeUnit.SECONDS)).isEqualTo("interrupted");
    server.offer("t2", 2);

    assertThat(outcome().get("token").orElseThrow().asText()).isEqualTo("t2");
  }

  @Test
  void shouldWaitForAnUnreachableServer() throws Exception {
    int port = server.port();
    server.close();

    begin(worker(call -> Json.of("here")));
    server = new FakeServer(port);
    server.offer("t1", 1);

    assertThat(outcome().get("output").orElseThrow().asText()).isEqualTo("here");
  }

  @Test
  void shouldRedeliverFailedMessages() throws Exception {
    int answerOfSomebodyElse = 200;
    server.troubles.addAll(List.of(503, 500, 401, 404, answerOfSomebodyElse));
    server.offer("t1", 1);

    begin(worker(call -> Json.of("once")));
    assertThat(outcome().get("output").orElseThrow().asText()).isEqualTo("once");

    assertThat(server.outcomes).isEmpty();
  }

  @Test
  void shouldNotWaitLongForAServerThatHangs() throws Exception {
    server.hangs.release();
    server.offer("t1", 1);

    begin(worker(call -> Json.of("once")));

    assertThat(server.outcomes.poll(20, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void shouldUseLongerTimeoutsForLongRequests() {
    assertThat(WorkerRequests.timeout(Json.of(""))).isEqualTo(Duration.ofSeconds(5));
    assertThat(WorkerRequests.timeout(Json.of("x".repeat(200_000))))
        .isEqualTo(Duration.ofSeconds(15));
    assertThat(WorkerRequests.timeout(Json.of("x".repeat(20_000_000))))
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void shouldReportARejectedOutcomeAsAFailure() throws Exception {
    server.longest = 1_000;
    server.offer("t1", 1);
    server.offer("t2", 2);

    begin(worker(call -> Json.of(call.input().asLong() == 1 ? "x".repeat(2_000) : "short")));
    Map<String, Json> outcomes = new HashMap<>();
    for (int i = 0; i < 2; i++) {
      Json outcome = outcome();
      outcomes.put(outcome.get("token").orElseThrow().asText(), outcome);
    }

    assertThat(outcomes.get("t1").get("error").orElseThrow().asText())
        .isEqualTo("Worker.OutcomeRefused");
    assertThat(outcomes.get("t1").get("cause").orElseThrow().asText()).contains("413 no luck");
    assertThat(outcomes.get("t2").get("output").orElseThrow().asText()).isEqualTo("short");
  }

  @Test
  void shouldReportAnErrorAndReleaseItsCapacity() throws Exception {
    server.offer("t1", 1);
    server.offer("t2", 2);

    begin(
        worker(
                call -> {
                  if (call.input().asLong() == 1) {
                    throw new OutOfMemoryError("all of it");
                  }
                  return Json.of("fine");
                })
            .concurrency(1));

    assertThat(outcome().get("error").orElseThrow().asText()).isEqualTo("OutOfMemoryError");
    assertThat(outcome().get("output").orElseThrow().asText()).isEqualTo("fine");
  }

  @Test
  void shouldDeliverOtherMessagesWhileOneFailsOnTheServer() throws Exception {
    server.poison.add("t1");
    for (int i = 1; i <= 6; i++) {
      server.offer("t" + i, i);
    }
    CountDownLatch all = new CountDownLatch(6);

    begin(
        worker(
            call -> {
              all.countDown();
              all.await();
              return Json.of("done");
            }));
    TreeSet<String> tokens = new TreeSet<>();
    for (int i = 0; i < 5; i++) {
      tokens.add(outcome().get("token").orElseThrow().asText());
    }
    server.poison.clear();

    assertThat(tokens).containsExactly("t2", "t3", "t4", "t5", "t6");
    assertThat(outcome().get("token").orElseThrow().asText()).isEqualTo("t1");
  }

  @Test
  void shouldRefuseProgressThatIsTooLong() throws Exception {
    server.offer("t1", 1);

    begin(
        worker(
            call -> {
              call.progress(Json.of("x".repeat(10_000)));
              return Json.of("never");
            }));

    assertThat(outcome().get("cause").orElseThrow().asText())
        .contains("details: 10002 characters are above the maximum of 10000");
  }
}
