package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.testkit.Await;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Outline, state at any fact, single steps and previews of executions. */
@ExtendWith(OneServer.class)
class TimeTravelTest {

  private static final String FLOW =
      """
      {"code": "%s", "definition": {"StartAt": "Book", "States": {
        "Book": {"Type": "Task", "Resource": "%s", "Assign": {"booking": "B-1"}, "Next": "Each",
          "Compensate": {"Resource": "unbook"}},
        "Each": {"Type": "Map", "ItemsPath": "$.items", "ResultPath": "$.done",
          "ItemProcessor": {"StartAt": "Double", "States": {
            "Double": {"Type": "Pass", "End": true}}}, "Next": "Sign"},
        "Sign": {"Type": "Human", "Outcomes": {"yes": {"Next": "Done"}}},
        "Done": {"Type": "Succeed"}}}}
      """;

  private static Api api;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    api = running.with(running.tenant("time-travel"));
  }

  /** Starts an execution and completes its first task; it then waits for a decision. */
  private static String waiting(String code) throws Exception {
    String resource = "book-" + code;
    Api.Answer published = api.post("/api/flows?publish=true", FLOW.formatted(code, resource));
    assertThat(published.status()).as(published.toString()).isEqualTo(201);
    Api.Answer started =
        api.post("/api/flows/" + code + "/execute", "{\"input\": {\"items\": [1, 2, 3]}}");
    assertThat(started.status()).as(started.toString()).isEqualTo(202);
    Json work =
        ((JsonArray)
                api.post(
                        "/api/workers/poll",
                        "{\"resources\": [\"%s\"], \"wait\": 30, \"worker\": \"w\"}"
                            .formatted(resource))
                    .body())
            .get(0)
            .orElseThrow();
    assertThat(
            api.post(
                    "/api/workers/" + work.get("token").orElseThrow().asText() + "/success",
                    "{\"output\": {\"items\": [1, 2, 3]}}")
                .status())
        .isEqualTo(200);
    String path = "/api/flows/executions/" + started.text("id");
    Await.until("the decision is awaited", () -> isAt(path, "Sign"));
    return path;
  }

  private static boolean isAt(String path, String state) throws Exception {
    return list(api.get(path + "/state").body(), "current").stream()
        .anyMatch(one -> one.get("state").orElseThrow().asText().equals(state));
  }

  private static List<Json> list(Json value, String... members) {
    Json found = value;
    for (String member : members) {
      found = found.get(member).orElseThrow(() -> new AssertionError(member + " in " + value));
    }
    return ((JsonArray) found).elements();
  }

  private static String step(String path, String state) throws Exception {
    return list(api.get(path + "/steps").body(), "items").stream()
        .filter(one -> one.get("state").orElseThrow().asText().equals(state))
        .map(one -> one.get("step").orElseThrow().asText())
        .findFirst()
        .orElseThrow();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void shouldOutlineAllStepsInColumns() throws Exception {
    String path = waiting("outline");

    Json outline = api.get(path + "/outline").body();

    assertThat(list(outline, "states").stream().map(Json::asText))
        .containsExactly("Book", "Each", "Double", "Sign");
    assertThat(list(outline, "types").stream().map(Json::asText))
        .containsExactly("Task", "Map", "Pass", "Human");
    assertThat(list(outline, "steps", "index")).hasSize(6);
    assertThat(list(outline, "frames").stream().map(Json::asText)).startsWith("/").hasSize(4);
    assertThat(list(outline, "entries", "seq")).hasSameSizeAs(list(outline, "entries", "step"));
    assertThat(list(outline, "steps", "input")).isEmpty();
    assertThat(list(outline, "folded")).isEmpty();
  }

  @Test
  void shouldReturnOnlyWhatChangedSinceAFact() throws Exception {
    String path = waiting("since");
    Json whole = api.get(path + "/outline").body();
    String seq = whole.get("seq").orElseThrow().toString();

    Json nothing = api.get(path + "/outline?since=" + seq).body();
    Json later = api.get(path + "/outline?since=1").body();

    assertThat(list(nothing, "steps", "index")).isEmpty();
    assertThat(list(nothing, "entries", "seq")).isEmpty();
    assertThat(list(later, "steps", "index").getFirst().toString()).isEqualTo("1");
    assertThat(list(later, "entries", "seq")).allMatch(one -> !one.toString().equals("1"));
  }

  @Test
  void shouldSummariseFramesBelowTheDepth() throws Exception {
    String path = waiting("depth");

    Json outline = api.get(path + "/outline?depth=0").body();

    assertThat(list(outline, "steps", "index")).hasSize(3);
    Json folded = list(outline, "folded").getFirst();
    assertThat(folded.get("step").orElseThrow().toString()).isEqualTo("1");
    assertThat(folded.get("frames").orElseThrow().toString()).isEqualTo("3");
    assertThat(folded.get("byStatus").orElseThrow().toString()).isEqualTo("{\"SUCCEEDED\":3}");
  }

  @Test
  void shouldGiveEqualPayloadsEqualDigests() throws Exception {
    List<String> first = digests(waiting("digest-a"));
    List<String> second = digests(waiting("digest-b"));

    assertThat(first).isEqualTo(second).hasSize(6).doesNotContain("");
    assertThat(first.stream().distinct().count()).isGreaterThan(1);
  }

  private static List<String> digests(String path) throws Exception {
    return list(api.get(path + "/outline?digests=true").body(), "steps", "input").stream()
        .map(Json::asText)
        .toList();
  }

  @Test
  void shouldReturnTheStateAfterAnyFact() throws Exception {
    String path = waiting("state");

    Json first = api.get(path + "/state?at=1").body();
    Json now = api.get(path + "/state").body();
    Api.Answer beyond = api.get(path + "/state?at=1000");

    assertThat(list(first, "current").getFirst().get("state").orElseThrow().asText())
        .isEqualTo("Book");
    assertThat(first.get("variables").orElseThrow().toString()).isEqualTo("{}");
    assertThat(list(now, "current").getFirst().get("state").orElseThrow().asText())
        .isEqualTo("Sign");
    assertThat(now.get("variables").orElseThrow().toString()).isEqualTo("{\"booking\":\"B-1\"}");
    assertThat(beyond.status()).isEqualTo(400);
    assertThat(beyond.text("detail")).contains("at: 1000 is above the number of the last fact");
  }

  @Test
  void shouldListTheStepsAsOfAFact() throws Exception {
    String path = waiting("steps-at");

    List<Json> first = list(api.get(path + "/steps?at=1").body(), "items");
    Api.Answer page = api.get(path + "/steps?limit=2");

    assertThat(first).hasSize(1);
    assertThat(first.getFirst().get("status").orElseThrow().asText()).isEqualTo("RUNNING");
    assertThat(list(page.body(), "items")).hasSize(2);
    assertThat(list(api.get(path + "/steps?after=" + encoded(page.text("next"))).body(), "items"))
        .hasSize(4);
  }

  @Test
  void shouldReturnOneStepAsOfAFact() throws Exception {
    String path = waiting("one-step");
    String book = encoded(step(path, "Book"));

    Json now = api.get(path + "/step?step=" + book).body();
    Json before = api.get(path + "/step?step=" + book + "&at=1").body();

    assertThat(now.get("step").orElseThrow().get("status").orElseThrow().asText())
        .isEqualTo("SUCCEEDED");
    assertThat(list(now, "step", "attempts")).hasSize(1);
    assertThat(before.get("step").orElseThrow().get("status").orElseThrow().asText())
        .isEqualTo("RUNNING");
    assertThat(before.get("step").orElseThrow().get("output").orElse(JsonNull.NULL))
        .isEqualTo(JsonNull.NULL);
    assertThat(api.get(path + "/step?step=" + encoded("/@99")).status()).isEqualTo(404);
    assertThat(api.get(path + "/step?step=first").status()).isEqualTo(400);
    assertThat(api.get(path + "/step?step=" + encoded(step(path, "Sign")) + "&at=1").status())
        .isEqualTo(404);
  }

  @Test
  void shouldPreviewWhatIsUndoneAndCompensated() throws Exception {
    String path = waiting("preview");
    String book = encoded(step(path, "Book"));

    Json back = api.get(path + "/preview?action=send-back&step=" + book).body();
    Json cancel = api.get(path + "/preview?action=cancel").body();
    Json quiet = api.get(path + "/preview?action=cancel&compensate=false").body();
    Json retry = api.get(path + "/preview?action=retry").body();

    assertThat(states(back, "undone"))
        .containsExactly("Double", "Double", "Double", "Each", "Book");
    assertThat(states(back, "compensated")).containsExactly("Book");
    assertThat(states(cancel, "compensated")).containsExactly("Book");
    assertThat(states(cancel, "cancelled")).containsExactly("Sign");
    assertThat(states(quiet, "compensated")).isEmpty();
    assertThat(retry.get("allowed").orElseThrow().toString()).isEqualTo("false");
    assertThat(retry.get("objection").orElseThrow().asText()).contains("has ended");
    assertThat(api.get(path).text("status")).isEqualTo("WAITING");
    assertThat(api.get(path + "/preview?action=explode").text("detail"))
        .contains("'explode' is not one of cancel, pause, resume");
    assertThat(api.get(path + "/preview?action=skip").text("detail")).contains("step: required");
  }

  private static Stream<String> states(Json preview, String list) {
    return list(preview, list).stream().map(one -> one.get("state").orElseThrow().asText());
  }

  @Test
  void shouldPreviewARetryFromTheFailure() throws Exception {
    assertThat(
            api.post(
                    "/api/flows?publish=true",
                    """
                    {"code": "retry-preview", "definition": {"StartAt": "A", "States": {
                      "A": {"Type": "Pass", "Next": "B"},
                      "B": {"Type": "Task", "Resource": "fails", "End": true}}}}
                    """)
                .status())
        .isEqualTo(201);
    Api.Answer started = api.post("/api/flows/retry-preview/execute", "{}");
    String path = "/api/flows/executions/" + started.text("id");
    Json work =
        ((JsonArray)
                api.post("/api/workers/poll", "{\"resources\": [\"fails\"], \"wait\": 30}").body())
            .get(0)
            .orElseThrow();
    api.post(
        "/api/workers/" + work.get("token").orElseThrow().asText() + "/failure",
        "{\"error\": \"Broken\"}");
    assertThat(api.get(path + "?wait=30").text("status")).isEqualTo("FAILED");

    Json fromFailure = api.get(path + "/preview?action=retry-from-failure").body();
    Json cancel = api.get(path + "/preview?action=cancel").body();

    assertThat(fromFailure.get("allowed").orElseThrow().toString()).isEqualTo("true");
    assertThat(list(fromFailure, "next").stream().map(Json::asText)).containsExactly("B");
    assertThat(cancel.get("allowed").orElseThrow().toString()).isEqualTo("false");
    Json outline = api.get(path + "/outline").body();
    assertThat(list(outline, "errors").stream().map(Json::asText)).containsExactly("Broken");
  }
}
