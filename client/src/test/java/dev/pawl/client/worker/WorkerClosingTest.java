package dev.pawl.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What becomes of tasks when their worker is closed. */
class WorkerClosingTest extends Workplace {

  @Test
  void shouldFinishRunningWorkOnClose() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch may = new CountDownLatch(1);
    server.offer("t1", 1);
    Worker worker =
        worker(
                call -> {
                  began.countDown();
                  may.await();
                  return Json.of("finished");
                })
            .start();
    began.await();

    Thread closing = Thread.ofVirtual().start(worker::close);
    may.countDown();
    closing.join();

    assertThat(outcome().get("output").orElseThrow().asText()).isEqualTo("finished");
    assertThat(worker.tasks()).isZero();
    worker.join();
  }

  @Test
  void shouldAbandonWorkThatDoesNotEndWithinTheGracePeriod() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    server.offer("t1", 1);
    Worker worker =
        worker(
                call -> {
                  began.countDown();
                  try {
                    return Json.of(new CountDownLatch(1).await(1, TimeUnit.HOURS));
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
  void shouldReturnInterruptedWorkDuringClose() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch may = new CountDownLatch(1);
    server.offer("t1", 1);
    Worker worker =
        begin(
            worker(
                call -> {
                  began.countDown();
                  may.await();
                  throw new InterruptedException();
                }));
    began.await();

    Thread closing = Thread.ofVirtual().start(worker::close);
    await(() -> closing.getState() == Thread.State.TIMED_WAITING);
    may.countDown();
    closing.join();

    assertThat(server.releases).containsExactly("t1");
    assertThat(server.outcomes).isEmpty();
  }

  @Test
  void shouldReturnWorkThatArrivesDuringClose() throws Exception {
    CountDownLatch may = new CountDownLatch(1);
    server.leastWait = 60;
    server.offer("t1", 1);
    Worker worker =
        begin(
            worker(
                call -> {
                  may.await();
                  return Json.of("finished");
                }));
    await(() -> server.polls.size() >= 2);

    Thread closing = Thread.ofVirtual().start(worker::close);
    // Its last question is open for a few seconds from here on.
    await(worker::isClosing);
    server.offer("t2", 2);

    assertThat(server.polls.get(1).get("wait").orElseThrow().asLong()).isEqualTo(2);
    assertThat(server.releases.poll(60, TimeUnit.SECONDS)).isEqualTo("t2");
    may.countDown();
    closing.join();
    assertThat(outcome().get("token").orElseThrow().asText()).isEqualTo("t1");
  }

  /** Fails after a minute. */
  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the condition must hold by now").isLessThan(deadline);
      Thread.sleep(Duration.ofMillis(10));
    }
  }
}
