package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Those who stay have bounded room, and are let go as soon as the server stops. */
class StayingTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path data;

  @Test
  void shouldBoundWhatStaysAndLetItGoWhenTheServerStops() throws Exception {
    ServerSettings settings =
        ServerSettings.in(data).withPort(0).withRoom(new ServerSettings.Room(1, 2));
    PawlServer server = PawlServer.start(settings);
    try {
      String key = Files.readString(data.resolve("admin.key"));
      Api api = new Api(server.address(), Optional.of(key));
      api.post(
          "/api/flows?publish=true",
          "{\"code\": \"waits\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\":"
              + " {\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}}}}");
      String execution =
          "/api/flows/executions/" + api.post("/api/flows/waits/execute", "{}").text("id");

      try (Stream<String> stream = api.events("/api/events", Optional.empty())) {
        Iterator<String> lines = stream.iterator();
        lines.next();

        Api.Answer refused = api.get("/api/events");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.text("code")).isEqualTo("too-many-streams");
        assertThat(refused.text("detail")).contains("1 streams");
        assertThat(api.header("/api/events", "Retry-After")).containsExactly("1");

        FutureTask<Api.Answer> read = begin(() -> seated(() -> api.get(execution + "?wait=60")));
        FutureTask<Api.Answer> work =
            begin(
                () ->
                    seated(
                        () ->
                            api.post(
                                "/api/workers/poll", "{\"resources\": [\"x\"], \"wait\": 30}")));
        Api.Answer third = api.get(execution + "?wait=1");
        while (third.status() != 429) {
          third = api.get(execution + "?wait=1");
        }
        assertThat(third.text("code")).isEqualTo("too-many-waits");

        FutureTask<Boolean> closed =
            begin(
                () -> {
                  server.close();
                  return true;
                });

        assertThat(read.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).text("status"))
            .isEqualTo("WAITING");
        assertThat(work.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).body().toString())
            .isEqualTo("[]");
        assertThat(closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        lines.forEachRemaining(line -> {});
      }
    } finally {
      server.close();
    }
  }

  /** Until there is room for it, which those who only try may take. */
  private static Api.Answer seated(Callable<Api.Answer> call) throws Exception {
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
