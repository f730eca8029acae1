package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A limited key reaches nothing beyond its limit at any endpoint. */
@ExtendWith(OneServer.class)
class ScopedKeysAttackTest {

  private static final String NOBODY = "00000000-0000-7000-8000-000000000000";

  private static final Set<String> OPEN =
      Set.of(
          "GET /api/flows",
          "GET /api/bindings",
          "GET /api/webhooks",
          "GET /api/rejected",
          "GET /api/flows/executions",
          "POST /api/flows/validate",
          "GET /api/openapi.json",
          "GET /api/docs",
          "GET /api/docs/page.js",
          "GET /api/docs/page.css",
          "GET /api/flows/resources",
          "GET /api/session",
          "POST /api/session",
          "DELETE /api/session",
          "GET /api/flows/activity",
          "GET /api/flows/resources/uses",
          "GET /api/flows/summary",
          "POST /api/flows/bulk",
          "GET /api/failures",
          "GET /api/failures/{family}",
          "POST /api/failures/{family}/know",
          "POST /api/failures/{family}/resolve",
          "POST /api/failures/{family}/reopen",
          "POST /api/failures/{family}/assign",
          "GET /api/preferences",
          "PUT /api/preferences/{name}",
          "DELETE /api/preferences/{name}");

  private static String flow(String code) {
    return "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pass\", \"End\": true}}}}"
        .formatted(code);
  }

  private static String task(String code) {
    return "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Task\", \"Resource\": \"charge\", \"End\": true}}}}"
        .formatted(code);
  }

  private static Api limited(OneServer.Running running, Api admin, String rest) throws Exception {
    return running.with(
        admin.post("/api/keys", "{\"name\": \"limited\", %s}".formatted(rest)).text("key"));
  }

  @Test
  void shouldNotRevealOtherFlowsInFindings(OneServer.Running running) throws Exception {
    Api admin = running.with(running.tenant("scoped-findings"));
    admin.post("/api/flows", flow("payroll"));
    admin.post("/api/flows", flow("payday"));
    Api pay = limited(running, admin, "\"roles\": [\"editor\"], \"flows\": [\"payday*\"]");
    String calls =
        """
        {"definition": {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "flow:payroll", "Next": "B"},
          "B": {"Type": "Task", "Resource": "flow:payrol", "Next": "C"},
          "C": {"Type": "Task", "Resource": "flow:paydays", "End": true}}}}
        """;

    String limited = pay.post("/api/flows/validate", calls).body().toString();
    String unlimited = admin.post("/api/flows/validate", calls).body().toString();

    assertThat(limited)
        .contains("there is no flow 'paydays'", "Did you mean 'payday'?")
        .doesNotContain("payrol");
    assertThat(unlimited)
        .contains("there is no flow 'payrol'", "Did you mean 'payroll'?")
        .doesNotContain("there is no flow 'payroll'");
  }

  @Test
  void shouldNotRevealOtherFlowsInCursors(OneServer.Running running) throws Exception {
    Api admin = running.with(running.tenant("scoped-cursors"));
    for (String code : List.of("pay_a", "payXb", "mine-1", "mine-2", "zoo")) {
      admin.post("/api/flows?publish=true", flow(code));
      admin.post("/api/flows/" + code + "/execute?wait=20", "{}");
    }
    Api limited =
        limited(running, admin, "\"roles\": [\"viewer\"], \"flows\": [\"mine-*\", \"pay_a\"]");

    for (String sort : List.of("CODE", "NAME", "UPDATED")) {
      Api.Answer all = limited.get("/api/flows?sort=" + sort);
      assertThat(all.body().toString())
          .contains("mine-1", "mine-2", "pay_a")
          .doesNotContain("payXb", "zoo");
      Api.Answer page = limited.get("/api/flows?limit=1&sort=" + sort);
      assertThat(page.body().toString())
          .as(sort)
          .contains(sort.equals("UPDATED") ? "mine-2" : "mine-1");
      assertThat(page.text("next"))
          .as(sort)
          .startsWith(sort.equals("UPDATED") ? "mine-2" : "mine-1");
    }
    String executions = "/api/flows/executions?limit=1&sort=";
    for (String other : List.of("updated", "duration", "started&order=asc", "updated&flow=payXb")) {
      Api.Answer refused = limited.get(executions + other);
      assertThat(refused.status()).as(other).isEqualTo(403);
      assertThat(refused.text("detail")).contains("mine-*, pay_a", "flow=");
      assertThat(admin.get(executions + other).status()).isEqualTo(200);
    }
    assertThat(limited.get(executions + "duration&flow=mine-1").status()).isEqualTo(200);
    assertThat(limited.get(executions + "started").status()).isEqualTo(200);
  }

  @Test
  void shouldReachItsOwnFlowsOnly(OneServer.Running running) throws Exception {
    Api admin = running.with(running.tenant("scoped"));
    Api.Answer payroll = admin.post("/api/flows?publish=true", flow("payroll"));
    admin.post("/api/flows?publish=true", flow("billing-eu"));
    String theirs = admin.post("/api/flows/payroll/execute?wait=20", "{}").text("id");
    Api billing =
        limited(
            running,
            admin,
            "\"roles\": [\"operator\", \"publisher\"], \"flows\": [\"billing-*\", \"refund\"]");

    Api.Answer own = billing.post("/api/flows/billing-eu/execute?wait=20", "{}");
    assertThat(own.status()).isEqualTo(200);
    assertThat(billing.get("/api/flows/executions/" + own.text("id")).status()).isEqualTo(200);
    assertThat(billing.get("/api/flows/executions/" + own.text("id") + "/steps").body().toString())
        .contains("\"state\":\"A\"");
    assertThat(billing.get("/api/flows/billing-eu/versions").body().toString())
        .contains("\"number\":1");
    assertThat(billing.get("/api/flows").body().toString())
        .contains("billing-eu")
        .doesNotContain("payroll");
    assertThat(billing.get("/api/flows/executions").body().toString())
        .contains(own.text("id"))
        .doesNotContain(theirs);
    assertThat(billing.get("/api/flows/executions?flow=payroll").body().toString())
        .doesNotContain(theirs);
    String activity = "/api/flows/activity?flow=payroll&flow=billing-eu";
    assertThat(admin.get(activity).body().toString()).contains("payroll", "billing-eu");
    assertThat(billing.get(activity).body().toString())
        .contains("billing-eu")
        .doesNotContain("payroll");
    for (String path :
        List.of(
            "/api/flows/payroll",
            "/api/flows/" + payroll.text("id"),
            "/api/flows/" + payroll.text("id").toUpperCase(java.util.Locale.ROOT),
            "/api/flows/pay%72oll",
            "/api/flows/payroll/versions/1",
            "/api/flows/payroll/flow-executions",
            "/api/flows/executions/" + theirs,
            "/api/flows/executions/" + theirs + "/steps")) {
      assertThat(billing.get(path).status()).as(path).isEqualTo(404);
      assertThat(admin.get(path).status()).as(path).isEqualTo(200);
    }
    assertThat(billing.post("/api/flows/payroll/execute", "{}").status()).isEqualTo(404);
    assertThat(billing.post("/api/flows/executions/" + theirs + "/retry", "").status())
        .isEqualTo(404);
    assertThat(billing.post("/api/flows", flow("billing-x")).status()).isEqualTo(403);
    assertThat(billing.post("/api/flows/billing-eu/duplicate", "{\"code\": \"x\"}").status())
        .isEqualTo(403);
  }

  @Test
  void shouldRequireAKeyForEveryOtherEndpoint(OneServer.Running running) throws Exception {
    Api admin = running.with(running.tenant("scoped-endpoints"));
    Api limited =
        limited(
            running,
            admin,
            "\"roles\": [\"operator\", \"publisher\", \"module-admin\"], \"flows\": [\"none\"]");

    for (String endpoint : ServerEndpoints.TABLE.names()) {
      if (OPEN.contains(endpoint)) {
        continue;
      }
      String method = endpoint.substring(0, endpoint.indexOf(' '));
      String path =
          endpoint
              .substring(endpoint.indexOf(' ') + 1)
              .replace("{number}", "1")
              .replaceAll("\\{[^}]*}", NOBODY);
      int status =
          path.endsWith("/events") && method.equals("GET")
              ? limited.again(path, "nothing").status()
              : limited.call(method, path, method.equals("GET") ? "" : "{}").status();
      assertThat(status).as(endpoint).isIn(403, 404);
    }
  }

  @Test
  void shouldNotRevealOtherFlowsThatUseAResource(OneServer.Running running) throws Exception {
    Api admin = running.with(running.tenant("scoped-uses"));
    for (String code : List.of("billing-eu", "payroll", "payroll-eu")) {
      admin.post("/api/flows?publish=true", task(code));
    }
    Api billing = limited(running, admin, "\"roles\": [\"viewer\"], \"flows\": [\"billing-*\"]");

    String uses = "/api/flows/resources/uses?resource=charge&limit=2";
    assertThat(admin.get(uses).body().toString()).contains("billing-eu", "payroll");
    assertThat(billing.get(uses).body().toString())
        .contains("billing-eu")
        .doesNotContain("payroll");
  }

  @Test
  void shouldGiveAWorkerTheWorkOfItsResourcesOnly(OneServer.Running running) throws Exception {
    Api admin = running.with(running.tenant("scoped-work"));
    Api mailer = limited(running, admin, "\"roles\": [\"worker\"], \"resources\": [\"mail:*\"]");

    assertThat(mailer.post("/api/workers/poll", "{\"resources\": [\"mail:send\"]}").status())
        .isEqualTo(200);
    assertThat(
            mailer
                .post("/api/workers/poll", "{\"resources\": [\"mail:send\", \"bank:pay\"]}")
                .status())
        .isEqualTo(403);
  }

  @Test
  void shouldNotLimitAdministratorsWhoCanChangeTheLimit(OneServer.Running running)
      throws Exception {
    Api admin = running.with(running.tenant("scoped-admin"));

    for (String bad :
        List.of(
            "\"roles\": [\"tenant-admin\"], \"flows\": [\"a\"]",
            "\"roles\": [\"viewer\"], \"flows\": []",
            "\"roles\": [\"viewer\"], \"flows\": [\"\"]",
            "\"roles\": [\"viewer\"], \"flows\": [\"a*b\"]",
            "\"roles\": [\"viewer\"], \"resources\": [\"a\\nb\"]")) {
      Api.Answer refused = admin.post("/api/keys", "{\"name\": \"k\", %s}".formatted(bad));
      assertThat(refused.status()).as(bad).isEqualTo(422);
      assertThat(refused.text("code")).as(bad).isEqualTo("bad-scope");
    }
    assertThat(
            admin
                .post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"], \"flows\": [null]}")
                .status())
        .isEqualTo(400);
    limited(running, admin, "\"roles\": [\"viewer\"], \"flows\": [\"a-*\"]");
    assertThat(admin.get("/api/keys").body().toString()).contains("\"flows\":[\"a-*\"]");
  }
}
