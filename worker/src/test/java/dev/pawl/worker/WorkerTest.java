package dev.pawl.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a worker does as long as all goes well. */
class WorkerTest extends Workplace {

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
                {"resources": ["mail"], "max": 10, "wait": 5, "lease": 5, "worker": "post-office"}
                """));
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
  void shouldRefuseWhatCannotWork() {
    assertThatThrownBy(() -> Worker.connect("http://localhost", "k").start())
        .hasMessageContaining("say what the worker serves");
    assertThatThrownBy(() -> worker(task -> null).lease(Duration.ofSeconds(1)))
        .hasMessageContaining("from 5 seconds");
    assertThatThrownBy(() -> worker(task -> null).concurrency(0))
        .hasMessageContaining("one task at least");
  }

  @Test
  void shouldSayOnceWhatItsResourcesAre() throws Exception {
    server.offer("t1", 1);

    begin(worker(task -> "done").describe("mail", Map.of("description", "Sends a letter.")));
    assertThat(next(server.descriptors))
        .isEqualTo(
            Value.parse(
                """
                {"resource": "mail", "descriptor": {"description": "Sends a letter."}}
                """));
    outcome();
    server.offer("t2", 2);
    outcome();

    assertThat(server.descriptors).isEmpty();
  }
}
