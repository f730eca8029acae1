package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTest {

  private static final String HELLO =
      """
      {"StartAt": "Hello", "States": {
        "Hello": {"Type": "Pass", "Result": "Hello", "ResultPath": "$.greeting", "Next": "Wait"},
        "Wait": {"Type": "Wait", "Event": "go", "ResultPath": "$.event", "End": true}}}\
      """;

  @TempDir private static Path data;
  private static PawlServer server;
  private static Api admin;

  @BeforeAll
  static void start() throws Exception {
    server = PawlServer.start(ServerSettings.in(data).withPort(0));
    admin = with(Files.readString(data.resolve("admin.key")));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Api with(String key) {
    return new Api(server.address(), Optional.of(key));
  }

  private static Api.Answer create(String code, String definition) throws Exception {
    return admin.post(
        "/api/flows?publish=true",
        "{\"code\": \"%s\", \"definition\": %s}".formatted(code, definition));
  }

  /** The node outlives the web application, so its threads must not reference it. */
  @Test
  void shouldHaveNoThreadOfTheNodeThatBelongsToTheWebApplication() throws Exception {
    create("threads", HELLO);
    for (int i = 0; i < 10; i++) {
      admin.post("/api/flows/threads/execute", "{}");
    }

    List<Thread> threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("pawl-"))
            .toList();

    assertThat(threads).extracting(Thread::getName).anyMatch(name -> name.contains("helper"));
    assertThat(threads)
        .allSatisfy(
            thread ->
                assertThat(thread.getContextClassLoader())
                    .as(thread.getName())
                    .isSameAs(PawlServer.class.getClassLoader()));
  }

  @Test
  void shouldRunAFlowFromItsDefinitionToItsEnd() throws Exception {
    Api.Answer created = create("hello", HELLO);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(created.text("status")).isEqualTo("ACTIVE");

    Api.Answer started = admin.post("/api/flows/hello/execute", "{\"input\": {\"name\": \"Ada\"}}");
    assertThat(started.status()).as(started.toString()).isEqualTo(202);
    String execution = "/api/flows/executions/" + started.text("id");
    assertThat(admin.post(execution + "/events/go", "{\"n\": 1}").status()).isEqualTo(202);

    Api.Answer ended = admin.get(execution + "?wait=30");
    assertThat(ended.text("status")).isEqualTo("SUCCEEDED");
    assertThat(ended.body().get("output").orElseThrow())
        .hasToString("{\"name\":\"Ada\",\"greeting\":\"Hello\",\"event\":{\"n\":1}}");
    assertThat(admin.get(execution + "/steps").body().toString())
        .contains("\"state\":\"Hello\"", "\"state\":\"Wait\"");
    assertThat(admin.post(execution + "/cancel", "{}").status()).isEqualTo(409);
  }

  @Test
  void shouldHaveOneActiveVersionAtMost() throws Exception {
    create("grows", HELLO);
    String changed = HELLO.replace("Hello\", \"ResultPath", "Good day\", \"ResultPath");
    admin.call("PUT", "/api/flows/grows", "{\"definition\": %s}".formatted(changed));
    Api.Answer published = admin.post("/api/flows/grows/publish", "");

    assertThat(published.text("active")).isEqualTo("2");
    assertThat(admin.get("/api/flows/grows/versions").body().toString())
        .contains("\"number\":2,\"active\":true", "\"number\":1,\"active\":false");
    assertThat(admin.get("/api/flows/grows/versions/1").text("source")).contains("\"Hello\"");
    assertThat(admin.post("/api/flows/grows/execute", "{}").text("version")).isEqualTo("2");
    admin.post("/api/flows/grows/deactivate", "");
    assertThat(admin.post("/api/flows/grows/execute", "{}").text("code"))
        .isEqualTo("not-published");
  }

  @Test
  void shouldExplainWhatAnExecutionWaitsFor() throws Exception {
    create("waits", HELLO);
    create(
        "unserved",
        "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Task\", \"Resource\": \"nobody\","
            + " \"End\": true}}}");

    assertThat(explained("waits")).contains("the event 'go' has not come", "/events/go");
    assertThat(explained("unserved")).contains("no handler or worker serves the resource 'nobody'");
  }

  /** Starts an execution of the flow and returns its explanation once it waits. */
  private static String explained(String flow) throws Exception {
    String id = admin.post("/api/flows/" + flow + "/execute", "{}").text("id");
    String path = "/api/flows/executions/" + id;
    Api.Answer now = admin.get(path);
    while (!now.text("status").equals("WAITING")) {
      assertThat(now.text("status")).as(now.toString()).isEqualTo("RUNNING");
      now = admin.get(path);
    }
    return admin.get(path + "/explain").body().toString();
  }

  @Test
  void shouldStreamStepsAndReplayThemFromAnyCursor() throws Exception {
    create("told", HELLO);
    String path = "/api/flows/executions/" + admin.post("/api/flows/told/execute", "{}").text("id");
    List<String> lines = new ArrayList<>();

    try (Stream<String> stream = admin.events(path + "/events", Optional.empty())) {
      Iterator<String> following = stream.iterator();
      while (lines.isEmpty() || !lines.getLast().contains("\"state\":\"Wait\"")) {
        lines.add(following.next());
      }
      admin.post(path + "/events/go", "{}");
      following.forEachRemaining(lines::add);
    }

    assertThat(String.join("\n", lines))
        .containsSubsequence("\"state\":\"Hello\"", "\"state\":\"Wait\"", "event: end");
    List<String> ids = lines.stream().filter(line -> line.startsWith("id: ")).toList();
    assertThat(ids).doesNotHaveDuplicates();
    String second = ids.get(1).substring("id: ".length());
    try (Stream<String> stream = admin.events(path + "/events", Optional.of(second))) {
      assertThat(stream.filter(line -> line.startsWith("id: ")))
          .containsExactlyElementsOf(ids.subList(2, ids.size()));
    }
    String end = ids.getLast().substring("id: ".length());
    assertThat(admin.again(path + "/events", end).status())
        .as("a browser that has heard all must not come back for ever")
        .isEqualTo(204);
  }

  @Test
  void shouldReportPauseResumeAndSendBack() throws Exception {
    create("undone", HELLO);
    String path =
        "/api/flows/executions/" + admin.post("/api/flows/undone/execute", "{}").text("id");
    List<String> lines = new ArrayList<>();

    try (Stream<String> stream = admin.events(path + "/events", Optional.empty())) {
      Iterator<String> following = stream.iterator();
      admin.post(path + "/pause", "{\"reason\": \"lunch\"}");
      admin.post(path + "/resume", "{}");
      while (!String.join("\n", lines).contains("event: resumed")) {
        lines.add(following.next());
      }
      admin.post(path + "/send-back", "{\"step\": \"/@1\"}");
      while (!lines.getLast().contains("ROLLED_BACK") || !lines.getLast().contains("Hello")) {
        lines.add(following.next());
      }
    }

    assertThat(String.join("\n", lines))
        .containsSubsequence("event: paused", "\"reason\":\"lunch\"", "event: resumed");
    assertThat(lines.stream().filter(line -> line.startsWith("id: "))).doesNotHaveDuplicates();
  }

  @Test
  void shouldStartOnceForOneKey() throws Exception {
    create("once", HELLO);

    Api.Answer first = admin.keyed("monday").post("/api/flows/once/execute", "{}");
    Api.Answer again = admin.keyed("monday").post("/api/flows/once/execute", "{}");

    assertThat(again.text("id")).isEqualTo(first.text("id"));
  }

  @Test
  void shouldFindExecutionsByTheirBusinessKey() throws Exception {
    create("ordered", HELLO);
    Api.Answer first = admin.post("/api/flows/ordered/execute", "{\"businessKey\": \"order-7\"}");

    Api.Answer found = admin.get("/api/flows/executions?businessKey=order-7");

    assertThat(found.body().toString()).contains(first.text("id"));
  }

  @Test
  void shouldRejectADefinitionWithErrorsAndListAllOfThem() throws Exception {
    Api.Answer refused = create("bad", "{\"StartAt\": \"Nowhere\", \"States\": {}}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.type()).startsWith("application/problem+json");
    assertThat(refused.text("code")).isEqualTo("invalid-definition");
    assertThat(refused.body().get("errors").orElseThrow().toString()).contains("location");
    assertThat(admin.get("/api/flows/bad").status()).isEqualTo(404);
  }

  @Test
  void shouldRejectRequestsWithoutAKey() throws Exception {
    for (Optional<String> key :
        List.of(
            Optional.<String>empty(),
            Optional.of("nonsense"),
            Optional.of("pawl_0123456789abcdef_" + "0".repeat(64) + "_00000000"))) {
      Api.Answer refused = new Api(server.address(), key).get("/api/flows");
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.text("code")).isEqualTo("unauthorized");
    }
    assertThat(new Api(server.address(), Optional.empty()).get("/health/ready").status())
        .isEqualTo(200);
  }

  @Test
  void shouldAllowKeysThePermissionsOfTheirRoles() throws Exception {
    create("looked-at", HELLO);
    Api.Answer issued = admin.post("/api/keys", "{\"name\": \"screen\", \"roles\": [\"viewer\"]}");
    Api viewer = with(issued.text("key"));

    assertThat(viewer.get("/api/flows/looked-at").status()).isEqualTo(200);
    assertThat(viewer.post("/api/flows/looked-at/execute", "{}").status()).isEqualTo(403);
    assertThat(viewer.post("/api/keys", "{}").status()).isEqualTo(403);
    admin.call("DELETE", "/api/keys/" + issued.text("id"), "");
    assertThat(viewer.get("/api/flows/looked-at").status()).isEqualTo(401);
  }

  @Test
  void shouldAnswerInvalidRequestsWithAProblem() throws Exception {
    assertThat(admin.post("/api/flows", "{").status()).isEqualTo(400);
    assertThat(admin.post("/api/flows", "{\"status\": \"ACTIVE\"}").status()).isEqualTo(400);
    assertThat(admin.get("/api/flows?limit=many").text("code")).isEqualTo("malformed");
    assertThat(admin.get("/api/nothing").text("code")).isEqualTo("not-found");
    assertThat(admin.call("PATCH", "/api/flows", "{}").text("code"))
        .isEqualTo("method-not-allowed");
    assertThat(admin.get("/api/flows/executions/7").status()).isEqualTo(404);
  }

  private static Wire.Answer asked(String method, String path) throws Exception {
    String key = Files.readString(data.resolve("admin.key")).strip();
    return new Wire(server.address())
        .call(method, path, List.of("Authorization: Bearer " + key), "");
  }

  /** The methods of a path that does not support this one. */
  private static List<String> allowed(String method, String path) throws Exception {
    Wire.Answer refused = asked(method, path);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(405);
    assertThat(refused.body()).contains("\"code\":\"method-not-allowed\"");
    return List.of(refused.header("Allow").orElse("").split(", ?"));
  }

  @Test
  void shouldNameTheMethodsOfAPath() throws Exception {
    assertThat(allowed("DELETE", "/api/flows")).containsExactlyInAnyOrder("GET", "POST");
    assertThat(allowed("POST", "/api/flows/x")).containsExactlyInAnyOrder("GET", "PUT", "DELETE");
    assertThat(allowed("GET", "/api/flows/x/execute")).containsExactly("POST");
    assertThat(allowed("PATCH", "/api/tenants/x/limits")).containsExactlyInAnyOrder("GET", "PUT");
    assertThat(allowed("BREW", "/api/flows")).containsExactlyInAnyOrder("GET", "POST");
    assertThat(allowed("POST", "/health/live")).containsExactly("GET");
  }

  @Test
  void shouldAnswerAHeadRequestWithoutABody() throws Exception {
    Wire.Answer head = asked("HEAD", "/health/live");

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Type"))
        .isEqualTo(asked("GET", "/health/live").header("Content-Type"));
    assertThat(head.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api",
        "/api/flows/",
        "/api/flows/x/",
        "/api/flows/x/execute/",
        "/api//flows",
        "/api/flows//execute",
        "/api/flows/x/y/z",
        "/health/live/",
        "/a/b/c/d/e/f/g/h"
      })
  void shouldRejectAlmostMatchingPaths(String path) throws Exception {
    assertThat(asked("GET", path).status()).isEqualTo(404);
    assertThat(asked("POST", path).status()).isEqualTo(404);
  }

  @Test
  void shouldKeepTheFirstKeyForItsOwnerAlone() throws Exception {
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("admin.key"))))
        .isEqualTo("rw-------");
  }
}
