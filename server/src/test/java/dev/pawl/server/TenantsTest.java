package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.connection.ConnectionTemplate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OneServer.class)
class TenantsTest {

  private static final String PASS =
      "{\"code\": \"pass\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
          + " \"Pass\", \"End\": true}}}}";

  @Test
  void shouldCreateTenantsWithTheirOwnKey(OneServer.Running running) throws Exception {
    Api own = running.with(running.tenant("acme"));

    assertThat(own.post("/api/flows?publish=true", PASS).status()).isEqualTo(201);
    assertThat(own.get("/api/keys").status()).isEqualTo(200);
    assertThat(own.get("/api/tenants").status()).isEqualTo(403);
    assertThat(running.admin().get("/api/flows/pass").status()).isEqualTo(404);
    assertThat(running.admin().get("/api/tenants").body().toString())
        .contains("\"code\":\"acme\"", "\"status\":\"ACTIVE\"", "\"code\":\"default\"");
    assertThat(running.admin().get("/api/tenants?after=acme&limit=1").body().toString())
        .doesNotContain("\"code\":\"acme\"");
  }

  @Test
  void shouldRejectInvalidTenantIds(OneServer.Running running) throws Exception {
    running.tenant("taken");

    assertThat(running.admin().post("/api/tenants", "{\"code\": \"taken\"}").text("code"))
        .isEqualTo("code-taken");
    for (String code : List.of("", "Upper", "-dash", "a b", "ä", "x".repeat(64))) {
      Api.Answer refused =
          running.admin().post("/api/tenants", "{\"code\": \"%s\"}".formatted(code));
      assertThat(refused.status()).as(code).isEqualTo(422);
      assertThat(refused.text("code")).isEqualTo("bad-code");
    }
  }

  @Test
  void shouldDenyASuspendedTenantUntilItIsResumed(OneServer.Running running) throws Exception {
    Api own = running.with(running.tenant("late-payer"));
    assertThat(own.get("/api/flows").status()).isEqualTo(200);

    running.admin().post("/api/tenants/late-payer/suspend", "");
    Api.Answer refused = own.get("/api/flows");
    // A key is cached for a second.
    while (refused.status() == 200) {
      refused = own.get("/api/flows");
    }
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text("code")).isEqualTo("tenant-suspended");

    assertThat(running.admin().post("/api/tenants/late-payer/resume", "").text("status"))
        .isEqualTo("ACTIVE");
    while (refused.status() == 403) {
      refused = own.get("/api/flows");
    }
    assertThat(refused.status()).isEqualTo(200);
    assertThat(running.admin().post("/api/tenants/default/suspend", "").text("code"))
        .isEqualTo("own-tenant");
  }

  @Test
  void shouldIssueKeysToATenantThatLostItsOwn(OneServer.Running running) throws Exception {
    String first = running.tenant("forgetful");
    String path = "/api/tenants/forgetful/keys";
    String asked = "{\"name\": \"second\", \"roles\": [\"tenant-admin\"]}";

    Api.Answer issued = running.admin().post(path, asked);

    assertThat(issued.status()).isEqualTo(201);
    assertThat(running.with(issued.text("key")).get("/api/keys").body().toString())
        .contains("\"name\":\"first key\"", "\"name\":\"second\"");
    assertThat(running.with(first).post(path, asked).status()).isEqualTo(403);
    assertThat(running.admin().post("/api/tenants/nobody/keys", asked).status()).isEqualTo(404);
    assertThat(
            running
                .admin()
                .post(path, "{\"name\": \"k\", \"roles\": [\"platform-admin\"]}")
                .text("code"))
        .isEqualTo("bad-role");
  }

  @Test
  void shouldNotKeepATenantWithoutAKey() throws Exception {
    // Uses a separate server, because keys cannot be issued for a moment.
    try (OneServer.Running running = OneServer.Running.start()) {
      ConnectionTemplate tables = running.server().tables();
      // The caller is cached by now, so the time of use of its key is not written.
      running.tenant("whole");
      tables.update(
          "alter table pawl.api_key add constraint test_no_key check (id is null) not valid");
      assertThat(running.admin().post("/api/tenants", "{\"code\": \"half\"}").status())
          .isGreaterThanOrEqualTo(400);
      tables.update("alter table pawl.api_key drop constraint test_no_key");

      assertThat(running.admin().get("/api/tenants/half").status()).isEqualTo(404);
      assertThat(running.admin().post("/api/tenants", "{\"code\": \"half\"}").status())
          .isEqualTo(201);
    }
  }

  @Test
  void shouldKeepLimits(OneServer.Running running) throws Exception {
    running.tenant("limited");
    String path = "/api/tenants/limited/limits";

    Api.Answer set =
        running
            .admin()
            .call(
                "PUT",
                path,
                """
                {"concurrent": 5, "active": 4, "overflow": "reject", "startsPerSecond": 9,
                 "flows": {"a": {"concurrent": 2, "queueTimeout": 60}, "c": {"active": 1}}}
                """);
    assertThat(set.body()).hasToString(running.admin().get(path).body().toString());
    assertThat(set.body())
        .hasToString(
            "{\"concurrent\":5,\"active\":4,\"overflow\":\"reject\",\"queueTimeout\":null,"
                + "\"startsPerSecond\":9,\"startsPerMinute\":null,\"startsPerDay\":null,\"activeFlows\":null,\"definitionBytes\":null,\"flows\":{"
                + "\"a\":{\"concurrent\":2,\"active\":null,\"overflow\":\"queue\",\"queueTimeout\":60},"
                + "\"c\":{\"concurrent\":null,\"active\":1,\"overflow\":null,"
                + "\"queueTimeout\":null}}}");

    running.admin().call("PUT", path, "{\"flows\": {\"b\": {\"concurrent\": 3}}}");
    assertThat(running.admin().get(path).body())
        .hasToString(
            "{\"concurrent\":null,\"active\":null,\"overflow\":null,\"queueTimeout\":null,"
                + "\"startsPerSecond\":null,\"startsPerMinute\":null,\"startsPerDay\":null,\"activeFlows\":null,\"definitionBytes\":null,\"flows\":{\"b\":{\"concurrent\":3,\"active\":null,"
                + "\"overflow\":\"queue\",\"queueTimeout\":null}}}");
    for (String bad :
        List.of(
            "{\"concurrent\": -1}",
            "{\"concurrent\": 100001}",
            "{\"startsPerSecond\": 0}",
            "{\"startsPerSecond\": 1000001}",
            "{\"active\": -1}",
            "{\"overflow\": \"reject\"}",
            "{\"queueTimeout\": 9}",
            "{\"concurrent\": 1, \"overflow\": \"drop\"}",
            "{\"concurrent\": 1, \"queueTimeout\": 0}",
            "{\"flows\": {\"\": {\"concurrent\": 1}}}")) {
      assertThat(running.admin().call("PUT", path, bad).status()).as(bad).isEqualTo(422);
    }
    assertThat(running.admin().call("PUT", path, "{\"flows\": {\"a\": null}}").status())
        .isEqualTo(400);
    assertThat(running.admin().get("/api/tenants/nobody/limits").status()).isEqualTo(404);
  }

  @Test
  void shouldLimitOnlyATenantThatStartsTooMuch(OneServer.Running running) throws Exception {
    Api flood = running.with(running.tenant("flood"));
    Api calm = running.with(running.tenant("calm"));
    running.admin().call("PUT", "/api/tenants/flood/limits", "{\"startsPerSecond\": 1}");
    flood.post("/api/flows?publish=true", PASS);
    calm.post("/api/flows?publish=true", PASS);

    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      statuses.add(flood.post("/api/flows/pass/execute", "{}").status());
      assertThat(calm.post("/api/flows/pass/execute", "{}").status()).isLessThan(300);
    }

    assertThat(statuses).anyMatch(status -> status < 300).contains(429);
    Wire.Answer refused = refused(running, running.key(keyOf(running, "flood"), "operator"));
    assertThat(refused.header("Retry-After")).contains("1");
    assertThat(refused.body()).contains("too-many-starts", "start 1 executions per second");
  }

  @Test
  @Timeout(60)
  void shouldRejectOnlyExcessRequestsBeforeAuthentication(OneServer.Running running)
      throws Exception {
    String key = running.tenant("unread");
    Api flood = running.with(key);
    Api calm = running.with(running.tenant("undisturbed"));
    running.admin().call("PUT", "/api/tenants/unread/limits", "{\"startsPerSecond\": 1}");
    flood.post("/api/flows?publish=true", PASS);
    calm.post("/api/flows?publish=true", PASS);

    Wire.Answer refused;
    do {
      flood.post("/api/flows/pass/execute", "{}");
      refused =
          running
              .wire()
              .call(
                  "POST",
                  "/api/flows/pass/execute?nonsense=1",
                  List.of("Authorization: Bearer " + key),
                  "{");
    } while (refused.status() == 400);

    assertThat(refused.status()).as(refused.toString()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).contains("1");
    assertThat(refused.body()).contains("too-many-starts", "1 executions per second");
    String event = "/api/flows/executions/00000000-0000-7000-8000-000000000000/events/execute";
    assertThat(flood.post(event, "{}").status()).as("an event of that name").isEqualTo(404);
    assertThat(flood.post("/api/flows/validate", PASS.replace("\"code\": \"pass\", ", "")).status())
        .isEqualTo(200);
    assertThat(flood.get("/api/flows/pass").status()).isEqualTo(200);
    assertThat(calm.post("/api/flows/pass/execute", "{}").status()).isLessThan(300);
  }

  private static String keyOf(OneServer.Running running, String code) throws Exception {
    return running.tenant(code + "-2");
  }

  private static Wire.Answer refused(OneServer.Running running, String key) throws Exception {
    running.admin().call("PUT", "/api/tenants/flood-2/limits", "{\"startsPerSecond\": 1}");
    Wire.Answer answer;
    do {
      answer =
          running
              .wire()
              .call(
                  "POST", "/api/flows/none/execute", List.of("Authorization: Bearer " + key), "{}");
    } while (answer.status() != 429);
    return answer;
  }
}
