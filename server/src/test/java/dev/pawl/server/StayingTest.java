package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Long requests have a limited share of the connections and end when the server stops. */
@Execution(ExecutionMode.CONCURRENT)
class StayingTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** Number of connections, of sixteen, that long requests of all tenants may hold. */
  private static final int STAYS = 12;

  @TempDir Path data;

  @Test
  void shouldLimitOpenStreamsAndCloseThemOnShutdown() throws Exception {
    ServerSettings settings =
        ServerSettings.in(data)
            .withPort(0)
            .withStreamLimits(new ServerSettings.StreamLimits(2, 2, 8));
    PawlServer server = PawlServer.start(settings);
    try {
      String key = Files.readString(data.resolve("admin.key"));
      Api admin = new Api(server.address(), Optional.of(key));
      String itsKey = admin.post("/api/tenants", "{\"code\": \"waiting\"}").text("key");
      Api api = new Api(server.address(), Optional.of(itsKey));
      api.post(
          "/api/flows?publish=true",
          "{\"code\": \"waits\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\":"
              + " {\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}}}}");
      String execution =
          "/api/flows/executions/" + api.post("/api/flows/waits/execute", "{}").text("id");

      try (Stream<String> stream = admin.events("/api/events", Optional.empty());
          Stream<String> another = admin.events("/api/events", Optional.empty())) {
        Iterator<String> lines = stream.iterator();
        lines.next();
        another.iterator().next();

        Api.Answer refused = admin.get("/api/events");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.text("code")).isEqualTo("too-many-streams");
        assertThat(refused.text("detail")).contains("2 streams");
        assertThat(admin.header("/api/events", "Retry-After")).containsExactly("1");

        FutureTask<Api.Answer> read =
            begin(() -> retryUntilAdmitted(() -> api.get(execution + "?wait=60")));
        FutureTask<Api.Answer> work = begin(() -> retryUntilAdmitted(() -> poll(api, 30)));
        assertThat(refused(() -> poll(api, 1)).text("code")).isEqualTo("too-many-waits");

        // The share of the tenant is six: two streams and one waiting request, as two of the rest
        // are taken.
        FutureTask<Api.Answer> last = begin(() -> retryUntilAdmitted(() -> poll(admin, 30)));
        Api.Answer tooMuch = refused(() -> poll(admin, 1));
        assertThat(tooMuch.text("code")).isEqualTo("too-many-long-requests");
        assertThat(tooMuch.text("detail")).contains("3 streams and requests that wait");

        FutureTask<Boolean> closed =
            begin(
                () -> {
                  server.close();
                  return true;
                });

        assertThat(read.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS).text("status"))
            .isEqualTo("WAITING");
        assertThat(work.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS).body().toString())
            .isEqualTo("[]");
        assertThat(last.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS).status()).isEqualTo(200);
        assertThat(closed.get(2, TimeUnit.MINUTES)).isTrue();
        lines.forEachRemaining(line -> {});
      }
    } finally {
      server.close();
    }
  }

  /** Uses a different address for each connection, because connections per address are limited. */
  private static List<FutureTask<Wire.Answer>> poll(PawlServer server, String key, int network) {
    List<FutureTask<Wire.Answer>> polls = new ArrayList<>();
    for (int i = 1; i <= STAYS; i++) {
      Wire wire = new Wire(server.address()).from("127.0.%d.%d".formatted(network, i));
      polls.add(
          begin(
              () ->
                  wire.call(
                      "POST",
                      "/api/workers/poll",
                      List.of("Authorization: Bearer " + key),
                      "{\"resources\": [\"x\"], \"wait\": 30}")));
    }
    return polls;
  }

  private static long awaitRefusals(List<FutureTask<Wire.Answer>> polls, int refused) {
    Instant limit = Instant.now().plus(TIMEOUT);
    while (polls.stream().filter(FutureTask::isDone).count() < refused) {
      assertThat(Instant.now()).isBefore(limit);
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return polls.stream().filter(FutureTask::isDone).count();
  }

  @Test
  void shouldKeepCapacityForOtherTenants() throws Exception {
    ServerSettings settings =
        TestSettings.in(data).withStreamLimits(new ServerSettings.StreamLimits(100, 100, 16));
    try (PawlServer server = PawlServer.start(settings)) {
      String key = Files.readString(data.resolve("admin.key"));
      Api admin = new Api(server.address(), Optional.of(key));
      String first = admin.post("/api/tenants", "{\"code\": \"first\"}").text("key");
      String second = admin.post("/api/tenants", "{\"code\": \"second\"}").text("key");

      // Two thirds of twelve, and then two thirds of the four that are left.
      List<FutureTask<Wire.Answer>> ofFirst = poll(server, first, 5);
      assertThat(awaitRefusals(ofFirst, STAYS - 8)).isEqualTo(STAYS - 8);
      List<FutureTask<Wire.Answer>> ofSecond = poll(server, second, 6);
      assertThat(awaitRefusals(ofSecond, STAYS - 3)).isEqualTo(STAYS - 3);

      Api.Answer third = poll(admin, 1);
      assertThat(third.status()).as(third.toString()).isEqualTo(200);
      assertThat(admin.get("/health/live").status()).isEqualTo(200);
      for (FutureTask<Wire.Answer> one : ofSecond.stream().filter(FutureTask::isDone).toList()) {
        assertThat(one.get().status()).isEqualTo(429);
        assertThat(one.get().body()).contains("too-many-long-requests", "which is its share");
      }
    }
  }

  private static Api.Answer poll(Api api, int seconds) throws Exception {
    return api.post(
        "/api/workers/poll", "{\"resources\": [\"x\"], \"wait\": %d}".formatted(seconds));
  }

  private static Api.Answer refused(Callable<Api.Answer> call) throws Exception {
    Instant limit = Instant.now().plus(TIMEOUT);
    Api.Answer answer = call.call();
    while (answer.status() != 429) {
      assertThat(Instant.now()).as(answer.toString()).isBefore(limit);
      // Another request may take the free place meanwhile.
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      answer = call.call();
    }
    return answer;
  }

  /** Retries until there is a free place, which short requests may also take. */
  private static Api.Answer retryUntilAdmitted(Callable<Api.Answer> call) throws Exception {
    Api.Answer answer = call.call();
    while (answer.status() == 429) {
      answer = call.call();
    }
    return answer;
  }

  private static <T> FutureTask<T> begin(Callable<T> deed) {
    FutureTask<T> task = new FutureTask<>(deed);
    Thread.ofVirtual().start(task);
    return task;
  }
}
