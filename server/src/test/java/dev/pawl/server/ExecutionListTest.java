package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.testkit.Await;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lists of executions: filters, orders, progress and counts over time. */
@ExtendWith(OneServer.class)
class ExecutionListTest {

  private static final String LIST = "/api/flows/executions";

  private static final String CREATE =
      "{\"code\": \"%1$s\", \"name\": \"Flow %1$s\", \"definition\": {\"StartAt\": \"%2$s\","
          + " \"States\": {%3$s}}}";

  private static Api own;

  @BeforeAll
  static void deploy(OneServer.Running running) throws Exception {
    own = running.own("execution-lists");
    flow(
        "quick",
        "A",
        "\"A\": {\"Type\": \"Pass\", \"Next\": \"B\"}, \"B\": {\"Type\": \"Succeed\"}");
    flow(
        "fails",
        "A",
        "\"A\": {\"Type\": \"Pass\", \"Next\": \"B\"}, \"B\": {\"Type\": \"Fail\", \"Error\":"
            + " \"Card.Declined\", \"Cause\": \"no funds\"}");
    flow(
        "waits",
        "A",
        "\"A\": {\"Type\": \"Pass\", \"Next\": \"B\"}, \"B\": {\"Type\": \"Wait\", \"Event\":"
            + " \"go\", \"Next\": \"C\"}, \"C\": {\"Type\": \"Succeed\"}");
    flow(
        "recovers",
        "A",
        "\"A\": {\"Type\": \"Task\", \"Resource\": \"shaky\", \"Catch\": [{\"ErrorEquals\":"
            + " [\"States.ALL\"], \"Next\": \"B\"}], \"End\": true}, \"B\": {\"Type\":"
            + " \"Succeed\"}");
  }

  private static void flow(String code, String start, String states) throws Exception {
    Api.Answer made = own.post("/api/flows?publish=true", CREATE.formatted(code, start, states));
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
  }

  private static String start(String flow, String body) throws Exception {
    Api.Answer started = own.post("/api/flows/" + flow + "/execute?wait=5", body);
    return started.text("id");
  }

  private static String waiting(String key) throws Exception {
    String id =
        own.post("/api/flows/waits/execute", "{\"businessKey\": \"%s\"}".formatted(key)).text("id");
    Await.until(
        "the execution waits", () -> own.get(LIST + "/" + id).text("status").equals("WAITING"));
    return id;
  }

  private static List<Json> items(String query) throws Exception {
    Api.Answer answer = own.get(LIST + "?" + query);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return ((JsonArray) answer.body().get("items").orElseThrow()).elements();
  }

  private static List<String> ids(String query) throws Exception {
    return items(query).stream().map(one -> text(one, "id")).toList();
  }

  private static String text(Json value, String name) {
    return value.get(name).orElse(JsonNull.NULL).asText();
  }

  @Test
  void shouldFindBySeveralStatusesIdsAndVersions() throws Exception {
    String done = start("quick", "{\"businessKey\": \"several\"}");
    String failed = start("fails", "{\"businessKey\": \"several\"}");
    String waits = waiting("several");

    assertThat(ids("businessKey=several&status=SUCCEEDED&status=FAILED"))
        .containsExactly(failed, done);
    assertThat(ids("businessKey=several&status=WAITING,FAILED")).containsExactly(waits, failed);
    assertThat(ids("id=" + failed.substring(0, 35))).contains(failed).hasSizeLessThan(4);
    assertThat(ids("ids=" + done + "&ids=" + waits)).containsExactly(waits, done);
    assertThat(ids("businessKey=several&version=1")).hasSize(3);
    assertThat(ids("businessKey=several&version=2")).isEmpty();
    assertThat(ids("businessKey=several&trigger=api")).hasSize(3);
    assertThat(ids("businessKey=several&trigger=webhook")).isEmpty();
    assertThat(ids("businessKey=several&tookMin=3600")).isEmpty();
    assertThat(ids("businessKey=several&tookMax=3600")).hasSize(3);
    assertThat(own.get(LIST + "?id=xyz").text("detail")).contains("id: must be the beginning");
    assertThat(own.get(LIST + "?status=NOPE").text("detail")).contains("PENDING");
    assertThat(own.get(LIST + "?tookMin=-1").status()).isEqualTo(400);
    assertThat(own.get(LIST + "?tookMin=soon").text("detail")).contains("a number");
  }

  @Test
  void shouldShowTheProgressOfEachExecution() throws Exception {
    String done = start("quick", "{\"businessKey\": \"progress\"}");
    String failed = start("fails", "{\"businessKey\": \"progress\"}");
    String waits = waiting("progress");
    own.post(LIST + "/" + waits + "/pause", "{\"reason\": \"wrong rates\"}");
    Await.until(
        "the execution is paused",
        () -> own.get(LIST + "/" + waits).text("status").equals("PAUSED"));

    List<Json> found = items("businessKey=progress&progress=true");

    assertThat(found.stream().map(one -> text(one, "id"))).containsExactly(waits, failed, done);
    assertThat(found.stream().map(one -> text(one, "flowName")))
        .containsExactly("Flow waits", "Flow fails", "Flow quick");
    assertThat(own.get(LIST + "/" + done).text("flowName")).isEqualTo("Flow quick");
    Json paused = found.get(0).get("progress").orElseThrow();
    assertThat(text(paused, "state")).isEqualTo("B");
    assertThat(text(paused, "done")).isEqualTo("1");
    assertThat(text(paused, "total")).isEqualTo("3");
    assertThat(text(paused, "remark")).isEqualTo("wrong rates");
    assertThat(text(paused, "by")).isNotEmpty();
    Json broken = found.get(1).get("progress").orElseThrow();
    assertThat(text(broken, "state")).isEqualTo("B");
    assertThat(text(broken, "error")).isEqualTo("Card.Declined");
    assertThat(text(broken, "done") + "/" + text(broken, "total")).isEqualTo("1/2");
    Json good = found.get(2).get("progress").orElseThrow();
    assertThat(text(good, "done") + "/" + text(good, "total")).isEqualTo("2/2");
    assertThat(text(good, "updatedAt")).isEqualTo(text(found.get(2), "endedAt"));
  }

  @Test
  void shouldSortByUpdateAndDurationWithoutGapsOrRepeats() throws Exception {
    List<String> all = new ArrayList<>();
    String first = waiting("sorted");
    all.add(first);
    for (int i = 0; i < 6; i++) {
      all.add(start(i % 2 == 0 ? "quick" : "fails", "{\"businessKey\": \"sorted\"}"));
    }
    own.post(LIST + "/" + first + "/events/go", "{}");
    Await.until(
        "the execution has ended",
        () -> own.get(LIST + "/" + first).text("status").equals("SUCCEEDED"));

    assertThat(ids("businessKey=sorted&sort=updated").getFirst()).isEqualTo(first);
    assertThat(ids("businessKey=sorted&sort=duration").getFirst()).isEqualTo(first);
    assertThat(ids("businessKey=sorted&sort=duration&order=asc").getLast()).isEqualTo(first);
    assertThat(ids("businessKey=sorted&sort=started&order=asc")).containsExactlyElementsOf(all);
    for (String sort : List.of("started", "updated", "duration")) {
      for (String order : List.of("asc", "desc")) {
        String query = "businessKey=sorted&sort=" + sort + "&order=" + order;
        assertThat(paged(query)).as(query).containsExactlyElementsOf(ids(query));
      }
    }
    assertThat(own.get(LIST + "?sort=updated&after=nonsense").status()).isEqualTo(400);
    assertThat(own.get(LIST + "?sort=name").status()).isEqualTo(400);
  }

  private static List<String> paged(String query) throws Exception {
    List<String> seen = new ArrayList<>();
    String after = "";
    while (true) {
      Api.Answer page = own.get(LIST + "?limit=2&" + query + "&after=" + after);
      ((JsonArray) page.body().get("items").orElseThrow())
          .elements()
          .forEach(one -> seen.add(text(one, "id")));
      // One that starts between two pages must not move the others.
      start("quick", "{}");
      if (page.body().get("next").orElse(JsonNull.NULL).equals(JsonNull.NULL)) {
        return seen;
      }
      after = page.text("next");
    }
  }

  @Test
  void shouldFindErrorsOfStepsThatDidNotEndTheExecution() throws Exception {
    String recovered =
        own.post(
                "/api/flows/recovers/test?wait=10",
                "{\"mockHandlers\": {\"A\": {\"error\": \"Ship.Lost\", \"cause\": \"fell off %s\"}}}"
                    .formatted("x".repeat(2_000)))
            .text("id");
    start("fails", "{}");

    assertThat(own.get(LIST + "/" + recovered + "?wait=10").text("status")).isEqualTo("SUCCEEDED");
    assertThat(ids("test=all&stepError=lost")).containsExactly(recovered);
    assertThat(ids("test=all&stepError=ship.lost%20fell")).containsExactly(recovered);
    assertThat(ids("test=all&error=lost")).isEmpty();
    assertThat(ids("test=all&stepError=lost&status=FAILED")).isEmpty();
    assertThat(
            own.post(
                    LIST + "/bulk",
                    "{\"action\": \"retry\", \"filter\": {\"stepError\": \"x\"}, \"dryRun\": true}")
                .text("detail"))
        .contains("stepError: not for bulk actions");
  }

  @Test
  void shouldCountOverTime() throws Exception {
    start("quick", "{\"businessKey\": \"counted\"}");
    start("fails", "{\"businessKey\": \"counted\"}");
    waiting("counted");

    Json counts = own.get(LIST + "/histogram?businessKey=counted&buckets=10").body();

    assertThat(text(counts, "total")).isEqualTo("3");
    for (String outcome : List.of("succeeded", "failed", "live")) {
      assertThat(sum(counts, outcome)).as(outcome).isEqualTo(1);
    }
    assertThat(sum(counts, "cancelled")).isZero();
    Json none = own.get(LIST + "/histogram?businessKey=nobody").body();
    assertThat(text(none, "total")).isEqualTo("0");
    assertThat(own.get(LIST + "/histogram?buckets=201").status()).isEqualTo(400);
  }

  private static long sum(Json counts, String outcome) {
    return ((JsonArray) counts.get(outcome).orElseThrow())
        .elements().stream().mapToLong(one -> Long.parseLong(one.asText())).sum();
  }

  @Test
  void shouldCountAndSampleBeforeABulkActionOnSelectedOnes() throws Exception {
    String failed = start("fails", "{}");
    String done = start("quick", "{}");

    Api.Answer counted =
        own.post(
            LIST + "/bulk",
            "{\"action\": \"retry\", \"filter\": {\"ids\": [\"%s\", \"%s\"]}, \"dryRun\": true}"
                .formatted(failed, done));

    assertThat(counted.text("matches")).isEqualTo("2");
    assertThat(counted.body().get("byStatus").orElseThrow().toString())
        .contains("\"FAILED\":1", "\"SUCCEEDED\":1");
    assertThat(counted.body().get("sample").orElseThrow().toString()).contains(failed, done);
  }

  @Test
  void shouldNotShowExecutionsOfOthers(OneServer.Running running) throws Exception {
    String mine = start("fails", "{\"businessKey\": \"private\"}");
    Api stranger = running.own("execution-lists-stranger");

    for (String query :
        List.of(
            "ids=" + mine,
            "id=" + mine.substring(0, 30),
            "stepError=declined&test=all",
            "sort=updated",
            "sort=duration&progress=true")) {
      assertThat(stranger.get(LIST + "?" + query).body().toString()).as(query).doesNotContain(mine);
    }
    assertThat(stranger.get(LIST + "/histogram").text("total")).isEqualTo("0");
  }

  @Test
  void shouldAgreeWithTheExecutionItself() throws Exception {
    for (int i = 0; i < 20; i++) {
      own.post(
          "/api/flows/" + List.of("quick", "fails", "waits").get(i % 3) + "/execute",
          "{\"businessKey\": \"agrees\"}");
    }

    Await.until(
        "lists and executions agree",
        () -> {
          HashSet<String> differences = new HashSet<>();
          for (Json row : items("businessKey=agrees&progress=true")) {
            String shown = own.get(LIST + "/" + text(row, "id")).text("status");
            if (!shown.equals(text(row, "status"))) {
              differences.add(text(row, "id"));
            }
          }
          return differences.isEmpty();
        });
  }
}
