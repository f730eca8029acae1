package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks whose work is done by programs outside. */
class WorkersTest {

  @TempDir private static Path data;
  private static PawlServer server;
  private static Api admin;

  @BeforeAll
  static void start() throws Exception {
    server = PawlServer.start(ServerSettings.in(data).withPort(0));
    admin = new Api(server.address(), Optional.of(Files.readString(data.resolve("admin.key"))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Starts an execution whose only step is a Task for that resource. */
  private static String started(String resource, String more) throws Exception {
    String code = "flow-" + resource.replaceAll("[^a-z]", "-");
    Api.Answer created =
        admin.post(
            "/api/flows?publish=true",
            """
            {"code": "%s", "definition": {"StartAt": "Do", "States": {
              "Do": {"Type": "Task", "Resource": "%s", %s "End": true}}}}\
            """
                .formatted(code, resource, more));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    Api.Answer started = admin.post("/api/flows/" + code + "/execute", "{\"input\": {\"n\": 6}}");
    assertThat(started.status()).as(started.toString()).isEqualTo(202);
    return "/api/flows/executions/" + started.text("id");
  }

  private static Json polled(String resource) throws Exception {
    Api.Answer answer =
        admin.post(
            "/api/workers/poll",
            "{\"resources\": [\"%s\"], \"wait\": 30, \"worker\": \"tester\"}".formatted(resource));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return ((JsonArray) answer.body()).get(0).orElseThrow();
  }

  private static String text(Json value, String member) {
    return value.get(member).orElseThrow().asText();
  }

  private static String path(Json work, String what) {
    return "/api/workers/" + text(work, "token") + "/" + what;
  }

  @Test
  void shouldEndWithWhatAWorkerHandsIn() throws Exception {
    String execution = started("square", "");

    Json work = polled("square");
    Api.Answer done = admin.post(path(work, "success"), "{\"output\": 36}");

    assertThat(work.get("input").orElseThrow()).hasToString("{\"n\":6}");
    assertThat(text(work, "attempt")).isEqualTo("1");
    assertThat(text(work, "idempotencyKey")).startsWith(text(work, "execution"));
    assertThat(done.status()).as(done.toString()).isEqualTo(200);
    assertThat(done.text("status")).isEqualTo("accepted");
    Api.Answer ended = admin.get(execution + "?wait=30");
    assertThat(ended.text("status")).isEqualTo("SUCCEEDED");
    assertThat(ended.text("output")).isEqualTo("36");
    Api.Answer again = admin.post(path(work, "success"), "{\"output\": 36}");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text("code")).isEqualTo("gone");
  }

  @Test
  void shouldWakeAWorkerThatWaits() throws Exception {
    CompletableFuture<Json> waiting = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            waiting.complete(polled("later"));
          } catch (Exception e) {
            waiting.completeExceptionally(e);
          }
        });

    started("later", "");

    assertThat(waiting.join().get("input").orElseThrow()).hasToString("{\"n\":6}");
  }

  @Test
  void shouldFailWithWhatAWorkerSays() throws Exception {
    String execution = started("fails", "");

    admin.post(path(polled("fails"), "failure"), "{\"error\": \"Odd\", \"cause\": \"why not\"}");

    Api.Answer ended = admin.get(execution + "?wait=30");
    assertThat(ended.text("error")).isEqualTo("Odd");
    assertThat(ended.text("cause")).isEqualTo("why not");
  }

  @Test
  void shouldTellAWorkerThatItsWorkIsCancelled() throws Exception {
    String execution = started("cancelled", "");
    Json work = polled("cancelled");

    Api.Answer kept = admin.post(path(work, "heartbeat"), "{\"details\": {\"done\": 3}}");
    assertThat(kept.text("status")).isEqualTo("kept");
    assertThat(admin.get(execution + "/explain").body().toString())
        .contains("tester", "{\\\"done\\\":3}");
    admin.post(execution + "/cancel", "{}");
    admin.get(execution + "?wait=30");

    assertThat(admin.post(path(work, "heartbeat"), "{}").text("code")).isEqualTo("gone");
  }

  @Test
  void shouldTakeManyOutcomesAtOnce() throws Exception {
    String one = started("many", "");
    String other =
        "/api/flows/executions/" + admin.post("/api/flows/flow-many/execute", "{}").text("id");
    Json first = polled("many");
    Json second = polled("many");

    Api.Answer beats =
        admin.post(
            "/api/workers/heartbeats",
            "{\"items\": [{\"token\": \"%s\"}, {\"token\": \"x\"}]}"
                .formatted(text(first, "token")));
    Api.Answer answers =
        admin.post(
            "/api/workers/outcomes",
            "{\"items\": [{\"token\": \"%s\", \"output\": 1}, {\"token\": \"%s\", \"error\": \"E\"}]}"
                .formatted(text(first, "token"), text(second, "token")));

    assertThat(beats.body().toString()).contains("kept", "unknown");
    assertThat(answers.body().toString()).doesNotContain("gone", "unknown");
    assertThat(admin.get(one + "?wait=30").text("status")).isEqualTo("SUCCEEDED");
    assertThat(admin.get(other + "?wait=30").text("status")).isEqualTo("FAILED");
  }

  @Test
  void shouldAnswerACallbackWithTheTokenOfTheTask() throws Exception {
    String execution = started("ask.waitForTaskToken", "");
    Json work = polled("ask.waitForTaskToken");

    admin.post(path(work, "success"), "{\"output\": 1}");
    assertThat(admin.get(execution).text("status")).isIn("RUNNING", "WAITING");
    Api.Answer answer =
        admin.post("/api/workers/" + text(work, "taskToken") + "/success", "{\"output\": 2}");

    assertThat(answer.text("status")).isEqualTo("accepted");
    assertThat(admin.get(execution + "?wait=30").text("output")).isEqualTo("2");
  }

  @Test
  void shouldShowWhoServesWhat() throws Exception {
    admin.post("/api/workers/poll", "{\"resources\": [\"rare\"], \"worker\": \"collector\"}");

    assertThat(admin.get("/api/flows/resources").body().toString())
        .contains("\"resource\":\"rare\"", "\"name\":\"collector\"");
  }

  @Test
  void shouldRefuseWhatNoWorkerWouldSend() throws Exception {
    for (String body :
        new String[] {
          "{}",
          "{\"resources\": []}",
          "{\"resources\": [\"\"]}",
          "{\"resources\": [null]}",
          "{\"resources\": [\"a\"], \"max\": 0}",
          "{\"resources\": [\"a\"], \"max\": 101}",
          "{\"resources\": [\"a\"], \"wait\": 31}",
          "{\"resources\": [\"a\"], \"lease\": 4}",
          "{\"resources\": [\"a\"], \"more\": 1}"
        }) {
      assertThat(admin.post("/api/workers/poll", body).status()).as(body).isEqualTo(400);
    }
    assertThat(admin.post("/api/workers/w-abc/success", "{}").status()).isEqualTo(404);
    assertThat(admin.post("/api/workers/abc/failure", "{}").status()).isEqualTo(404);
    assertThat(admin.post("/api/workers/outcomes", "{\"items\": []}").status()).isEqualTo(400);
  }
}
