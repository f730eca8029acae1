package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.database.Database;
import dev.pawl.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(OneServer.class)
class AuditTest {

  private static final String PASS =
      "{\"code\": \"pass\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
          + " \"Pass\", \"End\": true}}}}";

  @Test
  void shouldRecordActionsAndRefusalsButNotJournalContents(OneServer.Running running)
      throws Exception {
    String key = running.tenant("audited");
    Api own = running.with(key);
    Api viewer = running.with(running.key(key, "viewer"));
    own.post("/api/flows?publish=true", PASS);
    own.post("/api/flows/pass/execute", "{\"input\": {\"secret\": \"hunter2\"}}");
    viewer.post("/api/flows/pass/execute", "{\"input\": {\"secret\": \"hunter2\"}}");

    String audit = own.get("/api/audit").body().toString();

    assertThat(audit)
        .contains("\"endpoint\":\"POST /api/flows\"", "\"target\":\"/api/flows\"", "\"status\":201")
        .contains("\"endpoint\":\"POST /api/flows/{flow}/execute\"", "\"status\":403", "viewer (")
        .contains("\"endpoint\":\"POST /api/keys\"", "\"address\":\"127.0.0.1\"")
        .doesNotContain("\"status\":202", "\"status\":200", "hunter2", key, "publish=true");
    assertThat(own.get("/api/audit?denied=true").body().toString())
        .contains("\"status\":403")
        .doesNotContain("\"status\":201");
    assertThat(own.get("/api/audit?endpoint=keys&actor=first").body().toString())
        .contains("POST /api/keys")
        .doesNotContain("/api/flows");
    assertThat(running.admin().get("/api/audit").body().toString()).doesNotContain("viewer (");
    assertThat(viewer.get("/api/audit").status()).isEqualTo(403);
  }

  @Test
  void shouldShowUnauthenticatedRequestsToThePlatformOnly(OneServer.Running running)
      throws Exception {
    running
        .wire()
        .from("127.0.0.77")
        .call("GET", "/api/flows", List.of("Authorization: Bearer x"), "");

    assertThat(running.admin().get("/api/audit?strangers=true&limit=1000").body().toString())
        .contains("127.0.0.77", "\"status\":401");
    assertThat(running.with(running.tenant("curious")).get("/api/audit?strangers=true").status())
        .isEqualTo(403);
  }

  @Test
  void shouldRecordUnmappedRequestsOnlyIfTheyWereDenied() throws Exception {
    // Uses a separate server, because key lookups fail for a moment.
    try (OneServer.Running running = OneServer.Running.start()) {
      String key = running.tenant("astray");
      // A key that was used within the last second is cached.
      String fresh = running.key(key, "viewer");
      String suspended = running.key(key, "viewer");
      Api own = running.with(key);

      assertThat(own.post("/api/astray", "{}").status()).isBetween(404, 405);
      sql(running, "alter table pawl.api_key rename column digest to test_no_digest");
      assertThat(post(running, "127.0.0.80", fresh).status()).isEqualTo(503);
      sql(running, "alter table pawl.api_key rename column test_no_digest to digest");
      assertThat(post(running, "127.0.0.81", "x").status()).isEqualTo(401);
      running.admin().post("/api/tenants/astray/suspend", "");
      assertThat(post(running, "127.0.0.82", suspended).status()).isEqualTo(403);
      running.admin().post("/api/tenants/astray/resume", "");

      assertThat(own.get("/api/audit/verify").body().toString()).contains("\"entries\":3");
      assertThat(own.get("/api/audit?denied=true").body().toString())
          .contains("\"endpoint\":\"POST -\"", "\"status\":403", "127.0.0.82");
      assertThat(running.admin().get("/api/audit?strangers=true&limit=1000").body().toString())
          .contains("\"endpoint\":\"POST -\"", "127.0.0.81")
          .doesNotContain("127.0.0.80");
    }
  }

  private static Wire.Answer post(OneServer.Running running, String from, String key)
      throws IOException {
    return running
        .wire()
        .from(from)
        .call("POST", "/api/astray", List.of("Authorization: Bearer " + key), "{}");
  }

  @Test
  void shouldPageAndKeepOneChainDespiteConcurrentWriters(OneServer.Running running)
      throws Exception {
    Api own = running.with(running.tenant("busy"));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> calls =
          IntStream.range(0, 24)
              .mapToObj(
                  i ->
                      threads.submit(
                          () ->
                              own.post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}")
                                  .status()))
              .toList();
      for (Future<Integer> call : calls) {
        assertThat(call.get()).isEqualTo(201);
      }
    } finally {
      threads.shutdownNow();
    }

    Api.Answer verified = own.get("/api/audit/verify");
    assertThat(verified.body().toString())
        .contains("\"intact\":true", "\"entries\":24")
        .doesNotContain("brokenAt\":1");
    Api.Answer page = own.get("/api/audit?limit=10");
    assertThat(page.text("next")).isEqualTo("15");
    assertThat(own.get("/api/audit?limit=10&after=15").body().toString())
        .contains("\"number\":14", "\"number\":5")
        .doesNotContain("\"number\":15,");
  }

  @Test
  void shouldShowChangedAndRemovedStates(OneServer.Running running) throws Exception {
    Api own = running.with(running.tenant("forged"));
    for (int i = 0; i < 5; i++) {
      own.post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}");
    }
    String mine = "tenant = (select id from pawl.tenant where name = 'forged')";
    assertThatThrownBy(() -> sql(running, "delete from pawl.audit where " + mine))
        .hasStackTraceContaining("can only be added to");

    sql(
        running,
        "alter table pawl.audit disable trigger all; update pawl.audit set actor = 'somebody' where"
            + " number = 3 and "
            + mine
            + "; alter table pawl.audit enable trigger all");
    assertThat(own.get("/api/audit/verify").body().toString())
        .contains("\"intact\":false", "\"brokenAt\":3");

    sql(
        running,
        "alter table pawl.audit disable trigger all; delete from pawl.audit where number = 2 and "
            + mine
            + "; alter table pawl.audit enable trigger all");
    assertThat(own.get("/api/audit/verify").body().toString())
        .contains("\"intact\":false", "\"brokenAt\":3", "\"entries\":1");
  }

  @Test
  void shouldRecordSignInsAndWhoStartedAnExecution(OneServer.Running running) throws Exception {
    String key = running.tenant("signed-in");
    Api own = running.with(key);
    own.post("/api/flows?publish=true", PASS);
    String code = own.post("/api/session/link", "").text("path");

    running.wire().call("GET", code, List.of(), "");

    assertThat(own.get("/api/audit?endpoint=signin").body().toString())
        .contains("\"endpoint\":\"GET /signin\"", "first key (", "\"status\":303")
        .doesNotContain(code.substring(code.indexOf('=') + 1));
    String id = own.post("/api/flows/pass/execute?wait=20", "{}").text("id");
    assertThat(own.get("/api/flows/executions/" + id).text("startedBy")).startsWith("first key (");
    assertThat(own.get("/api/flows/executions").body().toString())
        .contains("\"startedBy\":\"first key (");
    assertThat(own.post("/api/flows/executions/" + id + "/retry", "").text("startedBy"))
        .startsWith("first key (");
  }

  @Test
  void shouldForgetOldEntriesAndFollowTheChainFromWhatIsKept(@TempDir Path data) throws Exception {
    try (PawlServer first = PawlServer.start(ServerSettings.in(data).withPort(0))) {
      Api admin =
          new Api(first.address(), Optional.of(Files.readString(data.resolve("admin.key"))));
      for (int i = 0; i < 6; i++) {
        admin.post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}");
      }
      // Entries are aged together with their digests, which depend on the time.
      first.tables().update("alter table pawl.audit disable trigger all");
      first.tables().update("update pawl.audit set at = at - interval '40 days' where number < 4");
      first.tables().update("alter table pawl.audit enable trigger all");
    }
    try (PawlServer again =
        PawlServer.start(ServerSettings.in(data).withPort(0).withAuditDays(30))) {
      Api admin =
          new Api(again.address(), Optional.of(Files.readString(data.resolve("admin.key"))));
      Await.until(
          "old audit entries are deleted",
          () -> !(admin.get("/api/audit").body().toString().contains("\"number\":3,")));

      assertThat(admin.get("/api/audit/verify").body().toString())
          .contains("\"intact\":true", "\"first\":4", "\"entries\":3");
      admin.post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}");
      assertThat(admin.get("/api/audit/verify").body().toString())
          .contains("\"intact\":true", "\"first\":4", "\"entries\":4");
      assertThatThrownBy(() -> again.tables().update("delete from pawl.audit where number = 4"))
          .hasStackTraceContaining("can only be added to");
      again.tables().update("alter table pawl.audit disable trigger all");
      again.tables().update("delete from pawl.audit where number = 4");
      again.tables().update("alter table pawl.audit enable trigger all");
      assertThat(admin.get("/api/audit/verify").body().toString())
          .contains("\"intact\":false", "\"brokenAt\":5");
    }
  }

  @Test
  void shouldTrustTheConfiguredProxyOnly(OneServer.Running running, @TempDir Path data)
      throws Exception {
    List<String> claims =
        List.of("Authorization: Bearer x", "X-Forwarded-For: 6.6.6.6, 203.0.113.9");
    try (PawlServer behind =
        PawlServer.start(ServerSettings.in(data).withPort(0).behindProxy("127.0.0.1"))) {
      Api admin =
          new Api(behind.address(), Optional.of(Files.readString(data.resolve("admin.key"))));
      new Wire(behind.address()).call("GET", "/api/flows", claims, "");
      new Wire(behind.address())
          .call(
              "GET",
              "/api/flows",
              List.of("Authorization: Bearer x", "X-Forwarded-For: <script>"),
              "");

      assertThat(admin.get("/api/audit?strangers=true").body().toString())
          .contains("\"address\":\"203.0.113.9\"", "\"address\":\"127.0.0.1\"")
          .doesNotContain("6.6.6.6", "script");
    }
    running.wire().from("127.0.0.78").call("GET", "/api/flows", claims, "");
    assertThat(running.admin().get("/api/audit?strangers=true&limit=1000").body().toString())
        .contains("127.0.0.78")
        .doesNotContain("203.0.113.9");
  }

  /** Blocks all appends to the audit of a tenant until the connection is closed. */
  private static Connection hold(OneServer.Running running, String tenant) throws SQLException {
    Connection connection = running.server().database().connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "select pg_advisory_xact_lock(hashtext('pawl.audit'), id) from pawl.tenant where name ="
              + " '%s'".formatted(tenant));
    }
    return connection;
  }

  private static void awaitBlockedAppend(Connection held) throws SQLException {
    try (Statement statement = held.createStatement()) {
      boolean isWaiting = false;
      while (!isWaiting) {
        try (ResultSet rows =
            statement.executeQuery(
                "select exists (select from pg_locks where locktype = 'advisory' and not granted"
                    + " and database = (select oid from pg_database where datname ="
                    + " current_database()))")) {
          rows.next();
          isWaiting = rows.getBoolean(1);
        }
      }
    }
  }

  /** Returns a definition whose response is larger than any buffer. */
  private static String large(String code) {
    return PASS.replace("\"pass\"", "\"" + code + "\"")
        .replace("\"Pass\"", "\"Pass\", \"Comment\": \"" + "x".repeat(100_000) + "\"");
  }

  @Test
  void shouldNotAnswerBeforeTheEntryIsDurable(OneServer.Running running) throws Exception {
    String key = running.tenant("prompt");
    Api own = running.with(key);
    Api viewer = running.with(running.key(key, "viewer"));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Connection held = hold(running, "prompt")) {
      Future<Api.Answer> refused =
          threads.submit(() -> viewer.post("/api/flows", large("prompt-refused")));
      Future<Api.Answer> done = threads.submit(() -> own.post("/api/flows", large("prompt-done")));
      awaitBlockedAppend(held);

      assertThatThrownBy(() -> refused.get(500, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      assertThatThrownBy(() -> done.get(500, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      held.rollback();

      assertThat(refused.get().status()).isEqualTo(403);
      assertThat(done.get().status()).isEqualTo(201);
      assertThat(done.get().body().toString()).contains("x".repeat(100_000));
    } finally {
      threads.shutdownNow();
    }
    assertThat(own.get("/api/audit").body().toString())
        .contains("\"status\":403", "\"status\":201");
  }

  @Test
  void shouldAnswerUnavailableIfTheAuditCannotBeWritten() throws Exception {
    // Uses a separate server, because audit writes fail for a moment.
    try (OneServer.Running running = OneServer.Running.start()) {
      String key = running.tenant("unwritten");
      Api own = running.with(key);
      Api viewer = running.with(running.key(key, "viewer"));
      sql(running, "alter table pawl.audit rename to audit_away");

      Api.Answer refused = viewer.post("/api/flows", PASS);
      Api.Answer changed = own.keyed("once").post("/api/flows", PASS);
      Wire.Answer linked =
          running
              .wire()
              .call(
                  "POST",
                  "/api/session/link",
                  List.of("Authorization: Bearer " + key, "Content-Length: 0"),
                  "");
      sql(running, "alter table pawl.audit_away rename to audit");

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.text("detail")).doesNotContain("audit_away", "relation", "SQL");
      assertThat(changed.status()).isEqualTo(503);
      assertThat(changed.text("detail")).contains("may have been done", "Idempotency-Key");
      assertThat(linked.status()).isEqualTo(503);
      assertThat(linked.headers().toString()).contains("Retry-After", "X-Content-Type-Options");
      assertThat(linked.body()).doesNotContain("/signin");
      assertThat(own.keyed("once").post("/api/flows", PASS).status()).isEqualTo(201);
      assertThat(viewer.post("/api/flows", PASS).status()).isEqualTo(403);
      assertThat(own.get("/api/audit").body().toString())
          .contains("\"status\":403", "\"status\":201");
    }
  }

  @Test
  void shouldCountRequestsWithoutAKeyByAddressAndMinute() throws Exception {
    try (OneServer.Running running = OneServer.Running.start()) {
      String stranger = "address, count, status, last_at is not null and last_at >= at";
      for (int i = 0; i < 60; i++) {
        running
            .wire()
            .from("127.0.0.90")
            .call("GET", "/api/flows/" + i, List.of("Authorization: Bearer x"), "");
      }
      running.wire().from("127.0.0.91").call("GET", "/api/flows", List.of(), "");

      String shown = running.admin().get("/api/audit?strangers=true").body().toString();

      assertThat(shown).contains("127.0.0.90", "127.0.0.91", "\"count\":1", "\"lastAt\":");
      // A minute may have ended in between.
      assertThat(
              rows(
                  running,
                  "select count(*) <= 2, sum(count) from pawl.audit where tenant = 0 and address ="
                      + " '127.0.0.90'"))
          .isEqualTo("t 60");
      assertThat(rows(running, "select " + stranger + " from pawl.audit where count > 50 limit 1"))
          .matches("(127.0.0.90 \\d+ 401 t)?");
      assertThat(running.admin().get("/api/audit/verify?strangers=true").body().toString())
          .contains("\"intact\":true");
      sql(
          running,
          "alter table pawl.audit disable trigger all; update pawl.audit set count = count + 1"
              + " where tenant = 0; alter table pawl.audit enable trigger all");
      assertThat(running.admin().get("/api/audit/verify?strangers=true").body().toString())
          .contains("\"intact\":false", "\"brokenAt\":1");
    }
  }

  @Test
  void shouldWriteRequestsWithoutAKeyOnShutdown(@TempDir Path data) throws Exception {
    try (PawlServer first = PawlServer.start(ServerSettings.in(data).withPort(0))) {
      new Wire(first.address()).from("127.0.0.92").call("GET", "/api/flows", List.of(), "");
    }
    try (PawlServer again = PawlServer.start(ServerSettings.in(data).withPort(0))) {
      Api admin =
          new Api(again.address(), Optional.of(Files.readString(data.resolve("admin.key"))));

      assertThat(admin.get("/api/audit?strangers=true").body().toString()).contains("127.0.0.92");
    }
  }

  private static String rows(OneServer.Running running, String question) throws SQLException {
    try (Connection connection = running.server().database().connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      StringBuilder text = new StringBuilder();
      while (rows.next()) {
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          text.append(i == 1 ? "" : " ").append(rows.getString(i));
        }
      }
      return text.toString();
    }
  }

  private static void sql(OneServer.Running running, String text) throws SQLException {
    Database database = running.server().database();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }
}
