package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The head of a jobs file: its id is the code of the flow, its bindings start it. */
@ExtendWith(OneServer.class)
class JobsBindingsTest {

  private static final String JOBS =
      """
      id: POLICY_ONBOARDING
      jobs:
        - {code: NOTE, handler: LOG_MESSAGE, config: {message: "{{ payload.premium }}"}}
      bindings:
        - {event: POLICY_CREATED, clientId: 17, lobId: 3, priority: 10, filter: payload.premium > 100}
        - {event: POLICY_PAID, key: event.clientId, inputMapping: {payload.premium: $.event.payload.premium}}
      """;

  private static final String WITHOUT_BINDINGS = JOBS.substring(0, JOBS.indexOf("bindings:"));

  @TempDir Path folder;

  private OneServer.Running running;
  private String key;
  private Api api;

  @BeforeEach
  void tenant(OneServer.Running server) throws Exception {
    running = server;
    key = server.tenant("jobs-bindings-" + System.nanoTime());
    api = server.with(key);
  }

  @Test
  void shouldStartTheFlowByTheEventsOfItsActiveVersion() throws Exception {
    Api.Answer draft = api.post("/api/flows", body(JOBS));
    assertThat(draft.status()).as(draft.toString()).isEqualTo(201);
    assertThat(draft.text("code")).isEqualTo("POLICY_ONBOARDING");
    assertThat(draft.text("findings")).isEqualTo("[]");
    assertThat(started("POLICY_CREATED", 120)).isZero();

    ok(api.post("/api/flows/POLICY_ONBOARDING/publish", ""));

    assertThat(started("POLICY_CREATED", 120)).isOne();
    assertThat(started("POLICY_CREATED", 20)).isZero();
    assertThat(started("POLICY_PAID", 7)).isOne();
    Api.Answer paid = api.get("/api/flows/executions?businessKey=17");
    assertThat(paid.body().get("items").orElseThrow().toString())
        .contains("\"startedBy\":\"trigger:event:");
    assertThat(bindings().toString())
        .contains("\"ofFlow\":true", "\"priority\":10", "\"lobId\":\"3\"");
  }

  @Test
  void shouldChangeTheBindingsWithTheActiveVersion() throws Exception {
    ok(api.post("/api/flows?publish=true", body(JOBS)));
    List<String> first = ids();
    assertThat(first).hasSize(2);

    ok(api.call("PUT", "/api/flows/POLICY_ONBOARDING", body(JOBS.replace("17", "18"))));
    assertThat(ids()).isEqualTo(first);
    ok(api.post("/api/flows/POLICY_ONBOARDING/publish", ""));

    assertThat(started("POLICY_CREATED", 120)).isZero();
    assertThat(ids()).hasSize(2).contains(first.get(1)).doesNotContain(first.get(0));
    ok(api.post("/api/flows/POLICY_ONBOARDING/activate", "{\"version\": 1}"));
    assertThat(started("POLICY_CREATED", 120)).isOne();
    ok(api.call("PUT", "/api/flows/POLICY_ONBOARDING", body(WITHOUT_BINDINGS)));
    ok(api.post("/api/flows/POLICY_ONBOARDING/publish", ""));
    assertThat(ids()).isEmpty();
  }

  @Test
  void shouldStartNothingWhileTheFlowIsDeactivatedOrArchived() throws Exception {
    ok(api.post("/api/flows?publish=true", body(JOBS)));

    ok(api.post("/api/flows/POLICY_ONBOARDING/deactivate", ""));
    assertThat(started("POLICY_PAID", 1)).isZero();
    assertThat(ids()).isEmpty();
    ok(api.post("/api/flows/POLICY_ONBOARDING/activate", ""));
    assertThat(started("POLICY_PAID", 2)).isOne();
    ok(api.call("DELETE", "/api/flows/POLICY_ONBOARDING", ""));
    assertThat(started("POLICY_PAID", 3)).isZero();
    assertThat(ids()).isEmpty();
    ok(api.post("/api/flows/POLICY_ONBOARDING/restore", ""));
    assertThat(started("POLICY_PAID", 4)).isOne();
    assertThat(api.get("/api/rejected").body().get("items").orElseThrow())
        .isEqualTo(JsonArray.of(List.of()));
  }

  @Test
  void shouldRefuseToPublishBindingsThatExist() throws Exception {
    ok(api.post("/api/flows", body(JOBS)));
    String same = "{\"event\": \"POLICY_PAID\", \"flow\": \"POLICY_ONBOARDING\"}";
    String byHand = ok(api.post("/api/bindings", same)).text("id");

    Api.Answer refused = api.post("/api/flows/POLICY_ONBOARDING/publish", "");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("code")).isEqualTo("binding-exists");
    assertThat(api.get("/api/flows/POLICY_ONBOARDING").text("status")).isEqualTo("DRAFT");
    assertThat(ids()).containsExactly(byHand);
    ok(api.call("DELETE", "/api/bindings/" + byHand, ""));
    ok(api.post("/api/flows/POLICY_ONBOARDING/publish", ""));
    assertThat(api.post("/api/bindings", same).text("code")).isEqualTo("binding-exists");
    assertThat(
            api.call(
                    "PUT",
                    "/api/flows/POLICY_ONBOARDING/trigger",
                    "{\"type\": \"EVENT_TRIGGERED\", \"config\": {\"event\": \"POLICY_PAID\"}}")
                .text("code"))
        .isEqualTo("binding-exists");
    Api.Answer owned = api.call("DELETE", "/api/bindings/" + ids().getFirst(), "");
    assertThat(owned.text("code")).isEqualTo("of-flow");
    assertThat(owned.text("detail"))
        .contains("belongs to the definition of the flow 'POLICY_ONBOARDING'");
  }

  @Test
  void shouldPublishManyFlowsWithBindingsAtOnce() throws Exception {
    CompletableFuture.allOf(
            IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(() -> create("JOBS_" + i)))
                .toArray(CompletableFuture[]::new))
        .join();

    assertThat(ids()).hasSize(16);
    assertThat(started("POLICY_PAID", 1)).isEqualTo(8);
  }

  private void create(String id) {
    try {
      ok(api.post("/api/flows?publish=true", body(JOBS.replace("POLICY_ONBOARDING", id))));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldReportBadBindingsAtTheirLine() throws Exception {
    Api.Answer refused =
        api.post(
            "/api/flows?publish=true",
            body(JOBS.replace("{payload.premium: $", "{payload.premium: ")));

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().toString())
        .contains("/bindings/1/inputMapping/payload.premium", "\"line\":6", "is no path such as");
  }

  @Test
  void shouldTakeTheIdAsCodeUnlessTheRequestGivesOne() throws Exception {
    ok(api.post("/api/flows", body(JOBS)));

    assertThat(api.post("/api/flows", body(JOBS)).text("code")).isEqualTo("code-taken");
    assertThat(
            ok(api.post("/api/flows", body(JOBS).replaceFirst("\\{", "{\"code\":\"other\",")))
                .text("code"))
        .isEqualTo("other");
    Api.Answer wrong = api.post("/api/flows", body(JOBS.replace("POLICY_ON", "Policy on")));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.text("code")).isEqualTo("bad-code");
  }

  @Test
  void shouldImportByIdAndBind() throws Exception {
    String written = JsonObject.of(Map.of("source", Json.of(JOBS))).toString();
    String bundle =
        "{\"pawl\": 1, \"flows\": [{\"draft\": %s, \"active\": %s}]}".formatted(written, written);

    ok(api.post("/api/import?dryRun=true", bundle));
    assertThat(ids()).isEmpty();
    Api.Answer imported = ok(api.post("/api/import", bundle));

    assertThat(imported.text("flows")).contains("\"code\":\"POLICY_ONBOARDING\"");
    assertThat(started("POLICY_PAID", 1)).isOne();
    Api.Answer unnamed = api.post("/api/import", bundle.replace("id: POLICY_ONBOARDING\\n", ""));
    assertThat(unnamed.status()).isEqualTo(400);
    assertThat(unnamed.text("detail")).contains("code: required");
  }

  @Test
  void shouldDeployUnderTheIdOfTheFile() throws Exception {
    Commands commands =
        new Commands(running.server().address(), Files.writeString(folder.resolve("key"), key));
    Path named = Files.writeString(folder.resolve("onboarding.yaml"), JOBS);
    Path unnamed =
        Files.writeString(
            folder.resolve("plain.yaml"),
            WITHOUT_BINDINGS.replace("id: POLICY_ONBOARDING", "# no id"));

    assertThat(
            commands.pawl("deploy", named.toString(), unnamed.toString(), "--publish").well().out())
        .contains("POLICY_ONBOARDING: created, published as v1", "plain: created");

    assertThat(started("POLICY_PAID", 1)).isOne();
  }

  @Test
  void shouldWarnOfTriggersThatStartNothingYet() throws Exception {
    ok(api.post("/api/flows", body(WITHOUT_BINDINGS)));
    String trigger = "/api/flows/POLICY_ONBOARDING/trigger";

    Api.Answer scheduled = ok(api.call("PUT", trigger, "{\"type\": \"SCHEDULED\"}"));
    Api.Answer published = ok(api.post("/api/flows/POLICY_ONBOARDING/publish", ""));
    Api.Answer served = ok(api.call("PUT", trigger, "{\"type\": \"AUTOLAUNCHED\"}"));

    assertThat(scheduled.text("warning")).contains("no trigger of type SCHEDULED", "bindings");
    assertThat(published.text("findings"))
        .contains("UNSERVED_TRIGGER", "no trigger of type SCHEDULED");
    assertThat(served.text("warning")).isEqualTo("null");
    assertThat(api.get("/api/flows/POLICY_ONBOARDING").text("findings"))
        .doesNotContain("UNSERVED_TRIGGER");
  }

  @Test
  void shouldNotActivateFlowsOfScreens() throws Exception {
    ok(api.post("/api/flows", body(WITHOUT_BINDINGS)));
    String trigger = "/api/flows/POLICY_ONBOARDING/trigger";
    String screen = "{\"type\": \"SCREEN\"}";
    assertThat(ok(api.call("PUT", trigger, screen)).text("warning"))
        .contains("can be neither published nor activated");

    Api.Answer refused = api.post("/api/flows/POLICY_ONBOARDING/publish", "");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("code")).isEqualTo("screen-flow");
    assertThat(api.get("/api/flows/POLICY_ONBOARDING").text("status")).isEqualTo("DRAFT");
    ok(api.call("PUT", trigger, "{\"type\": \"AUTOLAUNCHED\"}"));
    ok(api.post("/api/flows/POLICY_ONBOARDING/publish", ""));
    Api.Answer active = api.call("PUT", trigger, screen);
    assertThat(active.status()).isEqualTo(409);
    assertThat(active.text("code")).isEqualTo("active");
    ok(api.post("/api/flows/POLICY_ONBOARDING/deactivate", ""));
    ok(api.call("PUT", trigger, screen));
    assertThat(api.post("/api/flows/POLICY_ONBOARDING/activate", "").text("code"))
        .isEqualTo("screen-flow");
  }

  private static Api.Answer ok(Api.Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isBetween(200, 299);
    return answer;
  }

  private static String body(String source) {
    return JsonObject.of(Map.of("source", Json.of(source), "format", Json.of("yaml"))).toString();
  }

  private Json bindings() throws Exception {
    return api.get("/api/bindings").body().get("items").orElseThrow();
  }

  private List<String> ids() throws Exception {
    return ((JsonArray) bindings())
        .elements().stream().map(one -> one.get("id").orElseThrow().asText()).toList();
  }

  /** Publishes an event and returns the number of flows that it started. */
  private int started(String type, int premium) throws Exception {
    Api.Answer answer =
        ok(
            api.post(
                "/api/events",
                """
                {"type": "%s", "clientId": "17", "lobId": "3", "payload": {"premium": %d}}
                """
                    .formatted(type, premium)));
    return ((JsonArray) answer.body().get("started").orElseThrow()).elements().size();
  }
}
