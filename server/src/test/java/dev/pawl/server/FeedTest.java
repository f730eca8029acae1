package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The feed sends every event of a flow or a tenant once, and again from any cursor. */
@ExtendWith(OneServer.class)
@Execution(ExecutionMode.CONCURRENT)
class FeedTest {

  private static int tenants;

  private OneServer.Running running;
  private String key;
  private Api api;

  @BeforeEach
  void enter(OneServer.Running one) throws Exception {
    running = one;
    key = one.tenant("feed-" + ++tenants);
    api = one.with(key);
    for (String code : List.of("one", "other")) {
      api.post(
          "/api/flows?publish=true",
          "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}}}}"
              .formatted(code));
    }
  }

  private String run(String flow) throws Exception {
    String id = api.post("/api/flows/" + flow + "/execute", "{}").text("id");
    api.post("/api/flows/executions/" + id + "/events/go", "{}");
    return id;
  }

  /** Reads lines of a feed until one contains all of these words. */
  private static List<String> until(Iterator<String> lines, String... words) {
    List<String> read = new ArrayList<>();
    while (true) {
      String line = lines.next();
      read.add(line);
      if (Stream.of(words).allMatch(line::contains)) {
        return read;
      }
    }
  }

  private static String lastId(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("id: "))
        .reduce((first, second) -> second)
        .orElseThrow()
        .substring(4);
  }

  private static List<String> facts(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("data: {\"execution\""))
        .map(line -> line.replaceAll(".*\"execution\":\"([^\"]*)\".*\"seq\":(\\d+).*", "$1 $2"))
        .toList();
  }

  @Test
  void shouldStreamTheEventsOfTheTenant() throws Exception {
    try (Stream<String> stream = api.events("/api/events", Optional.empty())) {
      Iterator<String> lines = stream.iterator();
      until(lines, "event: open");
      String first = run("one");
      String second = run("other");

      List<String> received = until(lines, second, "EventArrived");
      if (facts(received).size() < 4) {
        received.addAll(until(lines, first, "EventArrived"));
      }

      assertThat(facts(received))
          .containsExactlyInAnyOrder(first + " 1", first + " 2", second + " 1", second + " 2");
      assertThat(received.toString()).contains("\"status\":\"SUCCEEDED\"", "\"fact\":\"Started\"");
    }
  }

  @Test
  void shouldReportEventsOfOneFlowOnly() throws Exception {
    try (Stream<String> stream = api.events("/api/flows/one/events", Optional.empty())) {
      Iterator<String> lines = stream.iterator();
      until(lines, "event: open");
      run("other");
      String ours = run("one");

      assertThat(facts(until(lines, "EventArrived"))).containsExactly(ours + " 1", ours + " 2");
    }
  }

  @Test
  void shouldSendMissedEventsToAReconnectingClient() throws Exception {
    String place;
    List<String> before;
    String first;
    try (Stream<String> stream = api.events("/api/events", Optional.empty())) {
      Iterator<String> lines = stream.iterator();
      until(lines, "event: open");
      first = run("one");
      before = until(lines, first, "Started");
      place = lastId(before);
    }
    List<String> away = new ArrayList<>();
    for (int number = 0; number < 30; number++) {
      away.add(ended(api, "other"));
    }

    List<String> after;
    try (Stream<String> stream = api.events("/api/events", Optional.of(place))) {
      Iterator<String> lines = stream.iterator();
      after = until(lines, "event: open");
      String last = run("one");
      after.addAll(until(lines, last, "EventArrived"));
      away.add(last);
    }

    List<String> expected = new ArrayList<>();
    expected.add(first + " 2");
    away.forEach(id -> expected.addAll(List.of(id + " 1", id + " 2")));
    assertThat(facts(after)).containsExactlyInAnyOrderElementsOf(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/events", "/api/flows/one/events"})
  void shouldSendEachEventOnceToAClientThatChangesNodes(String path, @TempDir Path data)
      throws Exception {
    try (PawlServer other =
        PawlServer.start(
            ServerSettings.in(data)
                .withPort(0)
                .withDatabase(running.server().database())
                .withMasterKey(TestSettings.MASTER_KEY))) {
      List<Api> nodes = List.of(api, new Api(other.address(), Optional.of(key)));
      List<String> received = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      Optional<String> place = Optional.empty();
      for (int visit = 0; visit < 6; visit++) {
        Api here = nodes.get(visit % 2);
        Api elsewhere = nodes.get((visit + 1) % 2);
        try (Stream<String> stream = here.events(path, place)) {
          Iterator<String> lines = stream.iterator();
          if (visit == 0) {
            until(lines, "event: open");
          }
          String id = ended(elsewhere, "one");
          // The client disconnects in the middle and reads the rest from the other node.
          received.addAll(until(lines, id, "Started"));
          place = Optional.of(lastId(received));
          expected.add(id);
        }
        expected.add(ended(here, "one"));
      }
      try (Stream<String> stream = nodes.getFirst().events(path, place)) {
        String last = ended(nodes.getLast(), "one");
        received.addAll(until(stream.iterator(), last, "EventArrived"));
        expected.add(last);
      }

      assertThat(facts(received))
          .containsExactlyInAnyOrderElementsOf(
              expected.stream().flatMap(id -> facts(id, 1, 2).stream()).toList());
    }
  }

  /** Runs an execution to its end; later events follow its events. */
  private static String ended(Api api, String flow) throws Exception {
    String id = api.post("/api/flows/" + flow + "/execute", "{}").text("id");
    api.post("/api/flows/executions/" + id + "/events/go", "{}");
    assertThat(api.get("/api/flows/executions/" + id + "?wait=60").text("status"))
        .isEqualTo("SUCCEEDED");
    return id;
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/events", "/api/flows/one/events"})
  void shouldReportThatACursorIsTooOld(String path) throws Exception {
    String place;
    try (Stream<String> stream = api.events(path, Optional.empty())) {
      place = lastId(until(stream.iterator(), "event: open"));
    }

    Api.Answer refused = api.again(path, earlier(place, Duration.ofMinutes(61)));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("code")).isEqualTo("too-old");
    assertThat(refused.text("detail")).contains("one hour", "without Last-Event-ID");
    try (Stream<String> stream =
        api.events(path, Optional.of(earlier(place, Duration.ofMinutes(59))))) {
      until(stream.iterator(), "event: open");
    }
  }

  /** Returns the cursor as if it had been sent that much earlier. */
  private static String earlier(String place, Duration time) {
    String[] parts = place.split("\\.", 2);
    String[] states =
        new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.US_ASCII).split(" ");
    states[1] = Long.toString(Long.parseLong(states[1]) - time.toNanos() / 1_000);
    return Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(String.join(" ", states).getBytes(StandardCharsets.US_ASCII))
        + "."
        + parts[1];
  }

  @Test
  void shouldSendAllEventsToSlowClients() throws Exception {
    api.post(
        "/api/flows?publish=true",
        """
        {"code": "many", "definition": {"StartAt": "A", "States": {"A": {"Type": "Map", "End": true,
          "ItemProcessor": {"StartAt": "B", "States": {
            "B": {"Type": "Wait", "Seconds": 0, "End": true}}}}}}}\
        """);
    String items = "0" + ",0".repeat(2_999);
    try (Stream<String> stream = api.events("/api/events", Optional.empty())) {
      Iterator<String> lines = stream.iterator();
      List<String> received = until(lines, "event: open");
      String id =
          api.post("/api/flows/many/execute", "{\"input\": [%s]}".formatted(items)).text("id");
      // Well before that, the feed has to wait for this client.
      Await.until(
          "all items have ended",
          () ->
              api.get("/api/flows/executions/" + id + "?wait=60")
                  .text("status")
                  .equals("SUCCEEDED"));

      goOn(received, lines, id, "\"seq\":1500");
      String place = lastId(received);
      List<String> others = new ArrayList<>(List.of("id: " + place));
      try (Stream<String> other = api.events("/api/events", Optional.of(place))) {
        goOn(others, other.iterator(), id, "\"seq\":3001");
      }
      assertThat(facts(others)).containsExactlyInAnyOrderElementsOf(facts(id, 1_501, 3_001));
      goOn(received, lines, id, "\"seq\":3001");

      assertThat(facts(received)).containsExactlyInAnyOrderElementsOf(facts(id, 1, 3_001));
    }
  }

  /** A client that was too slow reconnects. */
  private void goOn(List<String> received, Iterator<String> lines, String... words)
      throws Exception {
    while (lines.hasNext()) {
      received.add(lines.next());
      if (Stream.of(words).allMatch(received.getLast()::contains)) {
        return;
      }
    }
    try (Stream<String> again = api.events("/api/events", Optional.of(lastId(received)))) {
      goOn(received, again.iterator(), words);
    }
  }

  private static List<String> facts(String execution, int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(seq -> execution + " " + seq).toList();
  }

  @Test
  void shouldRejectAnInvalidCursor() throws Exception {
    for (String place : List.of("x", "MTox", "....")) {
      try (Stream<String> lines = api.events("/api/events", Optional.of(place))) {
        assertThat(lines.toList().toString()).contains("\"code\":\"malformed\"");
      }
    }
    try (Stream<String> lines = api.events("/api/flows/nobody/events", Optional.empty())) {
      assertThat(lines.toList().toString()).contains("\"code\":\"not-found\"");
    }
  }

  @Test
  void shouldReportARetryWithOldFacts() throws Exception {
    api.post(
        "/api/flows?publish=true",
        "{\"code\": \"fails\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
            + " \"Wait\", \"Event\": \"go\", \"Next\": \"B\"}, \"B\": {\"Type\": \"Wait\","
            + " \"Event\": \"stop\", \"Next\": \"C\"}, \"C\": {\"Type\": \"Fail\"}}}}");
    String failed = run("fails");
    api.post("/api/flows/executions/" + failed + "/events/stop", "{}");
    assertThat(api.get("/api/flows/executions/" + failed + "?wait=30").text("status"))
        .isEqualTo("FAILED");
    running
        .server()
        .tables()
        .update(
            "update pawl.journal set at = at - interval '2 days' where execution = ?",
            UUID.fromString(failed));
    try (Stream<String> stream = api.events("/api/events", Optional.empty())) {
      Iterator<String> lines = stream.iterator();
      until(lines, "event: open");

      String again =
          api.post("/api/flows/executions/" + failed + "/retry?mode=from-failure", "").text("id");

      assertThat(facts(until(lines, again, "EventArrived")))
          .containsExactly(again + " 1", again + " 2");
    }
  }

  private static final String TOPICS =
      "/api/events?topics=flows,triggers,connections,jobs,failures,tenant";

  @Test
  void shouldSendChangesOfTheTopicsAskedFor() throws Exception {
    try (Stream<String> stream = api.events(TOPICS, Optional.empty())) {
      Iterator<String> lines = stream.iterator();
      until(lines, "event: open");

      api.post("/api/flows/one/publish", "{}");
      until(lines, "\"topic\":\"flows\"", "\"kind\":\"published\"", "\"id\":\"one\"");
      api.post("/api/bindings", "{\"event\": \"ordered\", \"flow\": \"one\"}");
      until(lines, "\"topic\":\"triggers\"", "\"kind\":\"created\"");
      api.post("/api/admin/flows/pause-all", "{\"reason\": \"incident\"}");
      until(lines, "\"topic\":\"tenant\"");
      api.post("/api/admin/flows/resume-all", "{\"reason\": \"over\"}");
      until(lines, "\"topic\":\"tenant\"", "\"kind\":\"resumed\"");
      running.admin().call("PUT", "/api/tenants/feed-%d/limits".formatted(tenants), LIMIT);
      String waiting = api.post("/api/flows/other/execute", "{}").text("id");
      api.post(
          "/api/flows/executions/bulk",
          "{\"action\": \"CANCEL\", \"filter\": {\"flow\": \"other\"}, \"reason\": \"test\"}");
      List<String> received = until(lines, "\"topic\":\"jobs\"", "\"kind\":\"created\"");

      assertThat(api.get("/api/flows/executions/" + waiting + "?wait=30").text("status"))
          .isEqualTo("CANCELLED");
      assertThat(facts(received)).isEmpty();
    }
  }

  private static final String LIMIT = "{\"startsPerMinute\": 1000}";

  @Test
  void shouldAnnounceFailuresByFlow() throws Exception {
    api.post(
        "/api/flows?publish=true",
        "{\"code\": \"breaks\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
            + " \"Fail\"}}}}");
    try (Stream<String> stream = api.events("/api/events?topics=failures", Optional.empty())) {
      Iterator<String> lines = stream.iterator();
      until(lines, "event: open");
      api.post("/api/flows/breaks/execute", "{}");

      assertThat(facts(until(lines, "\"topic\":\"failures\"", "\"id\":\"breaks\""))).isEmpty();
    }
  }

  @Test
  void shouldSendMissedChangesToAReconnectingClient() throws Exception {
    String place;
    try (Stream<String> stream = api.events(TOPICS, Optional.empty())) {
      place = lastId(until(stream.iterator(), "event: open"));
    }
    api.post("/api/flows/one/deactivate", "{}");

    try (Stream<String> stream = api.events(TOPICS, Optional.of(place))) {
      List<String> received = until(stream.iterator(), "event: open");

      assertThat(received)
          .anyMatch(line -> line.contains("\"kind\":\"deactivated\",\"id\":\"one\""));
      assertThat(received).anyMatch(line -> line.contains("\"topic\":\"tenant\""));
    }
  }

  @Test
  void shouldRefuseUnknownTopics() throws Exception {
    Api.Answer refused = api.get("/api/events?topics=flows,weather");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("detail")).contains("'weather'", "executions, flows, triggers");
  }

  @Test
  void shouldCloseTheStreamOfARevokedKey() throws Exception {
    Api.Answer issued = api.post("/api/keys", "{\"name\": \"v\", \"roles\": [\"viewer\"]}");
    String execution = api.post("/api/flows/one/execute", "{}").text("id");
    Api viewer = running.with(issued.text("key"));
    try (Stream<String> feed = viewer.events("/api/events", Optional.empty());
        Stream<String> steps =
            viewer.events("/api/flows/executions/" + execution + "/events", Optional.empty())) {
      Iterator<String> lines = feed.iterator();
      until(lines, "event: open");

      assertThat(api.call("DELETE", "/api/keys/" + issued.text("id"), "").status()).isLessThan(300);

      // Both end, or the test never does; also while there are always new events.
      FutureTask<Void> others =
          new FutureTask<>(
              () -> {
                while (!Thread.currentThread().isInterrupted()) {
                  run("one");
                }
                return null;
              });
      Thread busy = Thread.startVirtualThread(others);
      try {
        lines.forEachRemaining(line -> {});
      } finally {
        busy.interrupt();
        busy.join();
      }
      assertThat(steps.toList()).isNotEmpty().noneMatch(line -> line.contains("event: end"));
    }
  }
}
