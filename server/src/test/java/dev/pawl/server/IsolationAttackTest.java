package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Attack tests 1 to 3, 8 and 9: things of other tenants and of higher roles. 4 to 6 are {@code
 * TenantGuardTest}, 7 is {@code EveryEndpointTest}.
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
          "PUT /api/flows/{flow}/trigger",
          "{\"type\": \"AUTOLAUNCHED\"}",
          "PUT /api/bindings/{id}",
          "{\"event\": \"go\", \"flow\": \"theirs\"}",
          "POST /api/flows/executions/{id}/skip",
          "{\"step\": \"/@1\"}",
          "POST /api/flows/executions/{id}/send-back",
          "{\"step\": \"/@1\"}",
          "POST /api/flows/{flow}/delete",
          "{\"code\": \"theirs\"}",
          "POST /api/flows/{flow}/duplicate",
          "{\"code\": \"copy\"}",
          "PUT /api/views/{id}",
          "{\"page\": \"executions\", \"name\": \"mine\", \"query\": {}}");

  private static final Pattern DELETES =
      Pattern.compile(
          ".*/delete|DELETE /api/(secrets|connections|templates|bindings|views|preferences)/.*");

  /** Endpoints that create a thing of the caller under the name of a foreign one. */
  private static final Pattern CREATES_OWN =
      Pattern.compile("PUT /api/(secrets|connections|templates|preferences)/\\{name}");

  /** Endpoints with an id in their path; destructive ones come last. */
  private static List<String> endpointsToThings() {
    return ServerEndpoints.TABLE.names().stream()
        .filter(endpoint -> endpoint.contains("{"))
        .sorted(Comparator.comparing(endpoint -> DELETES.matcher(endpoint).matches()))
        .toList();
  }

  private static String method(String endpoint) {
    return endpoint.substring(0, endpoint.indexOf(' '));
  }

  private static String pattern(String endpoint) {
    return endpoint.substring(endpoint.indexOf(' ') + 1);
  }

  private static Api.Answer call(Api who, String endpoint, String path) throws Exception {
    return who.call(
        method(endpoint),
        path,
        method(endpoint).equals("GET") ? "" : BODIES.getOrDefault(endpoint, "{}"));
  }

  @Test
  @Timeout(120) // or else a stream of others would be heard for ever
  void shouldAnswerNotFoundForResourcesOfOtherTenants_1(OneServer.Running running)
      throws Exception {
    TenantObjects theirs = TenantObjects.of(running, "victim");
    Api victim = theirs.owner();
    Api thief = running.own("thief");
    thief.post("/api/flows?publish=true", WAITS.formatted("mine"));

    for (String endpoint : endpointsToThings()) {
      if (endpoint.contains(" /api/tenants/")) {
        String path =
            pattern(endpoint).replace("{code}", "victim").replace("{name}", TenantObjects.NAME);
        assertThat(call(thief, endpoint, path).status()).as(endpoint).isEqualTo(403);
        continue;
      }
      if (CREATES_OWN.matcher(endpoint).matches()) {
        continue;
      }
      for (String path : theirs.paths(pattern(endpoint))) {
        Api.Answer answer = call(thief, endpoint, path);
        assertThat(answer.status()).as("%s %s: %s", endpoint, path, answer).isEqualTo(404);
        assertThat(answer.type()).startsWith("application/problem+json");
        assertThat(answer.text("code")).isEqualTo("not-found");
      }
    }

    thief.call("PUT", "/api/secrets/" + TenantObjects.NAME, "{\"value\": \"of the thief\"}");
    assertThat(victim.get("/api/secrets/" + TenantObjects.NAME).text("version")).isEqualTo("1");
    for (String things : List.of("secrets", "connections", "templates")) {
      assertThat(thief.get("/api/" + things).body().toString())
          .doesNotContain("theirs.example", "of theirs");
    }
    thief.call("DELETE", "/api/secrets/" + TenantObjects.NAME, "");
    assertThat(victim.get("/api/secrets/" + TenantObjects.NAME).status()).isEqualTo(200);
    assertThat(thief.get("/api/flows/executions").body().toString())
        .doesNotContain(theirs.execution(), theirs.ended());
    assertThat(thief.get("/api/flows").body().toString()).doesNotContain(theirs.flow());
    assertThat(thief.get("/api/jobs").body().toString()).doesNotContain(theirs.job());
    assertThat(thief.get("/api/keys").body().toString()).doesNotContain(theirs.key());
    assertThat(victim.get("/api/flows/executions/" + theirs.execution()).text("status"))
        .isIn("RUNNING", "WAITING");
    assertThat(victim.get("/api/flows/theirs").text("status")).isEqualTo("ACTIVE");
    assertThat(victim.get("/api/flows/theirs").text("revision")).isEqualTo("1");
    for (String token : List.of(theirs.work(), theirs.task())) {
      assertThat(victim.post("/api/workers/" + token + "/heartbeat", "{}").text("status"))
          .isEqualTo("kept");
    }
    // All objects existed: their owner reaches them at the same endpoints.
    for (String endpoint : endpointsToThings()) {
      if (!endpoint.contains(" /api/tenants/")) {
        for (String path : theirs.paths(pattern(endpoint))) {
          boolean isStream = path.endsWith("/events") && method(endpoint).equals("GET");
          Api.Answer own = isStream ? victim.call("HEAD", path, "") : call(victim, endpoint, path);
          assertThat(own.status()).as("%s %s: %s", endpoint, path, own).isNotEqualTo(404);
        }
      }
    }
  }

  @Test
  void shouldRejectTokensOfOtherTenantsInABatch_1(OneServer.Running running) throws Exception {
    TenantObjects theirs = TenantObjects.of(running, "many-victim");
    Api thief = running.own("many-thief");
    String items =
        "{\"items\": [{\"token\": \"%s\"}, {\"token\": \"%s\"}]}"
            .formatted(theirs.work(), theirs.task());

    for (String many : List.of("outcomes", "heartbeats", "releases")) {
      Api.Answer answer = thief.post("/api/workers/" + many, items);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(((JsonArray) answer.body().get("items").orElseThrow()).elements())
          .as(many)
          .hasSize(2)
          .allSatisfy(item -> assertThat(item.get("status")).contains(Json.of("unknown")));
    }

    Api.Answer own = theirs.owner().post("/api/workers/heartbeats", items);
    assertThat(own.body().toString()).contains("\"status\":\"kept\"");
  }

  @Test
  void shouldNotFindResourcesOfOtherTenantsById_1(OneServer.Running running) throws Exception {
    TenantObjects theirs = TenantObjects.of(running, "sought");
    Api thief = running.own("seeker");
    String filter = "{\"action\": \"cancel\", \"dryRun\": true, \"filter\": {\"flow\": \"%s\"}}";

    for (String flow : List.of(theirs.flow(), TenantObjects.CODE)) {
      String path = "/api/flows/executions?flow=" + flow;
      assertThat(thief.get(path).body().get("items")).contains(JsonArray.EMPTY);
      assertThat(theirs.owner().get(path).body().toString()).contains(theirs.execution());
      String bulk = "/api/flows/executions/bulk";
      assertThat(thief.post(bulk, filter.formatted(flow)).text("matches")).isEqualTo("0");
      assertThat(theirs.owner().post(bulk, filter.formatted(flow)).text("matches")).isEqualTo("1");
    }
  }

  @Test
  void shouldIgnoreATenantNamedByTheRequest_2(OneServer.Running running) throws Exception {
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
  void shouldTreatFiltersAsTextAndRejectInvalidFilters_3(OneServer.Running running)
      throws Exception {
    TenantObjects theirs = TenantObjects.of(running, "filtered");
    Api own = running.with(running.tenant("filters"));
    own.post("/api/flows?publish=true", WAITS.formatted("one"));
    String id = own.post("/api/flows/one/execute", "{}").text("id");

    for (String query :
        List.of(
            "/api/flows?search=%27%20or%20%271%27=%271",
            "/api/flows?search=%25",
            "/api/flows?search=_",
            "/api/flows?search=%27;drop%20table%20pawl.flow;--",
            "/api/flows/executions?flow=%27%20or%201=1--",
            "/api/flows/executions?businessKey=*",
            "/api/flows/executions?businessKey=%25",
            "/api/flows/executions?error=%27%20or%201=1--",
            "/api/flows/executions?label=a:%27%20or%201=1--",
            "/api/audit?actor=%27%20or%20%271%27=%271")) {
      Api.Answer answer = own.get(query);
      assertThat(answer.status()).as("%s: %s", query, answer).isEqualTo(200);
      assertThat(answer.body().get("items")).as(query).contains(JsonArray.EMPTY);
    }
    for (String query :
        List.of(
            "/api/flows?limit=0",
            "/api/flows?limit=1001",
            "/api/flows?limit=1;drop",
            "/api/flows?sort=tenant",
            "/api/flows?tenant=1",
            "/api/flows/executions?tenant_id=*",
            "/api/flows/executions?status=ANY'--",
            "/api/flows/executions?after=' or 1=1".replace(" ", "%20"),
            "/api/flows/executions?from=yesterday",
            "/api/flows/executions?label=novalue",
            "/api/audit?after=x")) {
      assertThat(own.get(query).status()).as(query).isEqualTo(400);
    }
    // The id of an execution of another tenant is accepted as a cursor and shows nothing of it.
    assertThat(own.get("/api/flows/executions?after=" + theirs.execution()).body().toString())
        .doesNotContain(theirs.execution(), theirs.ended());
    assertThat(own.get("/api/flows").body().toString()).contains("\"code\":\"one\"");
    assertThat(own.get("/api/flows/executions").body().toString()).contains(id);
  }

  @Test
  void shouldNotLetViewersOperate_8(OneServer.Running running) throws Exception {
    TenantObjects things = TenantObjects.of(running, "viewers");
    Api viewer = running.with(running.key(things.ownerKey(), "viewer"));
    String execution = "/api/flows/executions/" + things.execution();

    for (String path :
        List.of(
            "/api/flows/theirs/execute",
            "/api/flows/theirs/test",
            "/api/flows/executions/" + things.ended() + "/retry",
            execution + "/cancel",
            execution + "/pause",
            execution + "/resume",
            execution + "/decide",
            execution + "/skip",
            execution + "/send-back",
            execution + "/events/go",
            "/api/flows/executions/bulk",
            "/api/jobs/" + things.job() + "/cancel",
            "/api/events",
            "/api/admin/flows/pause-all",
            "/api/admin/flows/resume-all",
            "/api/flows/theirs/publish",
            "/api/flows/theirs/deactivate",
            "/api/flows/theirs/delete",
            "/api/workers/poll",
            "/api/workers/" + things.work() + "/success",
            "/api/keys")) {
      Api.Answer refused = viewer.post(path, "{}");
      assertThat(refused.status()).as(path).isEqualTo(403);
      assertThat(refused.text("code")).as(path).isEqualTo("forbidden");
    }
    assertThat(viewer.call("DELETE", "/api/flows/theirs", "").status()).isEqualTo(403);
    assertThat(viewer.get(execution).text("status")).isIn("RUNNING", "WAITING");
    assertThat(viewer.get("/api/flows/theirs").text("status")).isEqualTo("ACTIVE");
  }

  @Test
  void shouldNotLetEditorsPublishOrRaiseTheirRole_9(OneServer.Running running) throws Exception {
    String admin = running.tenant("editors");
    Api editor = running.with(running.key(admin, "editor"));

    assertThat(editor.post("/api/flows", WAITS.formatted("draft")).status()).isEqualTo(201);
    assertThat(editor.post("/api/flows?publish=true", WAITS.formatted("sneaky")).status())
        .isEqualTo(403);
    assertThat(editor.post("/api/flows/draft/publish", "").status()).isEqualTo(403);
    Api elsewhere = TenantObjects.of(running, "editors-elsewhere").owner();
    String published = elsewhere.get("/api/flows/theirs/export").body().toString();
    assertThat(editor.post("/api/import", published).status()).isEqualTo(403);
    assertThat(running.with(admin).post("/api/import", published).status()).isEqualTo(200);
    assertThat(editor.get("/api/keys").status()).isEqualTo(403);
    assertThat(editor.get("/api/audit").status()).isEqualTo(403);
    Api.Answer grown =
        running.with(admin).post("/api/keys", "{\"name\": \"k\", \"roles\": [\"platform-admin\"]}");
    assertThat(grown.status()).isEqualTo(403);
  }
}
