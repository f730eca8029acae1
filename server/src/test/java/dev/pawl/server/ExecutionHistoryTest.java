package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Attempts, times and states of executions in the API and the commands. */
@ExtendWith(OneServer.class)
class ExecutionHistoryTest {

  private static final String TRACE = "shop.Busy: try later\\n\\tat shop.Charge.pay(Charge.java:7)";

  @TempDir private static Path folder;
  private static Api api;
  private static Commands commands;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    String key = running.tenant("execution-history");
    api = running.with(key);
    Path file = Files.writeString(folder.resolve("own.key"), key);
    commands = new Commands(running.server().address(), file);
  }

  private static void deploy(String code, String states) throws Exception {
    Api.Answer created =
        api.post(
            "/api/flows?publish=true",
            "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {%s}}}"
                .formatted(code, states));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
  }

  private static String started(String code) throws Exception {
    Api.Answer started = api.post("/api/flows/" + code + "/execute", "{}");
    assertThat(started.status()).as(started.toString()).isEqualTo(202);
    return "/api/flows/executions/" + started.text("id");
  }

  private static String id(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String polled(String resource) throws Exception {
    Api.Answer answer =
        api.post(
            "/api/workers/poll",
            "{\"resources\": [\"%s\"], \"wait\": 30, \"worker\": \"tester\"}".formatted(resource));
    Json work = ((JsonArray) answer.body()).get(0).orElseThrow(() -> new AssertionError(answer));
    return "/api/workers/" + text(work, "token");
  }

  @Test
  void shouldCompressLongHistories(OneServer.Running running) throws Exception {
    deploy(
        "long",
        """
        "A": {"Type": "Map", "End": true, "ItemsPath": "$.items", "ItemProcessor": {
          "StartAt": "B", "States": {"B": {"Type": "Pass", "End": true}}}}\
        """);
    String items = "1,".repeat(999) + "1";
    String path =
        "/api/flows/executions/"
            + api.post(
                    "/api/flows/long/execute?wait=20",
                    "{\"input\": {\"items\": [%s]}}".formatted(items))
                .text("id");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(running.server().address().resolve(path + "/outline"))
            .header("Authorization", "Bearer " + Files.readString(folder.resolve("own.key")));
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> plain =
          http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());

      HttpResponse<byte[]> compressed =
          http.send(
              request.header("Accept-Encoding", "gzip").build(),
              HttpResponse.BodyHandlers.ofByteArray());

      assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
      assertThat(plain.headers().firstValue("Vary")).contains("Accept-Encoding");
      assertThat(compressed.headers().firstValue("Content-Encoding")).contains("gzip");
      assertThat(compressed.headers().firstValue("Content-Type"))
          .isEqualTo(plain.headers().firstValue("Content-Type"));
      assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed.body())).readAllBytes())
          .isEqualTo(plain.body());
      assertThat(compressed.body().length * 5).isLessThan(plain.body().length);
    }
  }

  @Test
  void shouldLeaveShortHistoriesAsTheyAre(OneServer.Running running) throws Exception {
    deploy("short", "\"A\": {\"Type\": \"Pass\", \"End\": true}");
    String path = started("short");
    Wire.Answer answer =
        running
            .wire()
            .call(
                "GET",
                path + "/outline",
                List.of(
                    "Accept-Encoding: gzip",
                    "Authorization: Bearer " + Files.readString(folder.resolve("own.key"))),
                "");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Encoding")).isEmpty();
    assertThat(JsonText.parse(answer.body())).isEqualTo(api.get(path + "/outline").body());
    Wire.Answer unknown =
        running
            .wire()
            .call(
                "GET",
                "/api/flows/executions/" + "0".repeat(32) + "/outline",
                List.of(
                    "Accept-Encoding: gzip",
                    "Authorization: Bearer " + Files.readString(folder.resolve("own.key"))),
                "");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.body()).contains("not-found");
  }

  private static void succeed(String resource) throws Exception {
    assertThat(api.post(polled(resource) + "/success", "{\"output\": 7}").status()).isEqualTo(200);
  }

  private static void fail(String resource) throws Exception {
    String body =
        "{\"error\": \"Busy\", \"cause\": \"try later\", \"stackTrace\": \"%s\"}".formatted(TRACE);
    assertThat(api.post(polled(resource) + "/failure", body).status()).isEqualTo(200);
  }

  /** Returns a member as text; empty if it is absent or null. */
  private static String text(Json value, String member) {
    return value.get(member).filter(it -> !it.equals(JsonNull.NULL)).map(Json::asText).orElse("");
  }

  private static List<Json> list(Json value, String member) {
    return ((JsonArray) value.get(member).orElseThrow(() -> new AssertionError(value.toString())))
        .elements();
  }

  private static Json step(String path, String state) throws Exception {
    return list(api.get(path + "/steps").body(), "items").stream()
        .filter(step -> text(step, "state").equals(state))
        .findFirst()
        .orElseThrow();
  }

  private static Json until(String path, Predicate<Json> looks) throws Exception {
    Instant deadline = Instant.now().plus(Duration.ofSeconds(60));
    while (true) {
      Json body = api.get(path).body();
      if (looks.test(body)) {
        return body;
      }
      assertThat(Instant.now()).as(body.toString()).isBefore(deadline);
    }
  }

  private static String task(String resource, String more) {
    return "{\"Type\": \"Task\", \"Resource\": \"%s\", %s \"End\": true}".formatted(resource, more);
  }

  private static String retry(int seconds) {
    return "\"Retry\": [{\"ErrorEquals\": [\"Busy\"], \"IntervalSeconds\": %d}],"
        .formatted(seconds);
  }

  @Test
  void shouldShowEveryAttemptOfAStep() throws Exception {
    deploy("attempts", "\"A\": " + task("often-busy", retry(1)));
    String path = started("attempts");

    fail("often-busy");
    fail("often-busy");
    succeed("often-busy");
    until(path + "?wait=30", body -> text(body, "status").equals("SUCCEEDED"));

    Json step = step(path, "A");
    assertThat(text(step, "attempt")).isEqualTo("3");
    assertThat(text(step, "status")).isEqualTo("SUCCEEDED");
    assertThat(text(step, "nextAttemptAt")).isEmpty();
    List<Json> attempts = list(step, "attempts");
    assertThat(attempts).extracting(one -> text(one, "number")).containsExactly("1", "2", "3");
    assertThat(attempts)
        .extracting(one -> text(one, "status"))
        .containsExactly("FAILED", "FAILED", "SUCCEEDED");
    for (Json failed : attempts.subList(0, 2)) {
      assertThat(text(failed, "error")).isEqualTo("Busy");
      assertThat(text(failed, "cause")).isEqualTo("try later");
      assertThat(text(failed, "stackTrace")).contains("\tat shop.Charge.pay(Charge.java:7)");
      assertThat(text(failed, "worker")).isEqualTo("tester");
    }
    for (Json one : attempts) {
      assertThat(Instant.parse(text(one, "endedAt")))
          .isAfterOrEqualTo(Instant.parse(text(one, "startedAt")));
      assertThat(text(one, "duration")).startsWith("PT");
    }
    assertThat(Instant.parse(text(attempts.get(1), "startedAt")))
        .isAfterOrEqualTo(Instant.parse(text(attempts.get(0), "endedAt")));
    assertThat(api.get(path).body().toString()).doesNotContain("Charge.java");

    assertThat(commands.pawl("show", id(path)).well().out())
        .containsSubsequence("A ", "SUCCEEDED", "  attempt", "FAILED", "1 ", "Busy: try later")
        .containsSubsequence("  attempt", "SUCCEEDED", "3 ")
        .contains("by tester", ", took ")
        .doesNotContain("running for");
    assertThat(commands.pawl("show", id(path), "--json").well().out()).contains("Charge.java:7");
  }

  @Test
  void shouldExplainWhoRunsAnAttemptAndWhenTheNextIsDue() throws Exception {
    deploy("patient", "\"A\": " + task("patient", retry(600)));
    String path = started("patient");

    String work = polled("patient");
    Json running = list(step(path, "A"), "attempts").getFirst();
    api.post(work + "/failure", "{\"error\": \"Busy\", \"cause\": \"later\"}");
    until(path + "/explain", body -> body.toString().contains("retry"));

    assertThat(text(running, "status")).isEqualTo("RUNNING");
    assertThat(text(running, "worker")).isEqualTo("tester");
    assertThat(text(running, "endedAt")).isEmpty();
    Json step = step(path, "A");
    assertThat(text(step, "status")).isEqualTo("PENDING");
    Json failed = list(step, "attempts").getFirst();
    assertThat(text(failed, "status")).isEqualTo("FAILED");
    assertThat(text(failed, "stackTrace")).isEmpty();
    assertThat(Instant.parse(text(step, "nextAttemptAt")))
        .isEqualTo(Instant.parse(text(failed, "endedAt")).plusSeconds(600));
    assertThat(commands.pawl("show", id(path)).well().out())
        .contains(", running for ")
        .containsSubsequence("attempt", "FAILED", "attempt", "PENDING")
        .doesNotContain("took");
  }

  @Test
  void shouldShortenLongStackTracesAndKeepThemWithinTheLimitOfPayloads() throws Exception {
    deploy("long-trace", "\"A\": " + task("long-trace", ""));
    String path = started("long-trace");
    String work = polled("long-trace");
    String body = "{\"error\": \"Busy\", \"cause\": \"%s\", \"stackTrace\": \"%s\"}";

    String tooMuch = body.formatted("x".repeat(256 * 1024 - 4_000), "y".repeat(100_000));
    Api.Answer refused = api.post(work + "/failure", tooMuch);
    Api.Answer taken = api.post(work + "/failure", body.formatted("x", "y".repeat(100_000)));

    assertThat(refused.status()).as(refused.toString()).isBetween(400, 422);
    assertThat(taken.status()).as(taken.toString()).isEqualTo(200);
    until(path + "?wait=30", now -> text(now, "status").equals("FAILED"));
    assertThat(text(list(step(path, "A"), "attempts").getFirst(), "stackTrace"))
        .endsWith("\n... (truncated)")
        .hasSizeBetween(8_000, 8_192);
  }

  @Test
  void shouldReportTheTimesOfStepsWithTheirEvents() throws Exception {
    deploy("timed", "\"A\": " + task("timed", retry(1)));
    String path = started("timed");
    fail("timed");
    succeed("timed");

    List<Json> steps;
    try (Stream<String> lines = api.events(path + "/events", Optional.empty())) {
      steps =
          lines
              .filter(line -> line.startsWith("data: {\"step\""))
              .map(line -> JsonText.parse(line.substring("data: ".length())))
              .toList();
    }

    Json listed = step(path, "A");
    assertThat(steps)
        .extracting(step -> text(step, "status"))
        .containsExactly("RUNNING", "PENDING", "RUNNING", "SUCCEEDED");
    assertThat(steps)
        .extracting(step -> text(step, "startedAt"))
        .containsOnly(text(listed, "startedAt"));
    assertThat(steps)
        .extracting(step -> text(step, "endedAt"))
        .containsExactly("", "", "", text(listed, "endedAt"));
    assertThat(text(steps.getLast(), "duration")).isEqualTo(text(listed, "duration"));
  }

  @Test
  void shouldStartANewAttemptOnRetry() throws Exception {
    deploy(
        "again",
        "\"A\": {\"Type\": \"Pass\", \"Next\": \"B\"}, \"B\": {\"Type\": \"Wait\", \"Seconds\": 1,"
            + " \"Next\": \"C\"}, \"C\": "
            + task("again", ""));
    String path = started("again");
    fail("again");
    Json failed = until(path + "?wait=30", body -> text(body, "status").equals("FAILED"));

    String retried =
        "/api/flows/executions/" + api.post(path + "/retry?mode=from-failure", "{}").text("id");
    Json live = api.get(retried).body();
    succeed("again");
    Json ended = until(retried + "?wait=30", body -> text(body, "status").equals("SUCCEEDED"));

    assertThat(text(ended, "startedAt")).isEqualTo(text(live, "startedAt"));
    assertThat(Instant.parse(text(ended, "startedAt")))
        .isAfterOrEqualTo(Instant.parse(text(failed, "endedAt")).minusMillis(100));
    assertThat(text(step(retried, "A"), "startedAt")).isEqualTo(text(step(path, "A"), "startedAt"));
  }

  @Test
  void shouldShowThatAnExecutionCompensates() throws Exception {
    deploy(
        "saga",
        "\"A\": {\"Type\": \"Task\", \"Resource\": \"saga-do\", \"Next\": \"B\", \"Compensate\":"
            + " {\"Resource\": \"saga-undo\"}}, \"B\": {\"Type\": \"Fail\", \"Error\": \"Oops\"}");
    String path = started("saga");
    succeed("saga-do");

    until(path, body -> text(body, "waitsFor").contains("saga-undo"));
    Json one = api.get(path).body();
    Json listed =
        list(api.get("/api/flows/executions?flow=saga&status=RUNNING").body(), "items").getFirst();
    Json explained = api.get(path + "/explain").body();

    for (Json shown : List.of(one, listed, explained)) {
      assertThat(text(shown, "status")).as(shown.toString()).isEqualTo("RUNNING");
      assertThat(text(shown, "ending")).as(shown.toString()).isEqualTo("FAILED");
    }
    assertThat(list(api.get("/api/flows/executions?flow=saga&status=WAITING").body(), "items"))
        .isEmpty();
    for (String command : List.of("show", "explain")) {
      assertThat(commands.pawl(command, id(path)).well().out())
          .contains("RUNNING, compensating: it will end as FAILED");
    }
    assertThat(commands.pawl("ls", "--flow", "saga").well().out())
        .contains("RUNNING (compensating)");
    succeed("saga-undo");
    Json ended = until(path + "?wait=30", body -> text(body, "status").equals("FAILED"));
    assertThat(text(ended, "ending")).isEmpty();
  }

  @Test
  void shouldAnswerCommandsWithTheResultingStatus() throws Exception {
    deploy(
        "commanded",
        "\"A\": {\"Type\": \"Wait\", \"Event\": \"go\", \"Next\": \"B\"},"
            + " \"B\": {\"Type\": \"Wait\", \"Event\": \"on\", \"End\": true}");
    String path = started("commanded");
    until(path, body -> text(body, "status").equals("WAITING"));

    Json paused = api.post(path + "/pause", "{\"reason\": \"tea\"}").body();
    Json resumed = api.post(path + "/resume", "{}").body();
    Json skipped = api.post(path + "/skip", "{\"step\": \"/@1\", \"output\": 1.50}").body();
    Json sentBack = api.post(path + "/send-back", "{\"step\": \"/@1\"}").body();
    String printed = commands.pawl("pause", id(path)).well().out();
    Json cancelled = api.post(path + "/cancel", "{}").body();

    assertThat(text(paused, "status")).isEqualTo("PAUSED");
    assertThat(text(resumed, "status")).isIn("RUNNING", "WAITING");
    assertThat(text(list(skipped, "current").getFirst(), "state")).isEqualTo("B");
    assertThat(text(list(sentBack, "current").getFirst(), "step")).isEqualTo("/@3");
    assertThat(printed)
        .isEqualTo(
            "pause was accepted; %s is PAUSED; steps in progress finish, no new step starts\n"
                .formatted(id(path)));
    assertThat(text(cancelled, "status")).isEqualTo("CANCELLED");
    for (Json answer : List.of(paused, resumed, skipped, sentBack, cancelled)) {
      assertThat(text(answer, "requested")).isEmpty();
    }
  }

  @Test
  void shouldReportAPausedExecutionWhileAStepIsInProgress() throws Exception {
    deploy("in-hand", "\"A\": " + task("in-hand", ""));
    String path = started("in-hand");
    String work = polled("in-hand");

    Json paused = api.post(path + "/pause", "{}").body();
    api.post(work + "/success", "{\"output\": 1}");

    assertThat(text(paused, "status")).isEqualTo("PAUSED");
    assertThat(text(api.post(path + "/resume", "{}").body(), "status")).isNotEqualTo("PAUSED");
    until(path + "?wait=30", body -> text(body, "status").equals("SUCCEEDED"));
  }
}
