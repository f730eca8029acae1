package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OneServer.class)
class BulkTest {

  private static final String WAITS =
      "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Wait\", \"Event\": \"go\", \"End\":"
          + " true}}}";
  private static final String FAILS =
      "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Fail\", \"Error\": \"Oops\"}}}";

  private static PawlServer server;
  private static Api admin;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    server = running.server();
    admin = running.own("bulk");
  }

  private static void start(String code, String definition, int executions) throws Exception {
    admin.post(
        "/api/flows?publish=true",
        "{\"code\": \"%s\", \"definition\": %s}".formatted(code, definition));
    for (int i = 0; i < executions; i++) {
      assertThat(admin.post("/api/flows/" + code + "/execute", "{}").status()).isEqualTo(202);
    }
  }

  private static Api.Answer bulk(String body) throws Exception {
    return admin.post("/api/flows/executions/bulk", body);
  }

  private static Api.Answer ended(Api.Answer job) throws Exception {
    assertThat(job.status()).as(job.toString()).isEqualTo(202);
    return BulkRateTest.awaitEnd(admin, job.text("id"));
  }

  private static JsonArray found(String query) throws Exception {
    return (JsonArray)
        admin.get("/api/flows/executions?limit=1000&" + query).body().get("items").orElseThrow();
  }

  private static int count(String query) throws Exception {
    return found(query).length();
  }

  private static void awaitCount(String query, int count) throws Exception {
    Await.until("as many executions as expected", () -> count(query) == count);
  }

  @Test
  void shouldCancelMatchingExecutionsOnly() throws Exception {
    start("many", WAITS, 250);
    start("bystander", WAITS, 1);
    Api.Answer counted =
        bulk("{\"action\": \"cancel\", \"filter\": {\"flow\": \"many\"}, \"dryRun\": true}");
    assertThat(counted.text("matches")).isEqualTo("250");
    assertThat(counted.text("atLeast")).isEqualTo("false");
    assertThat(counted.body().get("sample").orElseThrow().get(4)).isPresent();
    assertThat(counted.body().get("sample").orElseThrow().get(5)).isEmpty();

    Api.Answer job =
        ended(
            bulk("{\"action\": \"cancel\", \"filter\": {\"flow\": \"many\"}, \"reason\": \"x\"}"));

    assertThat(job.text("status")).isEqualTo("DONE");
    assertThat(job.text("done")).isEqualTo("250");
    assertThat(job.text("total")).isEqualTo("250");
    assertThat(UUID.fromString(job.text("id")).version()).isEqualTo(7);
    awaitCount("flow=many&status=CANCELLED", 250);
    assertThat(count("flow=bystander&status=CANCELLED")).isZero();
  }

  @Test
  void shouldNotRepeatWorkWhenTheJobIsResumed() throws Exception {
    start("failing", FAILS, 5);
    awaitCount("flow=failing&status=FAILED", 5);
    Api.Answer job =
        ended(
            bulk(
                "{\"action\": \"retry\", \"reason\": \"the disk was full\","
                    + " \"filter\": {\"flow\": \"failing\", \"status\": \"FAILED\"}}"));
    assertThat(job.text("done")).isEqualTo("5");
    awaitCount("flow=failing", 10);
    assertThat(retriedOnes("failing"))
        .hasSize(5)
        .allSatisfy(
            one -> {
              assertThat(one.text("startedBy")).isEqualTo(job.text("createdBy"));
              assertThat(one.text("retryReason")).isEqualTo("the disk was full");
            });

    // Simulates a node that died before it stored its progress and whose clock was behind.
    server
        .tables()
        .update(
            "update pawl.job set status = 'RUNNING', last_execution = null, done = 0, ended_at ="
                + " null, total = null, created_at = now(), node = 0, lease_until = now() -"
                + " interval '1 second' where id = ?",
            UUID.fromString(job.text("id")));
    Api.Answer again = admin.get("/api/jobs/" + job.text("id"));
    while (again.text("status").equals("RUNNING")) {
      again = admin.get("/api/jobs/" + job.text("id"));
    }

    assertThat(again.text("done")).isEqualTo("5");
    assertThat(again.text("refused")).isEqualTo("0");
    assertThat(again.text("total")).isEqualTo("5");
    assertThat(count("flow=failing")).isEqualTo(10);
  }

  private static List<Api.Answer> retriedOnes(String flow) throws Exception {
    List<Api.Answer> retried = new ArrayList<>();
    for (Json one : found("flow=" + flow).elements()) {
      Api.Answer shown = admin.get("/api/flows/executions/" + one.get("id").orElseThrow().asText());
      if (!shown.text("retriedFrom").equals("null")) {
        retried.add(shown);
      }
    }
    return retried;
  }

  @Test
  void shouldSignalPauseAndResume() throws Exception {
    start("acted-on", WAITS, 3);
    String filter = "\"filter\": {\"flow\": \"acted-on\"}";

    ended(bulk("{\"action\": \"pause\", %s}".formatted(filter)));
    awaitCount("flow=acted-on&status=PAUSED", 3);
    ended(bulk("{\"action\": \"resume\", %s}".formatted(filter)));
    ended(
        bulk("{\"action\": \"signal\", \"event\": \"go\", \"payload\": 7, %s}".formatted(filter)));

    awaitCount("flow=acted-on&status=SUCCEEDED", 3);
    assertThat(ended(bulk("{\"action\": \"cancel\", %s}".formatted(filter))).text("refused"))
        .isEqualTo("3");
  }

  @Test
  void shouldListJobsTheNewestFirst() throws Exception {
    start("listed", WAITS, 1);
    String filter = "\"filter\": {\"flow\": \"listed\"}";
    String first = ended(bulk("{\"action\": \"pause\", %s}".formatted(filter))).text("id");
    String second = ended(bulk("{\"action\": \"resume\", %s}".formatted(filter))).text("id");

    Api.Answer page = admin.get("/api/jobs?limit=1&status=DONE");
    Api.Answer next = admin.get("/api/jobs?limit=1&status=DONE&after=" + page.text("next"));

    assertThat(page.body().toString()).contains(second).doesNotContain(first);
    assertThat(next.body().toString()).contains(first).doesNotContain(second);
    assertThat(admin.get("/api/jobs?status=FAILED").body().toString()).doesNotContain(first);
    assertThat(admin.get("/api/jobs?after=x").status()).isEqualTo(400);
  }

  @Test
  void shouldNotBeBlockedByAnUnreadableDefinition() throws Exception {
    start("unreadable", FAILS, 2);
    awaitCount("flow=unreadable&status=FAILED", 2);
    // Simulates a job created by a newer release.
    server
        .tables()
        .update(
            "insert into pawl.version (tenant, flow, number, digest, document)"
                + " select id, 'unreadable', 2, '\\x00', 'nothing'::bytea from pawl.tenant"
                + " where name = 'bulk'");
    server.tables().update("update pawl.finished set version = 2 where flow = 'unreadable'");

    Api.Answer job = ended(bulk("{\"action\": \"retry\", \"filter\": {\"flow\": \"unreadable\"}}"));

    assertThat(job.text("status")).isEqualTo("DONE");
    assertThat(job.text("refused")).isEqualTo("2");
  }

  @Test
  void shouldStopAJobThatIsCancelled() throws Exception {
    // A job leased to another node for the next minute.
    server
        .tables()
        .update(
            "insert into pawl.job (tenant, id, action, request, lease_until, created_by)"
                + " select id, '00000000-0000-4000-8000-000000000001', 'CANCEL', '{}',"
                + " now() + interval '1 minute', 'me' from pawl.tenant where name = 'bulk'");
    String job = "/api/jobs/00000000-0000-4000-8000-000000000001";

    assertThat(admin.get(job).text("status")).isEqualTo("RUNNING");
    assertThat(admin.post(job + "/cancel", "").text("status")).isEqualTo("CANCELLED");
    assertThat(admin.post(job + "/cancel", "").status()).isEqualTo(409);
    assertThat(admin.get("/api/jobs/7").status()).isEqualTo(404);
  }

  @Test
  void shouldRejectBulkActionsWithoutAFilter() throws Exception {
    assertThat(bulk("{\"action\": \"cancel\"}").text("code")).isEqualTo("no-filter");
    assertThat(bulk("{\"action\": \"cancel\", \"filter\": {\"label\": []}}").text("code"))
        .isEqualTo("no-filter");
    assertThat(bulk("{\"action\": \"cancel\", \"filter\": {\"test\": \"all\"}}").text("code"))
        .isEqualTo("no-filter");
    assertThat(bulk("{\"action\": \"cancel\", \"filter\": {}}").text("code"))
        .isEqualTo("no-filter");
    assertThat(bulk("{\"action\": \"burn\", \"filter\": {\"flow\": \"x\"}}").status())
        .isEqualTo(400);
    assertThat(bulk("{\"action\": \"signal\", \"filter\": {\"flow\": \"x\"}}").text("code"))
        .isEqualTo("bad-event");
    assertThat(
            bulk("{\"action\": \"cancel\", \"filter\": {\"flow\": \"x\"}, \"reason\": \"%s\"}"
                    .formatted("r".repeat(1_001)))
                .text("detail"))
        .contains("1000", "shorten");
  }
}
