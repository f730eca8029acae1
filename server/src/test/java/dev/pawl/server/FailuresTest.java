package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Failed executions that are alike are one family, which people take care of. */
@ExtendWith(OneServer.class)
class FailuresTest {

  private static final String CHARGE =
      """
      {"StartAt": "Charge card", "States": {
        "Charge card": {"Type": "Choice", "Choices": [
          {"Variable": "$.why", "IsPresent": true, "Next": "Decline"}], "Default": "Done"},
        "Decline": {"Type": "Fail", "Error": "Card.Declined", "CausePath": "$.why"},
        "Done": {"Type": "Succeed"}}}\
      """;

  private static OneServer.Running server;

  @BeforeAll
  static void known(OneServer.Running running) {
    server = running;
  }

  private static Api tenant(String code, String... flows) throws Exception {
    Api own = server.own(code);
    for (String flow : flows) {
      publish(own, flow);
    }
    return own;
  }

  private static void publish(Api own, String flow) throws Exception {
    Api.Answer published =
        own.post(
            "/api/flows?publish=true",
            "{\"code\": \"%1$s\", \"name\": \"Flow %1$s\", \"definition\": %2$s}"
                .formatted(flow, CHARGE));
    assertThat(published.status()).as(published.toString()).isEqualTo(201);
  }

  /** Runs an execution to its end and returns its id. */
  private static String run(Api own, String flow, String input, String more) throws Exception {
    Api.Answer ended =
        own.post(
            "/api/flows/%s/execute?wait=30".formatted(flow),
            "{\"input\": %s%s}".formatted(input, more));
    assertThat(ended.text("status")).as(ended.toString()).isIn("FAILED", "SUCCEEDED");
    return ended.text("id");
  }

  private static String fail(Api own, String flow, String why) throws Exception {
    return run(own, flow, "{\"why\": \"%s\"}".formatted(why), "");
  }

  private static List<Json> items(Json json) {
    return ((JsonArray) json.get("items").orElseThrow()).elements();
  }

  private static String text(Json json, String... path) {
    Json at = json;
    for (String name : path) {
      at = at.get(name).orElseThrow(() -> new AssertionError(json.toString()));
    }
    return at.asText();
  }

  /** Returns the families, once there are as many failures in them as expected. */
  private static List<Json> families(Api own, String query, int failures) throws Exception {
    Await.until(
        failures + " failures are in families",
        () ->
            items(own.get("/api/failures?" + query).body()).stream()
                    .mapToInt(one -> Integer.parseInt(text(one, "count")))
                    .sum()
                == failures);
    return items(own.get("/api/failures?" + query).body());
  }

  @Test
  void shouldGroupFailuresThatAreAlike() throws Exception {
    Api own = tenant("failures-alike", "pay", "ship");
    String first = fail(own, "pay", "Card 4711 has no funds");
    fail(own, "pay", "Card 4712 has no funds");
    String last = fail(own, "pay", "Card 99 has no funds");
    fail(own, "pay", "Card is stolen");
    fail(own, "ship", "Card 4711 has no funds");
    own.post("/api/flows/pay/test?wait=30", "{\"input\": {\"why\": \"Card 1 has no funds\"}}");

    List<Json> found = families(own, "", 5);

    assertThat(found).hasSize(3);
    Json family = found.getFirst();
    assertThat(text(family, "count")).isEqualTo("3");
    assertThat(text(family, "flow")).isEqualTo("pay");
    assertThat(text(family, "flowName")).isEqualTo("Flow pay");
    assertThat(text(family, "state")).isEqualTo("Decline");
    assertThat(text(family, "error")).isEqualTo("Card.Declined");
    assertThat(text(family, "message")).isEqualTo("Card <n> has no funds");
    assertThat(text(family, "cause")).isEqualTo("Card 99 has no funds");
    assertThat(text(family, "status")).isEqualTo("NEW");
    assertThat(text(family, "first", "execution")).isEqualTo(first);
    assertThat(text(family, "last", "execution")).isEqualTo(last);
    assertThat(text(family, "first", "version")).isEqualTo("1");
    assertThat(text(family, "first", "publishedAt")).isNotEmpty();
    assertThat(text(family, "versions")).isEqualTo("[{\"version\":1,\"count\":3}]");
    assertThat(text(family, "retryable")).isEqualTo("3");
    List<Json> series =
        ((JsonArray) family.get("series").orElseThrow().get("counts").orElseThrow()).elements();
    assertThat(series).hasSize(28);
    assertThat(series.stream().mapToInt(one -> Integer.parseInt(one.asText())).sum()).isEqualTo(3);
    assertThat(text(own.get("/api/failures").body(), "counts"))
        .isEqualTo("{\"open\":3,\"new\":3,\"known\":0,\"resolved\":0}");
    assertThat(items(own.get("/api/failures?flow=ship").body())).hasSize(1);
    assertThat(items(own.get("/api/failures?search=STOLEN").body()))
        .extracting(one -> text(one, "message"))
        .containsExactly("Card is stolen");
    assertThat(items(own.get("/api/failures?version=2").body())).isEmpty();
    assertThat(text(own.get("/api/flows/executions/" + first + "/family").body(), "id"))
        .isEqualTo(text(family, "id"));
  }

  @Test
  void shouldListFamiliesInPages() throws Exception {
    Api own = tenant("failures-pages", "pay");
    for (String why : List.of("a", "b", "b", "c")) {
      fail(own, "pay", "reason " + why);
    }
    families(own, "", 4);

    Api.Answer first = own.get("/api/failures?limit=2");
    Api.Answer second = own.get("/api/failures?limit=2&after=" + first.text("next"));

    assertThat(items(first.body())).hasSize(2);
    assertThat(text(items(first.body()).getFirst(), "message")).isEqualTo("reason b");
    assertThat(items(second.body())).hasSize(1).doesNotContainAnyElementsOf(items(first.body()));
    assertThat(second.body().get("next").orElseThrow().toString()).isEqualTo("null");
  }

  @Test
  void shouldReopenResolvedFamiliesWhenTheyRecur() throws Exception {
    Api own = tenant("failures-reopen", "pay");
    fail(own, "pay", "Card 1 has no funds");
    String id = text(families(own, "", 1).getFirst(), "id");

    assertThat(own.post("/api/failures/" + id + "/reopen", "{}").status()).isEqualTo(409);
    own.post(
        "/api/failures/" + id + "/assign",
        "{\"assignee\": \"clerk-1\", \"note\": \"ask the provider\"}");
    own.post("/api/failures/" + id + "/know", "{}");
    Api.Answer resolved =
        own.post("/api/failures/" + id + "/resolve", "{\"note\": \"provider is back\"}");

    assertThat(resolved.text("status")).isEqualTo("RESOLVED");
    assertThat(resolved.text("note")).isEqualTo("provider is back");
    assertThat(resolved.text("assignee")).isEqualTo("clerk-1");
    assertThat(items(own.get("/api/failures").body())).isEmpty();
    assertThat(items(own.get("/api/failures?status=resolved").body())).hasSize(1);

    String again = fail(own, "pay", "Card 2 has no funds");

    Json reopened = families(own, "status=new", 2).getFirst();
    assertThat(text(reopened, "status")).isEqualTo("REOPENED");
    assertThat(text(reopened, "statusBy")).isEqualTo("null");
    assertThat(text(reopened, "resolvedBy")).isNotEmpty();
    Json history = own.get("/api/failures/" + id).body().get("history").orElseThrow();
    assertThat(((JsonArray) history).elements())
        .extracting(one -> text(one, "kind"))
        .containsExactly("REOPENED", "RESOLVED", "KNOWN", "ASSIGNED", "CREATED");
    assertThat(text(((JsonArray) history).elements().getFirst(), "execution")).isEqualTo(again);
    assertThat(own.get("/api/audit?limit=50").body().toString())
        .contains("POST /api/failures/{family}/resolve", "provider is back");
  }

  @Test
  void shouldSayWhatSetsFailuresApart() throws Exception {
    Api own = tenant("failures-factors", "pay");
    for (int i = 0; i < 4; i++) {
      run(
          own,
          "pay",
          "{\"why\": \"no funds\", \"total\": %d, \"payment\": {\"method\": \"pm_prepaid_%d\"}}"
              .formatted(i, i),
          ", \"businessKey\": \"A-%d\", \"labels\": {\"client\": \"ACME\"}".formatted(i));
      run(
          own,
          "pay",
          "{\"total\": %d, \"payment\": {\"method\": \"pm_card_%d\"}}".formatted(i + 50, i),
          ", \"labels\": {\"client\": \"%s\"}".formatted(i == 0 ? "ACME" : "Umbrella"));
    }
    String id = text(families(own, "", 4).getFirst(), "id");

    Json detail = own.get("/api/failures/" + id).body();

    assertThat(text(detail, "sample"))
        .isEqualTo("{\"failures\":4,\"good\":4,\"goodRuns\":4,\"versions\":[1]}");
    List<Json> factors = ((JsonArray) detail.get("factors").orElseThrow()).elements();
    Json method =
        factors.stream()
            .filter(one -> text(one, "name").equals("payment.method"))
            .findFirst()
            .orElseThrow();
    assertThat(text(method, "value")).isEqualTo("pm_prepaid_*");
    assertThat(text(method, "prefix")).isEqualTo("true");
    assertThat(text(method, "failures")).isEqualTo("4");
    assertThat(text(method, "good")).isEqualTo("0");
    Json client =
        factors.stream().filter(one -> text(one, "kind").equals("LABEL")).findFirst().orElseThrow();
    assertThat(text(client, "value")).isEqualTo("ACME");
    assertThat(text(client, "goodShare")).isEqualTo("0.25");
    List<Json> examples = ((JsonArray) detail.get("examples").orElseThrow()).elements();
    assertThat(examples).hasSize(4);
    assertThat(text(examples.getFirst(), "businessKey")).isEqualTo("A-3");
    assertThat(text(examples.getFirst(), "values")).contains("pm_prepaid_3", "\"total\"");
  }

  @Test
  void shouldKeepTheHeadlineWhenAFamilyIsRead() throws Exception {
    Api own = tenant("failures-headline", "pay");
    for (int i = 0; i < 4; i++) {
      run(own, "pay", "{\"method\": \"pm_card_%d\"}".formatted(i), "");
    }
    String failing = "{\"why\": \"no funds\", \"method\": \"pm_prepaid_%d\"}";
    for (int i = 0; i < 3; i++) {
      run(own, "pay", failing.formatted(i), "");
    }
    Await.until(
        "the family is compared",
        () ->
            items(own.get("/api/failures").body()).stream()
                .anyMatch(one -> one.toString().contains("\"headline\":{")));
    run(own, "pay", failing.formatted(3), "");
    String id = text(families(own, "", 4).getFirst(), "id");

    Json detail = own.get("/api/failures/" + id + "?since=PT1H").body();

    assertThat(text(detail, "sample", "failures")).isEqualTo("4");
    assertThat(text(items(own.get("/api/failures").body()).getFirst(), "headline", "failures"))
        .isEqualTo("3");
  }

  @Test
  void shouldRetryAFamilyOnce() throws Exception {
    Api own = tenant("failures-retry", "pay");
    fail(own, "pay", "no funds 1");
    fail(own, "pay", "no funds 2");
    String other = fail(own, "pay", "stolen");
    String id = text(families(own, "", 3).getFirst(), "id");
    String filter = "\"filter\": {\"family\": \"%s\", \"retried\": false}".formatted(id);

    Api.Answer counted =
        own.post(
            "/api/flows/executions/bulk",
            "{\"action\": \"retry\", %s, \"dryRun\": true}".formatted(filter));
    Api.Answer job =
        own.post(
            "/api/flows/executions/bulk",
            "{\"action\": \"retry\", \"mode\": \"from-failure\", \"perMinute\": 6000, %s}"
                .formatted(filter));

    assertThat(counted.text("matches")).isEqualTo("2");
    assertThat(BulkRateTest.awaitEnd(own, job.text("id")).text("done")).isEqualTo("2");
    Json family = families(own, "search=funds", 4).getFirst();
    assertThat(text(family, "retryable")).isEqualTo("2");
    assertThat(items(own.get("/api/flows/executions?family=" + id).body())).hasSize(4);
    assertThat(items(own.get("/api/flows/executions?retried=true&family=" + id).body())).hasSize(2);
    assertThat(items(own.get("/api/flows/executions?retried=false&status=FAILED").body()))
        .hasSize(3)
        .anyMatch(one -> text(one, "id").equals(other));
  }

  @Test
  void shouldLimitTheRateOfRetries() throws Exception {
    Api own = tenant("failures-rate", "pay");
    for (int i = 0; i < 3; i++) {
      fail(own, "pay", "no funds");
    }
    String id = text(families(own, "", 3).getFirst(), "id");
    String retry = "{\"action\": \"%s\", \"perMinute\": %d, \"filter\": {\"family\": \"%s\"}}";

    Api.Answer job = own.post("/api/flows/executions/bulk", retry.formatted("retry", 1, id));

    Await.until(
        "the first is retried",
        () -> own.get("/api/jobs/" + job.text("id")).text("done").equals("1"));
    assertThat(own.get("/api/jobs/" + job.text("id")).text("status")).isEqualTo("RUNNING");
    own.post("/api/jobs/" + job.text("id") + "/cancel", "");
    assertThat(own.post("/api/flows/executions/bulk", retry.formatted("retry", 0, id)).status())
        .isEqualTo(422);
    assertThat(
            own.post("/api/flows/executions/bulk", retry.formatted("cancel", 5, id)).text("detail"))
        .contains("perMinute");
  }

  @Test
  void shouldNotShowFamiliesOfOthers() throws Exception {
    String key = server.tenant("failures-mine");
    Api mine = server.with(key);
    publish(mine, "pay");
    publish(mine, "secret");
    String hidden = fail(mine, "secret", "for no one");
    fail(mine, "pay", "no funds");
    Json family =
        families(mine, "", 2).stream()
            .filter(one -> text(one, "flow").equals("secret"))
            .findFirst()
            .orElseThrow();
    String path = "/api/failures/" + text(family, "id");
    Api foreign = tenant("failures-foreign", "pay");
    Api limited =
        server.with(
            mine.post(
                    "/api/keys",
                    "{\"name\": \"limited\", \"roles\": [\"operator\"], \"flows\": [\"pay\"]}")
                .text("key"));
    Api viewer = server.with(server.key(key, "viewer"));

    for (Api other : List.of(foreign, limited)) {
      assertThat(other.get(path).status()).isEqualTo(404);
      assertThat(other.post(path + "/resolve", "{}").status()).isEqualTo(404);
      assertThat(other.post(path + "/assign", "{\"assignee\": \"me\"}").status()).isEqualTo(404);
      assertThat(other.get("/api/failures").body().toString()).doesNotContain("for no one");
      assertThat(other.get("/api/flows/executions/" + hidden + "/family").status()).isEqualTo(404);
      assertThat(items(other.get("/api/flows/executions?family=" + text(family, "id")).body()))
          .isEmpty();
    }
    assertThat(text(limited.get("/api/failures").body(), "counts")).contains("\"open\":1");
    assertThat(viewer.get(path).status()).isEqualTo(200);
    assertThat(viewer.post(path + "/resolve", "{}").status()).isEqualTo(403);
    assertThat(mine.get(path).body().get("family").orElseThrow().get("status").orElseThrow())
        .isEqualTo(Json.of("NEW"));
  }

  @Test
  void shouldRefuseWhatIsMalformed() throws Exception {
    Api own = tenant("failures-malformed", "pay");
    String good = run(own, "pay", "{}", "");
    fail(own, "pay", "x");
    String id = text(families(own, "", 1).getFirst(), "id");

    for (String path :
        List.of(
            "/api/failures/0000000000000000",
            "/api/failures/nonsense",
            "/api/flows/executions/" + good + "/family",
            "/api/flows/executions/" + new UUID(7, 7) + "/family")) {
      assertThat(own.get(path).status()).as(path).isEqualTo(404);
    }
    for (String query :
        List.of(
            "since=PT1M",
            "since=P32D",
            "since=week",
            "status=odd",
            "limit=0",
            "limit=201",
            "after=x",
            "search=" + "x".repeat(201))) {
      Api.Answer refused = own.get("/api/failures?" + query);
      assertThat(refused.status()).as(query).isEqualTo(400);
      assertThat(refused.text("detail")).as(query).contains(query.substring(0, query.indexOf('=')));
    }
    assertThat(own.get("/api/flows/executions?family=nonsense").text("detail")).contains("family");
    String path = "/api/failures/" + id;
    assertThat(own.post(path + "/know", "{\"note\": \"%s\"}".formatted("x".repeat(1_001))).status())
        .isEqualTo(422);
    assertThat(
            own.post(path + "/assign", "{\"assignee\": \"%s\"}".formatted("x".repeat(201)))
                .text("detail"))
        .contains("200", "201");
    assertThat(own.get("/api/failures?since=PT1H").body().get("items").isPresent()).isTrue();
    assertThat(own.get("/api/failures?since=P31D").status()).isEqualTo(200);
  }

  @Test
  void shouldReportChangesToListeners() throws Exception {
    Api own = tenant("failures-feed", "pay");
    try (Stream<String> stream = own.events("/api/events?topics=failures", Optional.empty())) {
      Iterator<String> lines = stream.iterator();
      fail(own, "pay", "no funds");
      awaitLine(lines, "\"kind\":\"changed\"");
      String id = text(families(own, "", 1).getFirst(), "id");
      own.post("/api/failures/" + id + "/know", "{}");
      awaitLine(lines, "\"kind\":\"known\",\"id\":\"" + id);
    }
  }

  private static void awaitLine(Iterator<String> lines, String wanted) {
    while (lines.hasNext()) {
      if (lines.next().contains(wanted)) {
        return;
      }
    }
    throw new AssertionError("the stream ended before " + wanted);
  }
}
