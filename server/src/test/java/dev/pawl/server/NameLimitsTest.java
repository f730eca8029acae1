package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A name that one endpoint accepts is accepted by all of them, and so is one that is refused. */
@ExtendWith(OneServer.class)
class NameLimitsTest {

  private static final String WAITS =
      """
      {"StartAt": "A", "States": {"A": {"Type": "Wait", "Event": "go", "End": true}}}
      """;

  private static final AtomicInteger FLOWS = new AtomicInteger();

  private static Api own;

  /** A request that contains a name. */
  private interface NamedRequest {
    Api.Answer give(String name) throws Exception;
  }

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    own = running.own("names");
    assertThat(publish(WAITS, "waits").status()).isEqualTo(201);
  }

  private static Api.Answer publish(String definition, String code) throws Exception {
    return own.post(
        "/api/flows?publish=true",
        "{\"code\": \"%s\", \"definition\": %s}".formatted(code, definition));
  }

  private static Api.Answer publish(String definition) throws Exception {
    return publish(definition, "named-" + FLOWS.incrementAndGet());
  }

  private static Api.Answer task(String resource) throws Exception {
    return publish(
        """
        {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": %s, "End": true}}}
        """
            .formatted(Json.of(resource)));
  }

  private static Api.Answer start(String members) throws Exception {
    return own.post("/api/flows/waits/execute", "{" + members + "}");
  }

  private static Api.Answer bulk(String action, String filter) throws Exception {
    return own.post(
        "/api/flows/executions/bulk",
        "{%s, \"filter\": {%s}, \"dryRun\": true}".formatted(action, filter));
  }

  private static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Characters of four bytes that an index cannot compress. */
  private static String wide(int length) {
    return new Random(length)
        .ints(length, 0x1F300, 0x1F5FF)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static void check(int most, Map<String, NamedRequest> places) throws Exception {
    for (Map.Entry<String, NamedRequest> place : places.entrySet()) {
      for (String fits :
          List.of("x", "two words, a \"quote\" and 50 % of /", "y".repeat(most), wide(most))) {
        Api.Answer taken = place.getValue().give(fits);
        assertThat(taken.status())
            .as("%s: %s: %s", place.getKey(), fits, taken)
            .isBetween(200, 299);
      }
      for (String tooLong : List.of("y".repeat(most + 1), wide(most + 1))) {
        Api.Answer refused = place.getValue().give(tooLong);
        assertThat(refused.status()).as(place.getKey() + refused).isBetween(400, 422);
        assertThat(refused.body().toString())
            .as(place.getKey())
            .contains("at most " + most + " characters")
            .contains("has " + (most + 1));
      }
      for (String unprintable : List.of("bell\u0007", "\n", "\u0085x")) {
        Api.Answer refused = place.getValue().give(unprintable);
        assertThat(refused.status()).as(place.getKey() + refused).isBetween(400, 422);
      }
    }
  }

  @Test
  void shouldAcceptTheSameResourcesEverywhere() throws Exception {
    Map<String, NamedRequest> places = new LinkedHashMap<>();
    places.put("publish", NameLimitsTest::task);
    places.put(
        "compensation",
        name ->
            publish(
                """
                {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                  "Compensate": {"Resource": %s}}}}
                """
                    .formatted(Json.of(name))));
    places.put(
        "poll",
        name ->
            own.post(
                "/api/workers/poll",
                "{\"resources\": [%s], \"worker\": \"w\"}".formatted(Json.of(name))));
    places.put(
        "descriptors",
        name ->
            own.post(
                "/api/workers/descriptors",
                "{\"items\": [{\"resource\": %s, \"descriptor\": {}}]}".formatted(Json.of(name))));
    check(200, places);

    for (String resource : List.of("z".repeat(200), wide(200))) {
      Api.Answer scoped =
          own.post(
              "/api/keys",
              "{\"name\": \"k\", \"roles\": [\"worker\"], \"resources\": [%s, \"two words\"]}"
                  .formatted(Json.of(resource)));
      assertThat(scoped.status()).as(scoped.toString()).isEqualTo(201);
      own.post(
          "/api/flows/%s/execute".formatted(task(resource).text("code")),
          "{\"input\": {\"n\": 7}}");
      Api.Answer polled =
          own.post(
              "/api/workers/poll",
              "{\"resources\": [%s], \"wait\": 20, \"worker\": %s}"
                  .formatted(Json.of(resource), Json.of(wide(200))));
      assertThat(polled.body().toString()).contains("\"n\":7");
    }
  }

  @Test
  void shouldAcceptTheSameEventsEverywhere() throws Exception {
    String id = start("").text("id");
    Map<String, NamedRequest> places = new LinkedHashMap<>();
    places.put("publish", name -> publish(WAITS.replace("\"go\"", Json.of(name).toString())));
    places.put(
        "signal", name -> own.post("/api/flows/executions/" + id + "/events/" + part(name), "{}"));
    places.put(
        "broadcast", name -> own.post("/api/events", "{\"type\": %s}".formatted(Json.of(name))));
    places.put(
        "bulk",
        name -> bulk("\"action\": \"signal\", \"event\": " + Json.of(name), "\"flow\": \"waits\""));
    // A slash in a path does not belong to a name.
    places.replaceAll((where, place) -> name -> place.give(name.replace("/", "|")));
    check(200, places);

    for (String event : List.of("e".repeat(200), wide(200))) {
      String code = publish(WAITS.replace("\"go\"", Json.of(event).toString())).text("code");
      String waiting = own.post("/api/flows/" + code + "/execute", "{}").text("id");
      awaitParked(code);
      assertThat(own.get("/api/flows/executions/" + waiting + "/explain").status()).isEqualTo(200);
      assertThat(own.post("/api/events", "{\"type\": %s}".formatted(Json.of(event))).text("woken"))
          .isEqualTo("1");
      assertThat(own.get("/api/flows/executions/" + waiting + "?wait=20").text("status"))
          .isEqualTo("SUCCEEDED");
    }
  }

  private static void awaitParked(String code) throws Exception {
    Await.until(
        "the execution waits",
        () ->
            ((JsonArray)
                        own.get("/api/flows/executions?status=WAITING&flow=" + code)
                            .body()
                            .get("items")
                            .orElseThrow())
                    .length()
                != 0);
  }

  @Test
  void shouldFailIfAComputedEventNameIsInvalid() throws Exception {
    String code =
        publish(WAITS.replace("\"Event\": \"go\"", "\"EventPath\": \"$.name\"")).text("code");

    Api.Answer failed =
        own.post(
            "/api/flows/" + code + "/execute?wait=20",
            "{\"input\": {\"name\": %s}}".formatted(Json.of(wide(3_000))));

    assertThat(failed.text("status")).as(failed.toString()).isEqualTo("FAILED");
    assertThat(failed.text("error")).isEqualTo("States.Runtime");
    assertThat(failed.text("cause")).contains("at most 200 characters");
  }

  @Test
  void shouldAcceptTheSameBusinessKeysEverywhere() throws Exception {
    Map<String, NamedRequest> places = new LinkedHashMap<>();
    places.put("start", name -> start("\"businessKey\": " + Json.of(name)));
    places.put(
        "test",
        name -> own.post("/api/flows/waits/test", "{\"businessKey\": " + Json.of(name) + "}"));
    places.put("list", name -> own.get("/api/flows/executions?businessKey=" + part(name)));
    places.put(
        "list of a flow",
        name -> own.get("/api/flows/waits/flow-executions?businessKey=" + part(name)));
    places.put("bulk", name -> bulk("\"action\": \"cancel\"", "\"businessKey\": " + Json.of(name)));
    check(200, places);
  }

  @Test
  void shouldAcceptTheSameLabelsEverywhere() throws Exception {
    Map<String, NamedRequest> values = new LinkedHashMap<>();
    values.put("start", value -> start("\"labels\": {\"a\": %s}".formatted(Json.of(value))));
    values.put("list", value -> own.get("/api/flows/executions?label=a:" + part(value)));
    values.put(
        "bulk",
        value ->
            bulk("\"action\": \"cancel\"", "\"label\": [%s]".formatted(Json.of("a:" + value))));
    check(200, values);

    Map<String, NamedRequest> names = new LinkedHashMap<>();
    names.put("start", name -> start("\"labels\": {%s: \"v\"}".formatted(Json.of(name))));
    names.put("list", name -> own.get("/api/flows/executions?label=" + part(name) + ":v"));
    names.put(
        "bulk",
        name -> bulk("\"action\": \"cancel\"", "\"label\": [%s]".formatted(Json.of(name + ":v"))));
    check(63, names);

    assertThat(start("\"labels\": {\"a:b\": \"c\"}").text("detail")).contains("colon");
  }

  private static String labels(int count, String form) {
    return IntStream.range(0, count)
        .mapToObj(i -> form.formatted(i))
        .collect(Collectors.joining(form.contains("=") ? "&" : ","));
  }

  @Test
  void shouldAcceptUpToTwentyLabels() throws Exception {
    String json = "\"n%d\": \"v\"";
    String query = "label=n%d:v";

    assertThat(start("\"labels\": {%s}".formatted(labels(20, json))).status()).isEqualTo(202);
    assertThat(own.get("/api/flows/executions?" + labels(20, query)).body().toString())
        .contains("\"n19\":\"v\"");
    for (Api.Answer refused :
        List.of(
            start("\"labels\": {%s}".formatted(labels(21, json))),
            own.get("/api/flows/executions?" + labels(21, query)),
            bulk("\"action\": \"cancel\"", "\"label\": [%s]".formatted(labels(21, "\"n%d:v\""))))) {
      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.text("detail")).contains("at most 20 labels", "21");
    }
    Api.Answer many = start("\"labels\": {%s}".formatted(labels(12_000, json)));
    assertThat(many.text("detail")).contains("at most 20 labels", "12000");
  }

  @Test
  void shouldCallFlowsByEveryFormOfTheirName() throws Exception {
    String longest = "f".repeat(200);
    assertThat(publish(WAITS, longest).status()).isEqualTo(201);
    assertThat(publish(WAITS, longest + "f").status()).isEqualTo(422);

    assertThat(task("flow:" + longest).status()).isEqualTo(201);
    assertThat(task("flow:" + longest + ".sync").status()).isEqualTo(201);
    assertThat(task("flow:" + longest + "f.sync").body().toString())
        .contains("at most 200 characters", "has 201");
    assertThat(own.get("/api/flows/executions?flow=" + longest).status()).isEqualTo(200);
    assertThat(own.get("/api/flows/executions?flow=" + longest + "f").status()).isEqualTo(422);
  }

  @Test
  void shouldRejectNestedNamesTooLongForAStepId() throws Exception {
    String inner =
        "{\"StartAt\": \"T\", \"States\": {\"T\": {\"Type\": \"Task\", \"Resource\":"
            + " \"deep\", \"End\": true}}}";
    for (int level = 0; level < 8; level++) {
      String name = Json.of(wide(79) + level).toString();
      inner =
          "{\"StartAt\": %1$s, \"States\": {%1$s: {\"Type\": \"Parallel\", \"End\": true, \"Branches\": [%2$s]}}}"
              .formatted(name, inner);
    }

    Api.Answer refused = publish(inner);

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().toString()).contains("BAD_NAME", "more than 2000");
  }

  @Test
  void shouldRejectUnstorableValuesWithItsOwnMessage() throws Exception {
    String id = start("").text("id");
    for (String bad : List.of("a\\u0000b", "a\\ud800b")) {
      for (Api.Answer refused :
          List.of(
              start("\"businessKey\": \"%s\"".formatted(bad)),
              start("\"labels\": {\"a\": \"%s\"}".formatted(bad)),
              start("\"labels\": {\"%s\": \"a\"}".formatted(bad)),
              own.post("/api/events", "{\"type\": \"%s\"}".formatted(bad)),
              own.post("/api/events", "{\"type\": \"t\", \"id\": \"%s\"}".formatted(bad)),
              own.post("/api/workers/poll", "{\"resources\": [\"%s\"]}".formatted(bad)),
              own.post(
                  "/api/workers/poll",
                  "{\"resources\": [\"r\"], \"worker\": \"%s\"}".formatted(bad)),
              own.post(
                  "/api/flows/executions/" + id + "/pause", "{\"reason\": \"%s\"}".formatted(bad)),
              own.post("/api/admin/flows/pause-all", "{\"reason\": \"%s\"}".formatted(bad)),
              own.post("/api/keys", "{\"name\": \"%s\", \"roles\": [\"viewer\"]}".formatted(bad)),
              bulk("\"action\": \"cancel\"", "\"error\": \"%s\"".formatted(bad)),
              bulk("\"action\": \"cancel\"", "\"businessKey\": \"%s\"".formatted(bad)),
              publish(WAITS.replace("\"go\"", "\"" + bad + "\"")),
              own.post(
                  "/api/flows", "{\"name\": \"%s\", \"definition\": %s}".formatted(bad, WAITS)),
              own.post(
                  "/api/flows",
                  "{\"name\": \"n\", \"description\": \"%s\", \"definition\": %s}"
                      .formatted(bad, WAITS)))) {
        assertThat(refused.status()).as(refused.toString()).isBetween(400, 422);
        assertThat(refused.body().toString())
            .doesNotContainIgnoringCase("sql")
            .doesNotContain("ERROR:", "pawl.", "constraint", "invalid byte sequence");
      }
    }
  }
}
