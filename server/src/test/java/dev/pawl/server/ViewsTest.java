package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Saved views, private or shared, and preferences. */
@ExtendWith(OneServer.class)
class ViewsTest {

  private static final String VIEW =
      "{\"page\": \"executions\", \"name\": \"%s\", \"query\": {\"status\": [\"FAILED\"]},"
          + " \"shared\": %s}";

  @Test
  void shouldKeepPrivateViewsPrivateAndShareOthers(OneServer.Running running) throws Exception {
    String admin = running.tenant("views-shared");
    Api one = running.with(running.key(admin, "operator"));
    Api other = running.with(running.key(admin, "editor"));

    Api.Answer mine = one.post("/api/views", VIEW.formatted("Mine", false));
    Api.Answer ours = one.post("/api/views", VIEW.formatted("Ours", true));

    assertThat(List.of(mine.status(), ours.status())).containsOnly(201);
    assertThat(one.get("/api/views?page=executions").body().toString()).contains("Mine", "Ours");
    assertThat(other.get("/api/views").body().toString())
        .contains("Ours", "\"editable\":false")
        .doesNotContain("Mine");
    assertThat(one.get("/api/views?page=flows").body().toString()).doesNotContain("Mine");
    assertThat(
            other.call("PUT", "/api/views/" + mine.text("id"), VIEW.formatted("x", false)).status())
        .isEqualTo(404);
    assertThat(other.call("DELETE", "/api/views/" + ours.text("id"), "").status()).isEqualTo(403);
    assertThat(
            running
                .with(admin)
                .call("PUT", "/api/views/" + ours.text("id"), VIEW.formatted("All", true))
                .text("name"))
        .isEqualTo("All");
    assertThat(one.call("DELETE", "/api/views/" + mine.text("id"), "").status()).isEqualTo(204);
  }

  @Test
  void shouldRefuseNamesTwiceAndWhatIsTooLarge(OneServer.Running running) throws Exception {
    Api own = running.own("views-limits");
    own.post("/api/views", VIEW.formatted("Once", false));

    assertThat(own.post("/api/views", VIEW.formatted("Once", false)).text("code"))
        .isEqualTo("name-taken");
    assertThat(own.post("/api/views", VIEW.formatted("Once", true)).status()).isEqualTo(201);
    assertThat(own.post("/api/views", VIEW.formatted("", false)).text("detail"))
        .contains("name: must have 1 to 80 characters");
    String large =
        "{\"page\": \"executions\", \"name\": \"large\", \"query\": {\"error\": \"%s\"}}"
            .formatted("x".repeat(9_000));
    assertThat(own.post("/api/views", large).text("detail")).contains("maximum of 8192");
    assertThat(
            own.post("/api/views", "{\"page\": \"nowhere\", \"name\": \"x\", \"query\": {}}")
                .status())
        .isBetween(400, 422);
  }

  @Test
  void shouldNotLetViewersShare(OneServer.Running running) throws Exception {
    Api viewer = running.with(running.key(running.tenant("views-viewers"), "viewer"));

    assertThat(viewer.post("/api/views", VIEW.formatted("Mine", false)).status()).isEqualTo(201);
    assertThat(viewer.post("/api/views", VIEW.formatted("Ours", true)).status()).isEqualTo(403);
  }

  @Test
  void shouldRecordChangesOfSharedViewsInTheAudit(OneServer.Running running) throws Exception {
    Api own = running.own("views-audit");
    String id = own.post("/api/views", VIEW.formatted("Audited", true)).text("id");
    own.call("DELETE", "/api/views/" + id, "");

    assertThat(own.get("/api/audit").body().toString()).contains("Audited");
  }

  @Test
  void shouldKeepPreferencesPerUser(OneServer.Running running) throws Exception {
    String admin = running.tenant("preferences");
    Api one = running.with(running.key(admin, "viewer"));
    Api other = running.with(running.key(admin, "operator"));

    one.call("PUT", "/api/preferences/executions.columns", "{\"value\": [\"status\"]}");

    assertThat(one.get("/api/preferences").body().toString()).contains("executions.columns");
    assertThat(other.get("/api/preferences").body().toString()).doesNotContain("columns");
    assertThat(one.call("PUT", "/api/preferences/No%20Name", "{\"value\": 1}").status())
        .isEqualTo(422);
    assertThat(
            one.call(
                    "PUT",
                    "/api/preferences/large",
                    "{\"value\": \"%s\"}".formatted("x".repeat(9_000)))
                .text("detail"))
        .contains("maximum of 8192");
    assertThat(one.call("DELETE", "/api/preferences/executions.columns", "").status())
        .isEqualTo(204);
    assertThat(one.call("DELETE", "/api/preferences/executions.columns", "").status())
        .isEqualTo(404);
  }
}
