package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.util.List;

/**
 * One object of every type that a tenant can have, for tests of access to objects of others.
 *
 * @param ownerKey of an administrator of the tenant
 * @param flow the id of a flow whose code is {@link #CODE}
 * @param execution one of it, which waits for an event
 * @param asking one of another flow, which waits for a decision
 * @param ended one of another flow, which has ended
 * @param failed one of another flow, which has failed
 * @param family the failure family of that execution
 * @param work the token of work that was polled
 * @param task the token that the flow handed out with that work
 */
record TenantObjects(
    Api owner,
    String ownerKey,
    String flow,
    String execution,
    String asking,
    String ended,
    String failed,
    String family,
    String job,
    String key,
    String work,
    String task,
    String binding,
    String rejected,
    String view) {

  static final String CODE = "theirs";

  /** The name of a secret, a connection and a template. */
  private static final String DOWNSTREAM = "crm.example:443";

  static final String NAME = "theirs";

  private static final String RESOURCE = "theirs.waitForTaskToken";

  static TenantObjects of(OneServer.Running running, String tenant) throws Exception {
    String key = running.tenant(tenant);
    Api owner = running.with(key);
    String flow =
        flow(owner, CODE, "{\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}").text("id");
    flow(owner, "ends", "{\"Type\": \"Succeed\"}");
    flow(owner, "fails", "{\"Type\": \"Fail\", \"Error\": \"Oops\"}");
    flow(owner, "decides", "{\"Type\": \"Human\", \"End\": true}");
    flow(
        owner,
        "asks",
        "{\"Type\": \"Task\", \"Resource\": \"%s\", \"End\": true}".formatted(RESOURCE));
    put(owner, "/api/secrets/" + NAME, "{\"value\": \"of theirs\"}");
    put(
        owner,
        "/api/connections/" + NAME,
        "{\"kind\": \"http\", \"address\": \"https://theirs.example\"}");
    put(owner, "/api/preferences/" + NAME, "{\"value\": \"of theirs\"}");
    put(owner, "/api/templates/" + NAME, "{\"text\": \"of theirs\"}");
    running
        .server()
        .tables()
        .update(
            "insert into pawl.breaker (tenant, downstream, probe_at, probe_pause, error, cause)"
                + " select t.id, ?, now() + interval '1 hour', interval '1 minute', 'Http5xx',"
                + " 'down' from pawl.tenant t where t.name = ?",
            DOWNSTREAM,
            tenant);
    owner.post("/api/flows/asks/execute", "{}");
    Json polled = polled(owner);
    String failed = owner.post("/api/flows/fails/execute?wait=30", "{}").text("id");
    return new TenantObjects(
        owner,
        key,
        flow,
        owner.post("/api/flows/theirs/execute", "{}").text("id"),
        owner.post("/api/flows/decides/execute", "{}").text("id"),
        owner.post("/api/flows/ends/execute?wait=30", "{}").text("id"),
        failed,
        family(owner, failed),
        owner
            .post(
                "/api/flows/executions/bulk",
                "{\"action\": \"pause\", \"filter\": {\"businessKey\": \"nobody's\"}}")
            .text("id"),
        owner.post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}").text("id"),
        polled.get("token").orElseThrow().asText(),
        polled.get("taskToken").orElseThrow().asText(),
        owner.post("/api/bindings", "{\"event\": \"never\", \"flow\": \"theirs\"}").text("id"),
        rejected(owner),
        owner
            .post(
                "/api/views",
                "{\"page\": \"executions\", \"name\": \"theirs\", \"query\": {}, \"shared\":"
                    + " true}")
            .text("id"));
  }

  private static String family(Api owner, String failed) throws Exception {
    String path = "/api/flows/executions/" + failed + "/family";
    Await.until("the failure is in a family", () -> owner.get(path).status() == 200);
    return owner.get(path).text("id");
  }

  private static String rejected(Api owner) throws Exception {
    owner.post(
        "/api/bindings",
        "{\"event\": \"lost\", \"flow\": \"ends\", \"inputMapping\": {\"x\":"
            + " \"!$.event.payload.x\"}}");
    owner.post("/api/events", "{\"type\": \"lost\"}");
    owner.call(
        "PUT",
        "/api/flows/theirs/trigger",
        "{\"type\": \"AUTOLAUNCHED\", \"config\": {\"webhook\": {\"path\": \"theirs\","
            + " \"authentication\": \"WEBHOOK_SECRET\"}}}");
    return owner
        .get("/api/rejected")
        .body()
        .get("items")
        .flatMap(items -> items.get(0))
        .flatMap(first -> first.get("id"))
        .orElseThrow()
        .asText();
  }

  private static Api.Answer flow(Api owner, String code, String state) throws Exception {
    Api.Answer made = owner.post("/api/flows?publish=true", body(code, state));
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return made;
  }

  private static void put(Api owner, String path, String body) throws Exception {
    Api.Answer saved = owner.call("PUT", path, body);
    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
  }

  private static String body(String code, String state) {
    return "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": %s}}}"
        .formatted(code, state);
  }

  private static Json polled(Api owner) throws Exception {
    Api.Answer answer =
        owner.post(
            "/api/workers/poll",
            "{\"resources\": [\"%s\"], \"wait\": 30, \"lease\": 600}".formatted(RESOURCE));
    return ((JsonArray) answer.body()).get(0).orElseThrow();
  }

  /**
   * Returns the paths that an endpoint pattern with an id leads to, under all ids of these objects.
   */
  List<String> paths(String pattern) {
    return names(pattern).stream()
        .map(name -> pattern.replaceFirst("\\{[^}]*}", name))
        .map(path -> path.replace("{number}", "1").replace("{name}", "go"))
        .map(path -> path.endsWith("/diff") ? path + "?from=1&to=1" : path)
        .toList();
  }

  private List<String> names(String pattern) {
    if (pattern.startsWith("/api/flows/{flow}")) {
      return List.of(flow, CODE);
    } else if (pattern.equals("/api/flows/executions/{id}/retry")) {
      return List.of(ended);
    } else if (pattern.equals("/api/flows/executions/{id}/family")) {
      return List.of(failed);
    } else if (pattern.startsWith("/api/failures/{family}")) {
      return List.of(family);
    } else if (pattern.equals("/api/flows/executions/{id}/decide")) {
      return List.of(asking);
    } else if (pattern.startsWith("/api/flows/executions/{id}")) {
      return List.of(execution);
    } else if (pattern.startsWith("/api/jobs/{id}")) {
      return List.of(job);
    } else if (pattern.startsWith("/api/bindings/{id}")) {
      return List.of(binding);
    } else if (pattern.startsWith("/api/rejected/{id}")) {
      return List.of(rejected);
    } else if (pattern.startsWith("/api/views/{id}")) {
      return List.of(view);
    } else if (pattern.equals("/api/keys/{id}")) {
      return List.of(key);
    } else if (pattern.matches("/api/(secrets|connections|templates|preferences)/\\{name}")) {
      return List.of(NAME);
    } else if (pattern.equals("/api/workers/{token}/release")) {
      return List.of(work); // only what was polled can be given back
    } else if (pattern.startsWith("/api/workers/{token}")) {
      return List.of(work, task);
    }
    if (pattern.startsWith("/api/breakers/{downstream}")) {
      return List.of(DOWNSTREAM);
    }
    throw new AssertionError("say here which of a tenant's things are behind " + pattern);
  }
}
