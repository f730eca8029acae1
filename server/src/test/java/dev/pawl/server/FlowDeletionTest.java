package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.JsonArray;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A flow can be deleted for good, by administrators and with a confirmation; its history stays. */
@ExtendWith(OneServer.class)
class FlowDeletionTest {

  private static final String DEFINITION = "{\"StartAt\": \"%1$s\", \"States\": {\"%1$s\": %2$s}}";

  private static Api own;
  private static Api publisher;

  @BeforeAll
  static void tenant(OneServer.Running running) throws Exception {
    String key = running.tenant("flow-deletion");
    own = running.with(key);
    publisher = running.with(running.key(key, "publisher"));
  }

  private static void publish(String code, String state, String what) throws Exception {
    Api.Answer answer =
        own.post(
            "/api/flows?publish=true",
            "{\"code\": \"%s\", \"definition\": %s}"
                .formatted(code, DEFINITION.formatted(state, what)));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
  }

  private static Api.Answer delete(Api by, String code) throws Exception {
    return by.post("/api/flows/" + code + "/delete", "{\"code\": \"%s\"}".formatted(code));
  }

  private static Api.Answer archive(String code) throws Exception {
    return own.call("DELETE", "/api/flows/" + code, "");
  }

  @Test
  void shouldDeleteArchivedFlowsAfterConfirmation() throws Exception {
    publish("goes", "Done", "{\"Type\": \"Succeed\"}");
    String id = own.get("/api/flows/goes").text("id");

    Api.Answer early = delete(own, "goes");
    archive("goes");
    Api.Answer unsure = own.post("/api/flows/" + id + "/delete", "{\"code\": \"other\"}");
    Api.Answer byOthers = delete(publisher, "goes");
    Api.Answer deleted = delete(own, "goes");

    assertThat(early.status()).isEqualTo(409);
    assertThat(early.text("code")).isEqualTo("not-archived");
    assertThat(unsure.status()).isEqualTo(422);
    assertThat(unsure.text("detail")).contains("{\"code\": \"goes\"}");
    assertThat(byOthers.status()).isEqualTo(403);
    assertThat(deleted.status()).isEqualTo(200);
    assertThat(deleted.text("id")).isEqualTo(id);
    assertThat(own.get("/api/flows/goes").status()).isEqualTo(404);
    assertThat(own.get("/api/flows/" + id).status()).isEqualTo(404);
    assertThat(own.get("/api/flows?status=ARCHIVED").body().toString()).doesNotContain("goes");
    assertThat(delete(own, "goes").status()).isEqualTo(404);
    assertThat(own.get("/api/audit?endpoint=delete").body().toString())
        .contains("\"endpoint\":\"POST /api/flows/{flow}/delete\"", "/api/flows/goes/delete");
  }

  @Test
  void shouldNotDeleteFlowsWithLiveExecutions() throws Exception {
    publish("busy", "Wait", "{\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}");
    String path = "/api/flows/executions/" + own.post("/api/flows/busy/execute", "{}").text("id");
    archive("busy");

    Api.Answer refused = delete(own, "busy");
    own.post(path + "/cancel", "");
    own.get(path + "?wait=20");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("code")).isEqualTo("still-running");
    assertThat(refused.text("detail")).contains("(1)");
    assertThat(delete(own, "busy").status()).isEqualTo(200);
  }

  @Test
  void shouldKeepTheHistoryApartFromANewFlowOfThatCode() throws Exception {
    publish("again", "Old", "{\"Type\": \"Pass\", \"Result\": 1, \"End\": true}");
    String path =
        "/api/flows/executions/" + own.post("/api/flows/again/execute?wait=20", "{}").text("id");
    archive("again");

    assertThat(delete(own, "again").status()).isEqualTo(200);

    assertThat(own.get(path).text("output")).isEqualTo("1");
    assertThat(own.get(path + "/steps").body().toString()).contains("\"state\":\"Old\"");
    assertThat(own.post("/api/flows/again/execute", "{}").status()).isEqualTo(404);
    // The same definition does not restore the versions of the deleted flow.
    publish("again", "Old", "{\"Type\": \"Pass\", \"Result\": 1, \"End\": true}");
    assertThat(own.get("/api/flows/again").text("active")).isEqualTo("2");
    JsonArray versions =
        (JsonArray) own.get("/api/flows/again/versions").body().get("items").orElseThrow();
    assertThat(versions.length()).isEqualTo(1);
    assertThat(own.get("/api/flows/again/versions/1").status()).isEqualTo(404);
    assertThat(own.post("/api/flows/again/execute", "{\"version\": 1}").status()).isEqualTo(404);
    assertThat(own.post("/api/flows/again/execute", "{\"version\": 2}").status()).isEqualTo(202);
    assertThat(own.get("/api/flows/executions?flow=again").body().toString())
        .contains(path.substring(path.lastIndexOf('/') + 1));
  }
}
