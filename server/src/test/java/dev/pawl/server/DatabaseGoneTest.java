package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.JsonArray;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A server that loses its database answers soon, and a repeated start has one effect. */
@ExtendWith(OneServer.class)
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class DatabaseGoneTest {

  /** Far above the two seconds that a request waits, and below the lease of ten seconds. */
  private static final Duration MAX_ANSWER_TIME = Duration.ofSeconds(8);

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final String START = "/api/flows/gone/execute";
  private static final String BODY = "{\"businessKey\": \"%s\"}";

  private record Timed(Api.Answer answer, Duration took) {}

  private static FutureTask<Timed> begin(Api api, String businessKey) {
    FutureTask<Timed> task =
        new FutureTask<>(
            () -> {
              long begun = System.nanoTime();
              Api.Answer answer = api.post(START, BODY.formatted(businessKey));
              return new Timed(answer, Duration.ofNanos(System.nanoTime() - begun));
            });
    Thread.ofVirtual().start(task);
    return task;
  }

  private static Api.Answer untilStarted(Api api, String businessKey) throws Exception {
    Instant limit = Instant.now().plus(TIMEOUT);
    Api.Answer answer = api.post(START, BODY.formatted(businessKey));
    while (answer.status() == 503) {
      assertThat(Instant.now()).as(answer.toString()).isBefore(limit);
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      answer = api.post(START, BODY.formatted(businessKey));
    }
    assertThat(answer.status()).as(answer.toString()).isIn(200, 202);
    return answer;
  }

  private static int started(Api api, String businessKey) throws Exception {
    return ((JsonArray)
            api.get("/api/flows/executions?businessKey=" + businessKey)
                .body()
                .get("items")
                .orElseThrow())
        .elements()
        .size();
  }

  @Test
  void shouldAnswerQuicklyAndStartOnce(OneServer.Running running, @TempDir Path data)
      throws Exception {
    String key = running.tenant("gone");
    running
        .with(key)
        .post(
            "/api/flows?publish=true",
            "{\"code\": \"gone\", \"definition\": {\"StartAt\": \"A\", \"States\":"
                + " {\"A\": {\"Type\": \"Pass\", \"End\": true}}}}");
    try (Relay relay = new Relay(running.server().database());
        PawlServer server =
            PawlServer.start(
                ServerSettings.in(data)
                    .withPort(0)
                    .withDatabase(relay.database())
                    .withMasterKey(TestSettings.MASTER_KEY))) {
      Api api = new Api(server.address(), Optional.of(key));
      // Fills the caches, so that the next request reads nothing before it writes.
      assertThat(api.post(START, BODY.formatted("before")).status()).isEqualTo(202);

      relay.cut();
      List<FutureTask<Timed>> lost = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        lost.add(begin(api, "plain-" + i));
        lost.add(begin(api.keyed("key-" + i), "keyed-" + i));
      }

      for (FutureTask<Timed> one : lost) {
        assertThat(one.get().answer().status()).as(one.get().toString()).isEqualTo(503);
        assertThat(one.get().answer().text("code")).isEqualTo("unavailable");
        assertThat(one.get().answer().text("detail")).contains("same Idempotency-Key");
        assertThat(one.get().took()).as(one.get().toString()).isLessThan(MAX_ANSWER_TIME);
      }
      // Also a request that arrives when the database is known to be away.
      Timed later = begin(api.keyed("key-0"), "keyed-0").get();
      assertThat(later.answer().status()).isEqualTo(503);
      assertThat(later.took()).isLessThan(MAX_ANSWER_TIME);

      relay.mend();
      for (int i = 0; i < 5; i++) {
        Api repeated = api.keyed("key-" + i);
        String id = untilStarted(repeated, "keyed-" + i).text("id");
        assertThat(untilStarted(repeated, "keyed-" + i).text("id")).isEqualTo(id);
        assertThat(started(running.with(key), "keyed-" + i)).isEqualTo(1);
        assertThat(started(running.with(key), "plain-" + i)).isLessThanOrEqualTo(1);
      }
    }
  }
}
