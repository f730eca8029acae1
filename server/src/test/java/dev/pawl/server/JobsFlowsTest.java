package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The server takes flows in the jobs dialect as it takes others. */
@ExtendWith(OneServer.class)
class JobsFlowsTest {

  private static final String JOBS =
      """
      # Tells the client.
      jobs:
        - {code: MAIL, handler: EMAIL_HANDLER, config: {template: welcome}}
        - {code: EXPORT, parent: MAIL, handler: EXPORT_HANDLER}
      """;

  private static Api api;

  @BeforeAll
  static void tenant(OneServer.Running running) throws Exception {
    api = running.own("jobs-flows");
  }

  private static String body(String code, String source) {
    return JsonObject.of(
            Map.of("code", Json.of(code), "source", Json.of(source), "format", Json.of("yaml")))
        .toString();
  }

  @Test
  void shouldKeepTheTextAndRunWhatItCompilesTo() throws Exception {
    Api.Answer created = api.post("/api/flows?publish=true", body("policy", JOBS));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    Api.Answer published = api.post("/api/flows/policy/publish", "");
    assertThat(published.status()).as(published.toString()).isEqualTo(200);

    assertThat(api.get("/api/flows/policy/versions/1").text("source")).isEqualTo(JOBS);
    assertThat(api.get("/api/flows/policy/versions").body().toString())
        .contains("\"format\":\"yaml\"")
        .doesNotContain("\"version\":2");
    for (String version : new String[] {"", "\"version\": 1, "}) {
      Api.Answer tested =
          api.post(
              "/api/flows/policy/test?wait=30",
              "{"
                  + version
                  + """
                  "input": {"aggregateId": "P-1"}, "mockHandlers": {
                    "MAIL": {"result": "sent"}, "EXPORT": {"result": "exported"}}}\
                  """);
      assertThat(tested.text("status")).as(tested.toString()).isEqualTo("SUCCEEDED");
      assertThat(Json.parse(tested.text("output")))
          .isEqualTo(Json.parse("{\"MAIL\": \"sent\", \"EXPORT\": \"exported\"}"));
    }
  }

  @Test
  void shouldReportFindingsAtTheSourceLine() throws Exception {
    String wrong = JOBS.replace("parent: MAIL", "parent: MIAL");
    Api.Answer draft = api.post("/api/flows", body("wrong", wrong));
    assertThat(draft.status()).as(draft.toString()).isEqualTo(201);

    Api.Answer refused = api.post("/api/flows/wrong/publish", "");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().toString())
        .contains("\"line\":4", "Did you mean 'MAIL'?", "/jobs/1/parent");
    assertThat(api.post("/api/flows", body("unserved", JOBS)).text("findings"))
        .contains("UNSERVED_RESOURCE", "EXPORT_HANDLER", "/jobs/1/handler", "\"line\":4");
    String checked = api.post("/api/flows/validate", body("checked", wrong)).body().toString();
    assertThat(checked).contains("\"line\":4", "Did you mean 'MAIL'?");
  }
}
