package dev.pawl.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    BlockingQueue<HandlerCall> seen = new LinkedBlockingQueue<>();
    server.offer("t1", Map.of("to", Map.of("name", "Ada")));

    begin(
        worker(
                call -> {
                  seen.add(call);
                  return JsonObject.of(
                      "sent", call.input().get("to").flatMap(to -> to.get("name")).orElseThrow());
                })
            .named("post-office"));
    assertThat(outcome().toString()).isEqualTo("{\"token\":\"t1\",\"output\":{\"sent\":\"Ada\"}}");

    HandlerCall call = seen.take();
    assertThat(call.attempt()).isEqualTo(2);
    assertThat(call.idempotencyKey()).isEqualTo("key-t1");
    assertThat(call.origin()).isEqualTo(new CallOrigin(0, "letters", "e1", "/1", Optional.empty()));
    assertThat(server.polls.getFirst())
        .isEqualTo(
            Json.parse(
                """
                {"resources": ["mail"], "max": 10, "wait": 5, "lease": 5, "worker": "post-office"}
                """));
  }

  @Test
  void shouldWorkOnTasksUpToItsCapacity() throws Exception {
    for (int i = 0; i < 10; i++) {
      server.offer("t" + i, i);
    }
    AtomicInteger atWork = new AtomicInteger();
    List<Integer> crowds = new ArrayList<>();
    Semaphore may = new Semaphore(0);

    begin(
        worker(
                call -> {
                  int now = atWork.incrementAndGet();
                  synchronized (crowds) {
                    crowds.add(now);
                  }
                  may.acquire();
                  atWork.decrementAndGet();
                  return JsonNull.NULL;
                })
            .concurrency(3));
    may.release(10);
    TreeSet<String> tokens = new TreeSet<>();
    for (int i = 0; i < 10; i++) {
      tokens.add(outcome().get("token").orElseThrow().asText());
    }

    assertThat(tokens).hasSize(10);
    assertThat(crowds).allMatch(crowd -> crowd <= 3);
    assertThat(server.polls).allMatch(poll -> poll.get("max").orElseThrow().asLong() <= 3);
  }

  @Test
  void shouldKeepLongTasksAndReportTheirProgress() throws Exception {
    CountDownLatch kept = new CountDownLatch(1);
    server.offer("t1", 1);

    begin(
        worker(
            call -> {
              call.progress(JsonObject.of("done", Json.of(40)));
              kept.await();
              return Json.of("done");
            }));
    assertThat(next(server.heartbeats).toString())
        .isEqualTo("{\"token\":\"t1\",\"details\":{\"done\":40}}");
    kept.countDown();
    assertThat(outcome().get("output").orElseThrow().asText()).isEqualTo("done");
  }

  @Test
  void shouldSendHeartbeatsAtTheIntervalOfTheStep() throws Exception {
    CountDownLatch kept = new CountDownLatch(1);
    server.heartbeatSeconds = 1;
    server.offer("t1", 1);

    begin(
        worker(
                call -> {
                  kept.await();
                  return Json.of(1);
                })
            .lease(Duration.ofMinutes(10)));
    for (int i = 0; i < 3; i++) {
      assertThat(next(server.heartbeats).get("token").orElseThrow().asText()).isEqualTo("t1");
    }
    kept.countDown();

    assertThat(outcome().get("output").orElseThrow().asLong()).isEqualTo(1);
  }

  @Test
  void shouldRejectImpossibleSettings() {
    assertThatThrownBy(() -> client().worker().start())
        .hasMessageContaining("the worker serves no resource");
    assertThatThrownBy(() -> worker(call -> JsonNull.NULL).lease(Duration.ofSeconds(1)))
        .hasMessageContaining("between 5 seconds");
    assertThatThrownBy(() -> worker(call -> JsonNull.NULL).concurrency(0))
        .hasMessageContaining("concurrency: 0 is below 1");
  }

  @Test
  void shouldPublishResourceDescriptorsOnce() throws Exception {
    server.offer("t1", 1);

    begin(
        worker(call -> Json.of("done"))
            .describe("mail", new HandlerDescriptor("", "Sends a letter.")));
    assertThat(next(server.descriptors))
        .isEqualTo(
            Json.parse(
                """
                {"resource": "mail", "descriptor": {"description": "Sends a letter."}}
                """));
    outcome();
    server.offer("t2", 2);
    outcome();

    assertThat(server.descriptors).isEmpty();
  }
}
