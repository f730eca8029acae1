package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.access.Doors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Attack tests 1 to 3, 8 and 9: things of other tenants and of higher roles. 4 to 6 are {@code
 * TenantGuardTest}, 7 is {@code EveryDoorTest}.
 */
@ExtendWith(OneServer.class)
class IsolationAttackTest {

  private static final String WAITS =
      "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
          + " \"Wait\", \"Event\": \"go\", \"End\": true}}}}";

  private static final Map<String, String> BODIES =
      Map.of(
          "PUT /api/flows/{flow}",
          "{\"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Succeed\"}}}}",
          "POST /api/flows/executions/{id}/skip",
          "{\"step\": \"/A#1\"}",
          "POST /api/flows/executions/{id}/send-back",
          "{\"step\": \"/A#1\"}",
          "POST /api/flows/{flow}/duplicate",
          "{\"code\": \"copy\"}");

  @Test
  void shouldAnswerForThingsOfOthersAsIfThereWereNone_1(OneServer.Running running)
      throws Exception {
    Api victim = running.with(running.tenant("victim"));
    Api thief = running.with(running.tenant("thief"));
    Api.Answer flow = victim.post("/api/flows?publish=true", WAITS.formatted("theirs"));
    Api.Answer execution = victim.post("/api/flows/theirs/execute", "{}");
    Api.Answer key = victim.post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}");
    thief.post("/api/flows?publish=true", WAITS.formatted("mine"));

    for (String door : Doors.names()) {
      if (!door.contains("{") || door.contains("/api/tenants")) {
        continue;
      }
      String method = door.substring(0, door.indexOf(' '));
      String pattern = door.substring(door.indexOf(' ') + 1);
      for (String theirs : List.of(flow.text("id"), "theirs")) {
        String path =
            pattern
                .replace("{flow}", theirs)
                .replace("{number}", "1")
                .replace("{name}", "go")
                .replace("{id}", pattern.contains("/keys/") ? key.text("id") : execution.text("id"))
                .replaceAll("\\{[^}]*}", execution.text("id"));
        if (path.endsWith("/diff")) {
          path += "?from=1&to=1";
        }
        Api.Answer answer =
            thief.call(method, path, method.equals("GET") ? "" : BODIES.getOrDefault(door, "{}"));
        assertThat(answer.status()).as("%s %s: %s", door, path, answer).isEqualTo(404);
        assertThat(answer.type()).startsWith("application/problem+json");
        assertThat(answer.text("code")).isEqualTo("not-found");
      }
    }
    String mine = thief.get("/api/flows/executions").body() + "" + thief.get("/api/flows").body();
    assertThat(mine).doesNotContain(execution.text("id"), flow.text("id"), "theirs");
    assertThat(victim.get("/api/flows/executions/" + execution.text("id")).status()).isEqualTo(200);
    assertThat(victim.get("/api/flows/theirs").text("status")).isEqualTo("ACTIVE");
    assertThat(running.with(key.text("key")).get("/api/flows").status()).isEqualTo(200);
  }

  @Test
  void shouldNotBelieveWhoseSomethingIsSaidToBe_2(OneServer.Running running) throws Exception {
    String key = running.tenant("believed");
    Api own = running.with(key);

    for (String field : List.of("tenant", "tenantId", "tenant_id")) {
      assertThat(
              own.post(
                      "/api/flows",
                      WAITS.formatted("sub").replaceFirst("\\{", "{\"" + field + "\": 1,"))
                  .status())
          .isEqualTo(400);
      assertThat(
              own.post(
                      "/api/keys",
                      "{\"name\": \"k\", \"roles\": [\"viewer\"], \"%s\": 1}".formatted(field))
                  .status())
          .isEqualTo(400);
    }
    Wire.Answer listed =
        running
            .wire()
            .call(
                "GET",
                "/api/keys",
                List.of(
                    "Authorization: Bearer " + key,
                    "X-Tenant-Id: 1",
                    "X-Pawl-Tenant: default",
                    "Tenant: 1"),
                "");
    assertThat(listed.status()).isEqualTo(200);
    assertThat(listed.body().split("\"id\"")).hasSize(2);
  }

  @Test
  void shouldTakeFiltersAsTextAndRefuseWhatIsNoFilter_3(OneServer.Running running)
      throws Exception {
    Api own = running.with(running.tenant("filters"));
    own.post("/api/flows?publish=true", WAITS.formatted("one"));
    own.post("/api/flows/one/execute", "{}");

    for (String query :
        List.of(
            "/api/flows?search=%27%20or%20%271%27=%271",
            "/api/flows?search=%25",
            "/api/flows?search=%27;drop%20table%20pawl.flow;--",
            "/api/flows/executions?flow=%27%20or%201=1--",
            "/api/flows/executions?businessKey=*",
            "/api/flows/executions?tenant_id=*",
            "/api/audit?actor=%27%20or%20%271%27=%271")) {
      Api.Answer answer = own.get(query);
      assertThat(answer.status()).as(query).isIn(200, 400);
      assertThat(answer.body().toString()).as(query).doesNotContain("victim");
    }
    for (String query :
        List.of(
            "/api/flows?limit=0",
            "/api/flows?limit=1001",
            "/api/flows?limit=1;drop",
            "/api/flows/executions?status=ANY'--",
            "/api/flows/executions?after=' or 1=1".replace(" ", "%20"),
            "/api/flows/executions?from=yesterday",
            "/api/flows/executions?label=novalue",
            "/api/audit?after=x")) {
      assertThat(own.get(query).status()).as(query).isIn(400, 404);
    }
    assertThat(own.get("/api/flows").body().toString()).contains("\"code\":\"one\"");
  }

  @Test
  void shouldNotLetViewersOperate_8(OneServer.Running running) throws Exception {
    String admin = running.tenant("viewers");
    running.with(admin).post("/api/flows?publish=true", WAITS.formatted("seen"));
    String id = running.with(admin).post("/api/flows/seen/execute", "{}").text("id");
    Api viewer = running.with(running.key(admin, "viewer"));

    for (String path :
        List.of(
            "/api/flows/seen/execute",
            "/api/flows/executions/" + id + "/retry",
            "/api/flows/executions/" + id + "/cancel",
            "/api/flows/executions/" + id + "/pause",
            "/api/flows/executions/" + id + "/events/go",
            "/api/flows/seen/publish",
            "/api/keys")) {
      assertThat(viewer.post(path, "{}").status()).as(path).isEqualTo(403);
    }
    assertThat(viewer.get("/api/flows/executions/" + id).status()).isEqualTo(200);
  }

  @Test
  void shouldNotLetEditorsPublishOrGrow_9(OneServer.Running running) throws Exception {
    String admin = running.tenant("editors");
    Api editor = running.with(running.key(admin, "editor"));

    assertThat(editor.post("/api/flows", WAITS.formatted("draft")).status()).isEqualTo(201);
    assertThat(editor.post("/api/flows?publish=true", WAITS.formatted("sneaky")).status())
        .isEqualTo(403);
    assertThat(editor.post("/api/flows/draft/publish", "").status()).isEqualTo(403);
    assertThat(editor.get("/api/keys").status()).isEqualTo(403);
    assertThat(editor.get("/api/audit").status()).isEqualTo(403);
    Api.Answer grown =
        running.with(admin).post("/api/keys", "{\"name\": \"k\", \"roles\": [\"platform-admin\"]}");
    assertThat(grown.status()).isEqualTo(403);
  }
}
