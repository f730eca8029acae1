package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lists of flows do not load the definitions that they do not show. */
@ExtendWith(OneServer.class)
class FlowListsTest {

  private static OneServer.Running server;

  @BeforeAll
  static void known(OneServer.Running running) {
    server = running;
  }

  private static String body(String code, String comment) {
    return """
    {"code": "%s", "definition": {"Comment": "%s", "StartAt": "A", "States": {
      "A": {"Type": "Succeed"}}}}\
    """
        .formatted(code, comment);
  }

  private static List<Json> items(Api.Answer answer, String member) {
    return ((JsonArray) answer.body().get(member).orElseThrow()).elements();
  }

  @Test
  void shouldLeaveSourcesOutOfLists() throws Exception {
    Api own = server.with(server.tenant("flow-lists"));
    for (int i = 1; i <= 3; i++) {
      own.post("/api/flows", body("long", "secret" + i));
      own.call("PUT", "/api/flows/long", body("long", "secret" + i));
      own.post("/api/flows/long/publish", "");
    }

    assertThat(own.get("/api/flows").body().toString())
        .contains("\"code\":\"long\"", "\"format\":\"json\"")
        .doesNotContain("secret");
    assertThat(own.get("/api/flows/long").body().toString()).contains("secret3");
    Api.Answer page = own.get("/api/flows/long/versions?limit=2");
    assertThat(page.body().toString()).doesNotContain("secret");
    assertThat(items(page, "items"))
        .extracting(version -> version.get("number").orElseThrow().asText())
        .containsExactly("3", "2");
    Api.Answer rest = own.get("/api/flows/long/versions?limit=2&after=" + page.text("next"));
    assertThat(items(rest, "items"))
        .extracting(version -> version.get("number").orElseThrow().asText())
        .containsExactly("1");
    assertThat(rest.body().get("next")).contains(JsonNull.NULL);
  }

  @Test
  void shouldExportInPartsThatAnImportTakes() throws Exception {
    Api own = server.with(server.tenant("flow-parts"));
    Api other = server.with(server.tenant("flow-parts-too"));
    for (int i = 0; i < 5; i++) {
      own.post("/api/flows?publish=true", body("part-" + i, "x".repeat(200_000)));
    }

    List<String> codes = new ArrayList<>();
    String after = "";
    int parts = 0;
    while (parts == 0 || !after.isEmpty()) {
      Api.Answer part = own.get("/api/export?after=" + after);
      items(part, "flows").forEach(flow -> codes.add(flow.get("code").orElseThrow().asText()));
      assertThat(other.post("/api/import", part.body().toString()).status()).isEqualTo(200);
      Json next = part.body().get("next").orElseThrow();
      after = next.equals(JsonNull.NULL) ? "" : next.asText();
      parts++;
    }

    assertThat(codes).containsExactly("part-0", "part-1", "part-2", "part-3", "part-4");
    assertThat(parts).isGreaterThan(1);
    assertThat(other.get("/api/flows/part-4").text("active")).isEqualTo("1");
  }

  @Test
  void shouldNotImportIntoArchivedFlows() throws Exception {
    Api own = server.with(server.tenant("flow-archived"));
    own.post("/api/flows?publish=true", body("laid-down", "one"));
    String changed = own.get("/api/flows/laid-down/export").body().toString().replace("one", "two");
    own.call("DELETE", "/api/flows/laid-down", "");

    Api.Answer refused = own.post("/api/import", changed);

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("code")).isEqualTo("archived");
    assertThat(own.get("/api/flows/laid-down").body().toString()).contains("one");
  }
}
