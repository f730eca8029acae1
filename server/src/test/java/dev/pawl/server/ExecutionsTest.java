package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.testkit.Await;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionsTest {

  private static final String WAITS =
      """
      {"StartAt": "Note", "States": {
        "Note": {"Type": "Pass", "Assign": {"color": "blue"}, "Next": "Fork"},
        "Fork": {"Type": "Parallel", "End": true, "Branches": [
          {"StartAt": "Left", "States": {"Left": {"Type": "Wait", "Event": "%1$s", "End": true}}},
          {"StartAt": "Right", "States": {"Right": {"Type": "Wait", "Event": "%1$s", "End": true}}}
        ]}}}\
      """;

  private static final String WAITS_ONCE =
      """
      {"StartAt": "Wait", "States": {
        "Wait": {"Type": "Wait", "Event": "%s", "End": true}}}\
      """;

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

  @Test
  void shouldShowALongHistoryPageByPage() throws Exception {
    int items = 450;
    create(
        "long",
        """
        {"StartAt": "M", "States": {
          "M": {"Type": "Map", "Next": "W", "ItemProcessor": {"StartAt": "A", "States": {
            "A": {"Type": "Task", "Resource": "a", "End": true}}}},
          "W": {"Type": "Wait", "Event": "go", "End": true}}}\
        """);
    String input = IntStream.range(0, items).boxed().toList().toString();
    String path =
        "/api/flows/executions/"
            + admin
                .post(
                    "/api/flows/long/test",
                    "{\"input\": %s, \"mockHandlers\": {\"A\": {\"result\": 1}}}".formatted(input))
                .text("id");
    until(() -> admin.get(path + "/explain").text("reasons").contains("\"kind\":\"event\""));

    List<String> steps = new ArrayList<>();
    for (String after = ""; ; ) {
      Api.Answer page = admin.get(path + "/steps?limit=200&after=" + after);
      ((JsonArray) page.body().get("items").orElseThrow())
          .forEach(step -> steps.add(step.get("state").orElseThrow().asText()));
      Json next = page.body().get("next").orElseThrow();
      if (next.equals(JsonNull.NULL)) {
        break;
      }
      after = URLEncoder.encode(next.asText(), StandardCharsets.UTF_8);
    }

    assertThat(steps).hasSize(items + 2).startsWith("M", "A").endsWith("W");
    assertThat(admin.get(path).body().get("current").orElseThrow().toString()).contains("\"W\"");
    admin.post(path + "/events/go", "\"went\"");
    assertThat(admin.get(path + "?wait=30").text("output")).isEqualTo("went");
    assertThat(admin.get(path + "/steps?after=nothing").status()).isEqualTo(400);
  }

  @Test
  void shouldShowTheReadablePartOfAnUnreadableHistory() throws Exception {
    create("unreadable", WAITS_ONCE.formatted("unread"));
    String id = start("unreadable");
    String path = "/api/flows/executions/" + id;
    admin.post(path + "/events/other", "{}");
    until(() -> admin.get(path).text("status").equals("WAITING") && facts(id) == 2);

    server
        .tables()
        .update(
            "update pawl.journal set fact = '\\x00' where execution = ? and seq = 2",
            UUID.fromString(id));

    assertThat(admin.get(path).text("status")).isEqualTo("WAITING");
    assertThat(admin.get(path).body().get("input").orElseThrow()).hasToString("{}");
    assertThat(admin.get(path + "/explain").status()).isEqualTo(200);
    assertThat(admin.get(path + "/steps").text("code")).isEqualTo("incident");
  }

  private static void until(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).isLessThan(end);
    }
  }

  private static long facts(String id) {
    return server
        .tables()
        .use(
            connection ->
                Rows.first(
                        connection,
                        "select count(*) from pawl.journal where execution = ?",
                        row -> row.getLong(1),
                        UUID.fromString(id))
                    .orElse(0L));
  }

  private static void create(String code, String definition) throws Exception {
    Api.Answer created =
        admin.post(
            "/api/flows?publish=true",
            "{\"code\": \"%s\", \"definition\": %s}".formatted(code, definition));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
  }

  private static String start(String flow) throws Exception {
    return admin.post("/api/flows/" + flow + "/execute", "{}").text("id");
  }

  private static Api.Answer parked(String id) throws Exception {
    Api.Answer now = admin.get("/api/flows/executions/" + id);
    while (!now.text("status").equals("WAITING")) {
      assertThat(now.text("status")).as(now.toString()).isEqualTo("RUNNING");
      now = admin.get("/api/flows/executions/" + id);
    }
    return now;
  }

  private static String ended(String id) throws Exception {
    return admin.get("/api/flows/executions/" + id + "?wait=30").text("status");
  }

  @Test
  void shouldShowItsVariablesAndTheStatesItIsIn() throws Exception {
    create("shown", WAITS.formatted("never"));

    Api.Answer shown = parked(start("shown"));

    assertThat(shown.body().get("variables").orElseThrow()).hasToString("{\"color\":\"blue\"}");
    assertThat(shown.body().get("current").orElseThrow().toString())
        .contains("\"state\":\"Left\"", "\"state\":\"Right\"")
        .doesNotContain("\"state\":\"Fork\"");
  }

  @Test
  void shouldListTheExecutionsOfAFlowByItsCodeOrId() throws Exception {
    create("listed", WAITS_ONCE.formatted("never"));
    create("other", WAITS_ONCE.formatted("never"));
    String id = start("listed");
    String other = start("other");
    String flow = admin.get("/api/flows/listed").text("id");

    for (String name : new String[] {"listed", flow}) {
      assertThat(admin.get("/api/flows/%s/flow-executions".formatted(name)).body().toString())
          .contains(id)
          .doesNotContain(other);
    }
    assertThat(admin.get("/api/flows/nothing/flow-executions").status()).isEqualTo(404);
  }

  @Test
  void shouldSendAnEventToAllWaitingExecutions() throws Exception {
    create("waits", WAITS_ONCE.formatted("paid, twice"));
    create("waits-too", WAITS_ONCE.formatted("paid"));
    String parked = start("waits");
    String others = start("waits-too");
    parked(parked);
    parked(others);
    String justNow = start("waits");
    // The execution waits now, but its node still has it in memory.
    String steps = "/api/flows/executions/" + justNow + "/steps";
    Await.until(
        "the execution waits",
        () -> admin.get(steps).body().toString().contains("\"state\":\"Wait\""));

    Api.Answer sent =
        admin.post(
            "/api/events", "{\"type\": \"paid, twice\", \"id\": \"e1\", \"payload\": {\"n\": 1}}");

    assertThat(sent.body())
        .hasToString("{\"id\":\"e1\",\"started\":[],\"woken\":2,\"repeated\":false,\"job\":null}");
    assertThat(ended(parked)).isEqualTo("SUCCEEDED");
    assertThat(ended(justNow)).isEqualTo("SUCCEEDED");
    assertThat(admin.get("/api/flows/executions/" + parked).text("output")).isEqualTo("{\"n\":1}");
    assertThat(admin.get("/api/flows/executions/" + others).text("status")).isEqualTo("WAITING");
  }

  @Test
  void shouldBroadcastAnEventWithManyWaitersByAJob() throws Exception {
    int many = 1_001;
    create("many-wait", WAITS_ONCE.formatted("to-many"));
    List<Future<Api.Answer>> starts = new ArrayList<>();
    try (ExecutorService callers = Executors.newFixedThreadPool(16, Thread.ofVirtual().factory())) {
      for (int i = 0; i < many; i++) {
        starts.add(callers.submit(() -> admin.post("/api/flows/many-wait/execute", "{}")));
      }
    }
    for (Future<Api.Answer> one : starts) {
      assertThat(one.get().status()).as(one.get().toString()).isEqualTo(202);
    }
    create("waits-for-the-next", WAITS_ONCE.formatted("to-many"));
    admin.post("/api/bindings", "{\"event\": \"to-many\", \"flow\": \"waits-for-the-next\"}");
    String event = "{\"type\": \"to-many\", \"id\": \"e4\", \"payload\": 7}";

    Api.Answer sent = admin.post("/api/events", event);

    assertThat(sent.status()).as(sent.toString()).isEqualTo(202);
    String own =
        ((JsonArray) sent.body().get("started").orElseThrow())
            .elements()
            .getFirst()
            .get("execution")
            .orElseThrow()
            .asText();
    Api.Answer job = admin.get("/api/jobs/" + sent.text("job"));
    while (job.text("status").equals("RUNNING")) {
      job = admin.get("/api/jobs/" + sent.text("job"));
    }
    assertThat(job.text("status")).as(job.toString()).isEqualTo("DONE");
    assertThat(job.text("done")).isEqualTo(Integer.toString(many));
    String left = "/api/flows/executions?flow=many-wait&status=%s&limit=1";
    Await.until(
        "all executions end",
        () ->
            !(admin.get(left.formatted("RUNNING")).body().toString().contains("\"id\"")
                || admin.get(left.formatted("WAITING")).body().toString().contains("\"id\"")));
    // What the event has started waits for the next one.
    parked(own);
    assertThat(admin.post("/api/events", event).body())
        .hasToString(
            "{\"id\":\"e4\",\"started\":%s,\"woken\":0,\"repeated\":true,\"job\":\"%s\"}"
                .formatted(sent.body().get("started").orElseThrow(), sent.text("job")));
  }

  @Test
  void shouldNotRepeatWorkForAnEventAlreadyReceived() throws Exception {
    create("hears-once", WAITS_ONCE.formatted("sent"));
    String first = start("hears-once");
    parked(first);
    String event = "{\"type\": \"sent\", \"id\": \"e2\"}";
    assertThat(admin.post("/api/events", event).text("woken")).isEqualTo("1");
    assertThat(ended(first)).isEqualTo("SUCCEEDED");
    String late = start("hears-once");
    parked(late);

    assertThat(admin.post("/api/events", event).body())
        .hasToString("{\"id\":\"e2\",\"started\":[],\"woken\":1,\"repeated\":true,\"job\":null}");
    assertThat(admin.get("/api/flows/executions/" + late).text("status")).isEqualTo("WAITING");
    assertThat(admin.post("/api/events", "{\"type\": \"sent\"}").text("woken")).isEqualTo("1");
  }

  @Test
  void shouldCountWokenExecutionsForConcurrentBroadcasts() throws Exception {
    ConnectionTemplate tables = server.tables();
    String waiting =
        """
        select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid
         where not l.granted and a.query like '%select distinct h.flow, h.version%'
        """;
    try (ExecutorService caller = Executors.newVirtualThreadPerTaskExecutor()) {
      // One broadcast completes while the other one searches for listeners.
      Future<Api.Answer> slower =
          tables.transact(
              connection -> {
                ConnectionTemplate.update(
                    connection, "lock table pawl.execution in access exclusive mode");
                Future<Api.Answer> sent =
                    caller.submit(
                        () -> admin.post("/api/events", "{\"type\": \"rare\", \"id\": \"e3\"}"));
                Await.until(
                    "the call waits for the lock",
                    () ->
                        tables.use(
                            other ->
                                Rows.list(other, waiting, row -> row.getInt(1)).getFirst() != 0));
                tables.update("insert into pawl.broadcast (tenant, id, woken) values (1, 'e3', 5)");
                return sent;
              });

      assertThat(slower.get().text("woken")).isEqualTo("5");
    }
    assertThat(admin.post("/api/events", "{\"type\": \"rare\", \"id\": \"e3\"}").text("woken"))
        .isEqualTo("5");
  }

  @Test
  void shouldRefuseAnEventWithoutATypeOrWithTooLongAName() throws Exception {
    assertThat(admin.post("/api/events", "{}").status()).isEqualTo(400);
    Api.Answer tooLong =
        admin.post("/api/events", "{\"type\": \"a\", \"id\": \"%s\"}".formatted("i".repeat(201)));
    assertThat(tooLong.status()).isEqualTo(400);
    assertThat(tooLong.text("detail")).contains("the id of an event has at most 200 characters");
  }

  @Test
  void shouldListNodesAndTheirExecutions() throws Exception {
    String nodes = admin.get("/api/nodes").body().toString();

    assertThat(nodes).contains("\"here\":true", "\"status\":\"ALIVE\"", "\"executions\":");
  }
}
