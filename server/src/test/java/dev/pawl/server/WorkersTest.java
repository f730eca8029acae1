package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tasks that remote workers execute. */
@ExtendWith(OneServer.class)
class WorkersTest {

  private static PawlServer server;
  private static Api admin;
  private static String key;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    server = running.server();
    key = running.tenant("workers");
    admin = running.with(key);
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
  void shouldEndWithTheResultOfAWorker() throws Exception {
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

  /** Workers pass the key on, also to this API, whatever the names of the enclosing states. */
  @Test
  void shouldGiveAKeyThatTheApiAccepts() throws Exception {
    Api.Answer created =
        admin.post(
            "/api/flows?publish=true",
            """
            {"code": "fan-of-keys", "definition": {"StartAt": "Größen / 100% \\"alles\\"", "States": {
              "Größen / 100% \\"alles\\"": {"Type": "Parallel", "End": true, "Branches": [
                {"StartAt": "Do it", "States": {
                  "Do it": {"Type": "Task", "Resource": "keyed", "End": true}}}]}}}}\
            """);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    admin.post("/api/flows/fan-of-keys/execute", "{}");

    String key = text(polled("keyed"), "idempotencyKey");
    Api.Answer first = admin.keyed(key).post("/api/flows/fan-of-keys/execute", "{}");
    Api.Answer again = admin.keyed(key).post("/api/flows/fan-of-keys/execute", "{}");

    assertThat(key).matches("[A-Za-z0-9._~-]{1,128}");
    assertThat(first.status()).as(first.toString()).isEqualTo(202);
    assertThat(again.text("id")).isEqualTo(first.text("id"));
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
  void shouldNotLeaseWorkToADisconnectedClient() throws Exception {
    try (Socket gone = waiting("abandoned")) {
      assertThat(gone.getInputStream().read()).as("the first byte of the answer").isEqualTo('H');
    }

    String execution = started("abandoned", "");

    assertThat(execution).endsWith(text(polled("abandoned"), "execution"));
  }

  /** Opens a connection that polls with a lease of ten minutes. */
  private static Socket waiting(String resource) throws IOException {
    String body =
        "{\"resources\": [\"%s\"], \"worker\": \"%s\", \"wait\": 30, \"lease\": 600}"
            .formatted(resource, resource);
    Socket socket = new Socket(server.address().getHost(), server.address().getPort());
    socket.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
    socket
        .getOutputStream()
        .write(
            """
            POST /api/workers/poll HTTP/1.1\r
            Host: localhost\r
            Authorization: Bearer %s\r
            Content-Type: application/json\r
            Content-Length: %d\r
            \r
            %s\
            """
                .formatted(key, body.length(), body)
                .getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  @Test
  void shouldAcceptOneOfTwoAnswersToATask() throws Exception {
    admin.post(
        "/api/flows?publish=true",
        """
        {"code": "answered-twice", "definition": {"StartAt": "Ask", "States": {
          "Ask": {"Type": "Task", "Resource": "ask.waitForTaskToken", "Next": "Rest"},
          "Rest": {"Type": "Wait", "Seconds": 600, "End": true}}}}\
        """);
    admin.post("/api/flows/answered-twice/execute", "{}");
    String task = "/api/workers/" + text(polled("ask.waitForTaskToken"), "taskToken");

    Api.Answer first = admin.post(task + "/success", "{\"output\": 1}");
    Api.Answer second = admin.post(task + "/failure", "{\"error\": \"Odd\"}");

    assertThat(first.status()).as(first.toString()).isEqualTo(200);
    assertThat(second.status()).as(second.toString()).isEqualTo(409);
  }

  @Test
  void shouldAcceptOneOfTwoDifferentOutcomesOfAnAttempt() throws Exception {
    started("two-outcomes", "");
    for (int i = 0; i < 19; i++) {
      admin.post("/api/flows/flow-two-outcomes/execute", "{}");
    }
    List<Json> tasks = new ArrayList<>();
    while (tasks.size() < 20) {
      tasks.add(polled("two-outcomes"));
    }
    // Outcomes of parked executions go through the store, where two of them can meet.
    Await.until("all executions are parked", () -> countInMemory("flow-two-outcomes") == 0);

    for (Json task : tasks) {
      FutureTask<Api.Answer> other =
          new FutureTask<>(() -> admin.post(path(task, "success"), "{\"output\": 7}"));
      Thread.startVirtualThread(other);

      Api.Answer one = admin.post(path(task, "success"), "{\"output\": 8}");

      assertThat(List.of(one.status(), other.get().status())).containsExactlyInAnyOrder(200, 409);
      assertThat(
              admin
                  .get("/api/flows/executions/" + text(task, "execution") + "?wait=30")
                  .text("output"))
          .isEqualTo(one.status() == 200 ? "8" : "7");
    }
  }

  private static int countInMemory(String flow) throws SQLException {
    try (Connection connection = server.database().connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "select count(*) from pawl.execution where flow = ? and owner is not null")) {
      statement.setString(1, flow);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  @Test
  void shouldAcceptEitherTheFailureOfAWorkerOrTheAnswerByItsTaskToken() throws Exception {
    admin.post(
        "/api/flows?publish=true",
        """
        {"code": "answered-by-two", "definition": {"StartAt": "Ask", "States": {
          "Ask": {"Type": "Task", "Resource": "ask-two.waitForTaskToken", "Next": "Rest",
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Rest"}]},
          "Rest": {"Type": "Wait", "Seconds": 600, "End": true}}}}\
        """);
    admin.post("/api/flows/answered-by-two/execute", "{}");
    Json work = polled("ask-two.waitForTaskToken");
    String task = "/api/workers/" + text(work, "taskToken");

    Api.Answer failed = admin.post(path(work, "failure"), "{\"error\": \"Odd\"}");
    Api.Answer different = admin.post(task + "/success", "{\"output\": 1}");
    Api.Answer same = admin.post(task + "/failure", "{\"error\": \"Odd\"}");

    assertThat(failed.status()).as(failed.toString()).isEqualTo(200);
    assertThat(different.status()).as(different.toString()).isEqualTo(409);
    assertThat(same.status()).as(same.toString()).isEqualTo(200);
  }

  @Test
  void shouldFailWithTheErrorOfAWorker() throws Exception {
    String execution = started("fails", "");

    admin.post(path(polled("fails"), "failure"), "{\"error\": \"Odd\", \"cause\": \"why not\"}");

    Api.Answer ended = admin.get(execution + "?wait=30");
    assertThat(ended.text("error")).isEqualTo("Odd");
    assertThat(ended.text("cause")).isEqualTo("why not");
  }

  @Test
  void shouldNotifyAWorkerOfCancelledWork() throws Exception {
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

  private static String items(String... tokensAndMore) {
    return "{\"items\": [{\"token\": \"%s\"}]}"
        .formatted(String.join("\"}, {\"token\": \"", tokensAndMore));
  }

  private static Json item(Api.Answer answer, int index) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return ((JsonArray) answer.body().get("items").orElseThrow()).get(index).orElseThrow();
  }

  @Test
  void shouldKeepWorkWhoseDetailsAreTooLong() throws Exception {
    String execution = started("chatty", "");
    Json work = polled("chatty");
    String details = "\"details\": \"%s\"".formatted("x".repeat(10_001));

    admin.post(path(work, "heartbeat"), "{\"details\": \"short\"}");
    Api.Answer one = admin.post(path(work, "heartbeat"), "{" + details + "}");
    Api.Answer many =
        admin.post(
            "/api/workers/heartbeats",
            "{\"items\": [{\"token\": \"%s\", %s}]}".formatted(text(work, "token"), details));

    assertThat(one.status()).as(one.toString()).isEqualTo(200);
    assertThat(one.text("problem")).contains("10000 characters");
    assertThat(text(item(many, 0), "status")).isEqualTo("kept");
    assertThat(text(item(many, 0), "problem")).contains("10000 characters");
    assertThat(Instant.parse(text(item(many, 0), "deadline")))
        .isAfterOrEqualTo(Instant.parse(one.text("deadline")));
    assertThat(admin.get(execution + "/explain").body().toString()).contains("says \\\"short");
  }

  @Test
  void shouldReportTheHeartbeatIntervalOfAStep() throws Exception {
    started("anxious", "\"HeartbeatSeconds\": 7,");
    started("calm", "");

    assertThat(text(polled("anxious"), "heartbeatSeconds")).isEqualTo("7");
    assertThat(polled("calm").get("heartbeatSeconds").orElseThrow()).hasToString("null");
  }

  @Test
  void shouldLeaseReleasedWorkToTheNextWorkerAtOnce() throws Exception {
    String execution = started("passed-on", "");
    Json first = polled("passed-on");
    CompletableFuture<Json> next = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            next.complete(polled("passed-on"));
          } catch (Exception e) {
            next.completeExceptionally(e);
          }
        });

    Api.Answer released = admin.post(path(first, "release"), "");
    Json second = next.join();

    assertThat(released.text("status")).isEqualTo("released");
    assertThat(text(second, "attempt")).isEqualTo("1");
    assertThat(text(second, "idempotencyKey")).isEqualTo(text(first, "idempotencyKey"));
    assertThat(admin.post(path(first, "release"), "").text("code")).isEqualTo("gone");
    Api.Answer both =
        admin.post("/api/workers/outcomes", items(text(first, "token"), text(second, "token")));
    assertThat(text(item(both, 0), "status")).isEqualTo("gone");
    assertThat(text(item(both, 1), "status")).isEqualTo("accepted");
    assertThat(admin.get(execution + "?wait=30").text("status")).isEqualTo("SUCCEEDED");
  }

  @Test
  void shouldReleaseManyAndReportTokensOfUnleasedWork() throws Exception {
    started("ask-many.waitForTaskToken", "");
    Json work = polled("ask-many.waitForTaskToken");
    String[] tokens = {text(work, "token"), text(work, "taskToken"), "w-abc"};

    Api.Answer beats = admin.post("/api/workers/heartbeats", items(tokens));
    Api.Answer released = admin.post("/api/workers/releases", items(tokens));
    Api.Answer again = admin.post("/api/workers/heartbeats", items(tokens[0]));

    assertThat(text(item(beats, 0), "status")).isEqualTo("kept");
    assertThat(text(item(released, 0), "status")).isEqualTo("released");
    for (Api.Answer answer : new Api.Answer[] {beats, released}) {
      for (int index : new int[] {1, 2}) {
        assertThat(text(item(answer, index), "status")).isEqualTo("unknown");
        assertThat(text(item(answer, index), "problem")).contains("send a task token to");
      }
    }
    assertThat(text(item(again, 0), "status")).isEqualTo("gone");
    assertThat(admin.post("/api/workers/" + tokens[1] + "/release", "").status()).isEqualTo(404);
  }

  @Test
  void shouldNotRevealTheSecretPartOfAName() throws Exception {
    String execution = started("secret", "");
    Api.Answer polled =
        admin.post(
            "/api/workers/poll",
            "{\"resources\": [\"secret\"], \"wait\": 30, \"worker\": \"node of mine\"}");
    assertThat(polled.body().toString()).contains("secret");

    assertThat(admin.get(execution + "/explain").body().toString())
        .contains("the worker 'node of mine' has it");
  }

  @Test
  void shouldCountBusyWorkersAndServeAllResources() throws Exception {
    String first = started("long-work", "");
    polled("long-work");
    sql("delete from pawl.worker where resource = 'long-work'");
    sql(
        """
        insert into pawl.worker (tenant, seen_at, name, resource)
        select t.id, now(), 'crowd ' || n, 'long'
          from pawl.tenant t cross join generate_series(1, 1500) n where t.name = 'workers'
        """);
    String second =
        "/api/flows/executions/" + admin.post("/api/flows/flow-long-work/execute", "{}").text("id");
    Await.until(
        "the second execution waits", () -> admin.get(second).text("status").equals("WAITING"));

    assertThat(admin.get(first + "/explain").body().toString()).contains("tester");
    assertThat(admin.get(second + "/explain").body().toString()).contains("no-free-worker");
    assertThat(admin.get("/api/flows/resources").body().toString())
        .contains("\"resource\":\"long-work\"", "\"name\":\"tester\"");
  }

  private static void sql(String text) throws SQLException {
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  @Test
  void shouldShowTheWorkersOfEachResource() throws Exception {
    admin.post("/api/workers/poll", "{\"resources\": [\"rare\"], \"worker\": \"collector\"}");

    assertThat(admin.get("/api/flows/resources").body().toString())
        .contains("\"resource\":\"rare\"", "\"name\":\"collector\"");
  }

  private static Api.Answer described(String resource, String descriptor) throws Exception {
    return admin.post(
        "/api/workers/descriptors",
        "{\"items\": [{\"resource\": \"%s\", \"descriptor\": %s}]}"
            .formatted(resource, descriptor));
  }

  @Test
  void shouldShowResourceDescriptionsOfWorkers() throws Exception {
    admin.post("/api/workers/poll", "{\"resources\": [\"charge\"]}");
    described("charge", "{\"displayName\": \"Old\"}");

    Api.Answer told =
        described(
            "charge",
            """
            {"displayName": "Charge a card", "category": "Payment", "description": "Takes money.",
             "inputSchema": {"type": "object", "properties": {"amount": {"type": "number"}}}}\
            """);

    assertThat(told.status()).as(told.toString()).isEqualTo(200);
    assertThat(admin.get("/api/flows/resources").body().toString())
        .contains("\"displayName\":\"Charge a card\"", "\"category\":\"Payment\"")
        .contains("\"inputSchema\":{\"type\":\"object\",\"properties\":{\"amount\"")
        .doesNotContain("\"Old\"");
  }

  @Test
  void shouldRejectUnusableDescriptors() throws Exception {
    Api.Answer noSchema = described("charge", "{\"inputSchema\": [1]}");
    Api.Answer tooLong =
        described("charge", "{\"inputSchema\": {\"title\": \"%s\"}}".formatted("x".repeat(40_000)));

    assertThat(noSchema.status()).isEqualTo(422);
    assertThat(noSchema.text("detail")).contains("'charge': the inputSchema must be a JSON Schema");
    assertThat(tooLong.status()).isEqualTo(422);
    assertThat(tooLong.text("detail")).contains("at most 32000 characters");
    assertThat(described("charge", "{\"icon\": \"%s\"}".formatted("i".repeat(201))).status())
        .isEqualTo(422);
    assertThat(described("", "{}").status()).isEqualTo(400);
    assertThat(admin.post("/api/workers/descriptors", "{\"items\": [{}]}").status()).isEqualTo(400);
    assertThat(admin.post("/api/workers/descriptors", "{}").status()).isEqualTo(400);
  }

  @Test
  void shouldRejectInvalidWorkerRequests() throws Exception {
    for (String body :
        new String[] {
          "{}",
          "{\"resources\": []}",
          "{\"resources\": [\"\"]}",
          "{\"resources\": [null]}",
          "{\"resources\": [\"%s\"]}".formatted("r".repeat(201)),
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

  /** Returns true if a poll has waited that long for a row that the test has locked. */
  private static boolean isPollBlockedFor(String time) throws SQLException {
    return isThere(
        """
        select 1 from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()
           and query like 'insert into pawl.worker%%'
           and clock_timestamp() - query_start > interval '%s'
        """
            .formatted(time));
  }

  private static boolean isThere(String query) throws SQLException {
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next();
    }
  }

  /** Returns the id of the transaction that wrote the row of an offer last. */
  private static String offerVersion(Connection connection, String resource) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select xmin::text from pawl.offer where resource = '%s'".formatted(resource))) {
      row.next();
      return row.getString(1);
    }
  }

  /** Blocks polls under this worker name until the transaction ends. */
  private static void blockPolls(Connection connection, String name) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "insert into pawl.worker (tenant, name, resource, seen_at)"
              + " select t.id, '%s', '%s', now() from pawl.tenant t".formatted(name, name));
    }
  }

  @Test
  void shouldReturnWorkWhoseResponseCannotBeWritten() throws Exception {
    String execution = started("unsent", "");
    Await.until("an offer", () -> isThere("select 1 from pawl.offer where resource = 'unsent'"));
    try (Connection connection = server.database().connect()) {
      blockPolls(connection, "unsent");
      String unleased = offerVersion(connection, "unsent");
      try (Socket reset = waiting("unsent")) {
        Await.until("the poll has come", () -> isPollBlockedFor("0 s"));
        reset.setSoLinger(true, 0);
      }
      connection.rollback();
      // Otherwise the next poll could be the first to lease it.
      Await.until(
          "the poll has leased the task",
          () -> !offerVersion(connection, "unsent").equals(unleased));
    }

    assertThat(execution).endsWith(text(polled("unsent"), "execution"));
  }

  @Test
  void shouldOfferWorkOfADisconnectedClientToOthers() throws Exception {
    started("late", "");
    FutureTask<Api.Answer> late =
        new FutureTask<>(
            () ->
                admin.post(
                    "/api/workers/poll",
                    "{\"resources\": [\"late\"], \"worker\": \"late\", \"lease\": 600}"));
    try (Connection connection = server.database().connect()) {
      blockPolls(connection, "late");
      Thread.startVirtualThread(late);
      Await.until("the poll is late", () -> isPollBlockedFor("4.1 s"));
      assertThat(late.isDone()).isFalse();
      connection.rollback();
    }

    assertThat(late.get().body().toString()).isEqualTo("[]");
    assertThat(polled("late").get("attempt").orElseThrow().asText()).isEqualTo("1");
  }
}
