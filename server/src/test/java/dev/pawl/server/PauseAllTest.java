package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The emergency stop of a tenant. */
@ExtendWith(OneServer.class)
@Execution(ExecutionMode.CONCURRENT)
class PauseAllTest {

  private static final String WAITS =
      "{\"code\": \"waits\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
          + " \"Wait\", \"Event\": \"go\", \"End\": true}}}}";

  private static final String BEGINS_OTHERS =
      """
      {"code": "parent", "definition": {"StartAt": "A", "States": {
        "A": {"Type": "Wait", "Event": "begin", "Next": "B"},
        "B": {"Type": "Task", "Resource": "arn:aws:states:::states:startExecution", "Next": "C",
              "Parameters": {"StateMachineArn": "waits", "Input": {}}},
        "C": {"Type": "Wait", "Event": "go", "End": true}}}}\
      """;

  /** It stays in memory for a moment, which a limit may not allow. */
  private static final String BEGINS_OTHERS_AT_ONCE =
      """
      {"code": "parent", "definition": {"StartAt": "B", "States": {
        "B": {"Type": "Task", "Resource": "arn:aws:states:::states:startExecution", "Next": "C",
              "Parameters": {"StateMachineArn": "waits", "Input": {}}},
        "C": {"Type": "Wait", "Seconds": 1, "Next": "D"},
        "D": {"Type": "Wait", "Event": "go", "End": true}}}}\
      """;

  private static final String CALLS_AND_WAITS =
      """
      {"code": "parent", "definition": {"StartAt": "A", "States": {
        "A": {"Type": "Task", "Resource": "flow:waits.sync", "End": true}}}}\
      """;

  private static final String PAUSE_FOR_FIRE = "{\"running\": \"pause\", \"reason\": \"fire\"}";

  private static OneServer.Running server;
  private static Api own;

  @BeforeAll
  static void tenant(OneServer.Running running) throws Exception {
    server = running;
    own = running.with(running.tenant("pause-all"));
    own.post("/api/flows?publish=true", WAITS);
  }

  private static String started() throws Exception {
    return started(own);
  }

  private static String started(Api api) throws Exception {
    String path = "/api/flows/executions/" + api.post("/api/flows/waits/execute", "{}").text("id");
    awaitStatus(api, path, "WAITING");
    return path;
  }

  private static void awaitStatus(String path, String status) throws Exception {
    awaitStatus(own, path, status);
  }

  private static void awaitStatus(Api api, String path, String status) throws Exception {
    Await.until("the status is as expected", () -> api.get(path).text("status").equals(status));
  }

  private static void awaitEnd(Api.Answer job) throws Exception {
    awaitEnd(own, job);
  }

  private static void awaitEnd(Api api, Api.Answer job) throws Exception {
    assertThat(job.status()).as(job.toString()).isEqualTo(202);
    Await.until(
        "the job ends",
        () -> !(api.get("/api/jobs/" + job.text("id")).text("status").equals("RUNNING")));
  }

  @Test
  void shouldStopATenantAndResumeItsExecutions() throws Exception {
    String one = started();
    String other = started();
    String pausedBefore = started();
    own.post(pausedBefore + "/pause", "{\"reason\": \"mine\"}");
    awaitStatus(pausedBefore, "PAUSED");
    String ended = started();
    own.post(ended + "/cancel", "");
    awaitStatus(ended, "CANCELLED");
    Api elsewhere = server.with(server.tenant("pause-all-not"));
    elsewhere.post("/api/flows?publish=true", WAITS);

    awaitEnd(own.post("/api/admin/flows/pause-all", PAUSE_FOR_FIRE));

    awaitStatus(one, "PAUSED");
    awaitStatus(other, "PAUSED");
    Api.Answer refused = own.post("/api/flows/waits/execute", "{}");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.text("code")).isEqualTo("tenant-paused");
    assertThat(own.post(ended + "/retry", "").text("code")).isEqualTo("tenant-paused");
    assertThat(elsewhere.post("/api/flows/waits/execute", "{}").status()).isEqualTo(202);

    awaitEnd(own.post("/api/admin/flows/resume-all", ""));

    awaitStatus(one, "WAITING");
    awaitStatus(other, "WAITING");
    assertThat(own.get(pausedBefore).text("status")).isEqualTo("PAUSED");
    assertThat(own.post("/api/flows/waits/execute", "{}").status()).isEqualTo(202);
    assertThat(own.post("/api/admin/flows/resume-all", "").text("code")).isEqualTo("not-halted");
    assertThat(
            own.post(
                    "/api/flows/executions/bulk",
                    "{\"action\": \"pause_all\", \"filter\": {\"flow\": \"waits\"}}")
                .status())
        .isEqualTo(400);
  }

  @Test
  void shouldFinishRunningExecutionsUnlessAskedToPauseThem() throws Exception {
    Api alone = server.own("pause-all-finish");
    alone.post("/api/flows?publish=true", WAITS);
    alone.post("/api/flows?publish=true", BEGINS_OTHERS);
    String running = started(alone);
    String parent =
        "/api/flows/executions/" + alone.post("/api/flows/parent/execute", "{}").text("id");

    Api.Answer job = alone.post("/api/admin/flows/pause-all", "{\"reason\": \"fire\"}");
    awaitEnd(alone, job);

    assertThat(job.text("action")).isEqualTo("STOP_STARTS");
    assertThat(alone.get("/api/jobs/" + job.text("id")).text("status")).isEqualTo("DONE");
    assertThat(alone.post("/api/flows/waits/execute", "{}").text("code"))
        .isEqualTo("tenant-paused");
    assertThat(alone.post("/api/flows/waits/test", "{}").text("code")).isEqualTo("tenant-paused");
    // Also executions that it starts itself.
    alone.post(parent + "/events/begin", "{}");
    alone.post(parent + "/events/go", "{}");
    alone.post(running + "/events/go", "{}");
    awaitStatus(alone, parent, "SUCCEEDED");
    awaitStatus(alone, running, "SUCCEEDED");
    String child = "/api/flows/executions/" + children(alone).getFirst();
    assertThat(alone.get(child + "/explain").body().toString()).doesNotContain("paused");
    alone.post(child + "/events/go", "{}");
    awaitStatus(alone, child, "SUCCEEDED");

    awaitEnd(alone, alone.post("/api/admin/flows/resume-all", ""));

    assertThat(alone.post("/api/flows/waits/execute", "{}").status()).isEqualTo(202);
    assertThat(alone.get("/api/audit").body().toString())
        .contains("\"target\":\"/api/admin/flows/pause-all?running=finish\"");
  }

  @Test
  void shouldPauseRunningExecutionsAlsoLater() throws Exception {
    Api alone = server.own("pause-all-later");
    alone.post("/api/flows?publish=true", WAITS);
    String running = started(alone);
    awaitEnd(alone, alone.post("/api/admin/flows/pause-all", "{\"running\": \"finish\"}"));
    assertThat(alone.get(running).text("status")).isEqualTo("WAITING");

    awaitEnd(alone, alone.post("/api/admin/flows/pause-all", "{\"running\": \"pause\"}"));

    awaitStatus(alone, running, "PAUSED");
    assertThat(alone.get("/api/audit").body().toString())
        .contains("\"target\":\"/api/admin/flows/pause-all?running=pause\"");

    awaitEnd(alone, alone.post("/api/admin/flows/resume-all", ""));

    awaitStatus(alone, running, "WAITING");
  }

  @Test
  void shouldRejectUnknownValuesOfRunning() throws Exception {
    Api.Answer refused = own.post("/api/admin/flows/pause-all", "{\"running\": \"kill\"}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("detail"))
        .isEqualTo("/running: 'kill' is not allowed; allowed are finish, pause");
  }

  @Test
  void shouldNotReportTheReasonOfAnOperatorAsItsOwn() throws Exception {
    Api alone = server.own("pause-all-named");
    alone.post("/api/flows?publish=true", WAITS);
    String path = started(alone);
    alone.post(path + "/pause", "{\"reason\": \"pause-all: not by that\"}");
    awaitStatus(alone, path, "PAUSED");

    awaitEnd(alone, alone.post("/api/admin/flows/pause-all", PAUSE_FOR_FIRE));
    awaitEnd(alone, alone.post("/api/admin/flows/resume-all", ""));

    assertThat(alone.get(path).text("status")).isEqualTo("PAUSED");
  }

  @Test
  void shouldPauseOthersIfOneCannotBeRead() throws Exception {
    Api alone = server.own("pause-all-unread");
    alone.post("/api/flows?publish=true", WAITS);
    String other = started(alone);
    String unreadable = started(alone);
    awaitEnd(alone, alone.post("/api/admin/flows/pause-all", PAUSE_FOR_FIRE));
    // The job ends when all executions have a message; each reads it a moment later.
    awaitStatus(alone, other, "PAUSED");
    awaitStatus(alone, unreadable, "PAUSED");
    server
        .server()
        .tables()
        .update(
            "update pawl.journal set fact = '\\x00' where execution = ? and seq = 2",
            UUID.fromString(unreadable.substring(unreadable.lastIndexOf('/') + 1)));

    awaitEnd(alone, alone.post("/api/admin/flows/resume-all", ""));

    awaitStatus(alone, other, "WAITING");
    assertThat(alone.get(unreadable).text("status")).isEqualTo("PAUSED");
  }

  @Test
  void shouldExplainThatTheTenantIsStopped() throws Exception {
    Api alone = server.own("pause-all-explained");
    alone.post("/api/flows?publish=true", WAITS);
    String stopped = started(alone);
    String pausedBefore = started(alone);
    alone.post(pausedBefore + "/pause", "{\"reason\": \"mine\"}");
    awaitStatus(alone, pausedBefore, "PAUSED");
    String by = alone.post("/api/admin/flows/pause-all", PAUSE_FOR_FIRE).text("createdBy");
    awaitStatus(alone, stopped, "PAUSED");

    assertThat(alone.get(stopped + "/explain").body().toString())
        .contains("\"kind\":\"tenant-paused\"", "POST /api/admin/flows/resume-all")
        .contains("all flows of the tenant were paused, with what ran ('%s'): fire".formatted(by))
        .containsPattern("\"kind\":\"tenant-paused\"[^}]*\"since\":\"20")
        .doesNotContain("an operator paused it");
    assertThat(alone.get(pausedBefore + "/explain").body().toString())
        .contains("an operator paused it ('%s'): mine".formatted(by), pausedBefore + "/resume")
        .doesNotContain("tenant-paused");
  }

  @Test
  void shouldPauseExecutionsStartedDuringTheJob() throws Exception {
    Api alone = server.own("pause-all-births");
    alone.post("/api/flows?publish=true", WAITS);
    alone.post("/api/flows?publish=true", BEGINS_OTHERS);
    String parent =
        "/api/flows/executions/" + alone.post("/api/flows/parent/execute", "{}").text("id");
    awaitStatus(alone, parent, "WAITING");
    String newer = started(alone);

    Api.Answer job;
    try (Connection gate = server.server().database().connect()) {
      gate.setAutoCommit(false);
      lock(gate, newer);
      job = alone.post("/api/admin/flows/pause-all", PAUSE_FOR_FIRE);
      Await.until("a session waits for the lock", () -> isWriterBlocked(gate));
      // The job has found all executions to pause, newest first; then another one appears.
      alone.post(parent + "/events/begin", "{}");
      Await.until("the parent has a child", () -> !(children(alone).isEmpty()));
      gate.rollback();
    }
    awaitEnd(alone, job);

    awaitStatus(alone, parent, "PAUSED");
    String child = "/api/flows/executions/" + children(alone).getFirst();
    awaitStatus(alone, child, "PAUSED");
    assertThat(alone.get("/api/jobs/" + job.text("id")).text("done")).isEqualTo("3");

    awaitEnd(alone, alone.post("/api/admin/flows/resume-all", ""));

    awaitStatus(alone, child, "WAITING");
  }

  @Test
  void shouldNotStartQueuedExecutionsUntilAllAreResumed() throws Exception {
    Api alone = server.own("pause-all-unheard");
    alone.post("/api/flows?publish=true", WAITS);
    alone.post("/api/flows?publish=true", BEGINS_OTHERS_AT_ONCE);
    limit("pause-all-unheard", "{\"flows\": {\"parent\": {\"concurrent\": 0}}}");
    String held =
        "/api/flows/executions/" + alone.post("/api/flows/parent/execute", "{}").text("id");
    Await.until(
        "explain names the limit",
        () -> alone.get(held + "/explain").body().toString().contains("\"kind\":\"limit\""));

    awaitEnd(alone, alone.post("/api/admin/flows/pause-all", PAUSE_FOR_FIRE));
    limit("pause-all-unheard", "{\"flows\": {\"parent\": {\"concurrent\": 100}}}");

    Await.until(
        "explain names the stop of the tenant",
        () -> alone.get(held + "/explain").body().toString().contains("\"tenant-paused\""));
    assertThat(alone.get(held).text("status")).isEqualTo("PENDING");
    assertThat(children(alone)).isEmpty();

    awaitEnd(alone, alone.post("/api/admin/flows/resume-all", ""));

    Await.until("the parent has a child", () -> !(children(alone).isEmpty()));
    for (String child : children(alone)) {
      awaitStatus(alone, "/api/flows/executions/" + child, "WAITING");
    }
  }

  @Test
  void shouldStartChildrenOfRunningExecutionsDuringAPause() throws Exception {
    Api alone = server.own("pause-all-awaited");
    String child = childBehindALimit(alone, "pause-all-awaited");

    awaitEnd(alone, alone.post("/api/admin/flows/pause-all", ""));
    limit("pause-all-awaited", "{}");

    awaitStatus(alone, child, "WAITING");
  }

  @Test
  void shouldPauseChildrenOfRunningExecutionsAtTheirStart() throws Exception {
    Api alone = server.own("pause-all-late");
    String child = childBehindALimit(alone, "pause-all-late");

    awaitEnd(alone, alone.post("/api/admin/flows/pause-all", PAUSE_FOR_FIRE));
    assertThat(alone.get(child).text("status")).isEqualTo("PENDING");
    limit("pause-all-late", "{}");
    awaitStatus(alone, child, "PAUSED");

    awaitEnd(alone, alone.post("/api/admin/flows/resume-all", ""));

    awaitStatus(alone, child, "WAITING");
  }

  @Test
  void shouldStartHeldBackExecutionsWhenAllAreResumed() throws Exception {
    Api alone = server.own("pause-all-unstarted");
    String child = childBehindALimit(alone, "pause-all-unstarted");

    awaitEnd(alone, alone.post("/api/admin/flows/pause-all", PAUSE_FOR_FIRE));
    awaitEnd(alone, alone.post("/api/admin/flows/resume-all", ""));
    limit("pause-all-unstarted", "{}");

    awaitStatus(alone, child, "WAITING");
  }

  private static String childBehindALimit(Api api, String tenant) throws Exception {
    api.post("/api/flows?publish=true", WAITS);
    api.post("/api/flows?publish=true", CALLS_AND_WAITS);
    limit(tenant, "{\"flows\": {\"waits\": {\"concurrent\": 0}}}");
    api.post("/api/flows/parent/execute", "{}");
    Await.until("the parent has a child", () -> !(children(api).isEmpty()));
    String child = "/api/flows/executions/" + children(api).getFirst();
    Await.until(
        "explain names the limit",
        () -> api.get(child + "/explain").body().toString().contains("\"kind\":\"limit\""));
    return child;
  }

  private static void limit(String tenant, String limits) throws Exception {
    Api.Answer limited = server.admin().call("PUT", "/api/tenants/" + tenant + "/limits", limits);
    assertThat(limited.status()).as(limited.toString()).isEqualTo(200);
  }

  /** Writes to that execution block. */
  private static void lock(Connection gate, String path) throws SQLException {
    try (PreparedStatement statement =
        gate.prepareStatement("select from pawl.execution where id = ? for update")) {
      statement.setObject(1, UUID.fromString(path.substring(path.lastIndexOf('/') + 1)));
      statement.executeQuery();
    }
  }

  private static boolean isWriterBlocked(Connection gate) throws SQLException {
    try (PreparedStatement statement =
            gate.prepareStatement(
                "select exists (select from pg_locks l"
                    + " where not l.granted and l.transactionid = pg_current_xact_id()::xid)");
        ResultSet rows = statement.executeQuery()) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  private static List<String> children(Api api) throws Exception {
    Json found =
        api.get("/api/flows/waits/flow-executions?parent=any").body().get("items").orElseThrow();
    return ((JsonArray) found)
        .elements().stream()
            .filter(one -> !one.get("parent").orElseThrow().kind().equals("null"))
            .map(one -> one.get("id").orElseThrow().asText())
            .toList();
  }

  @Test
  void shouldLetOnlyThePlatformStopAllTenants() throws Exception {
    // Uses a separate server, because the stop affects all of its tenants.
    try (OneServer.Running alone = OneServer.Running.start()) {
      Api tenant = alone.with(alone.tenant("stopped"));
      tenant.post("/api/flows?publish=true", WAITS);

      assertThat(tenant.post("/api/admin/flows/pause-all?everyTenant=true", "").status())
          .isEqualTo(403);
      assertThat(tenant.post("/api/flows/waits/execute", "{}").status()).isEqualTo(202);
      alone.admin().post("/api/admin/flows/pause-all?everyTenant=true", "");
      assertThat(tenant.post("/api/flows/waits/execute", "{}").text("code"))
          .isEqualTo("tenant-paused");
      assertThat(alone.admin().post("/api/admin/flows/resume-all?everyTenant=true", "").status())
          .isEqualTo(202);
      assertThat(tenant.post("/api/flows/waits/execute", "{}").status()).isEqualTo(202);
    }
  }
}
