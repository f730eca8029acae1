package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of built-in handlers are checked when a flow is validated and published. */
@ExtendWith(OneServer.class)
class ConfigCheckTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP_CALLOUT | {\"url\": \"https://a.example\", \"bodyType\": \"yaml\"}"
            + " | the setting 'bodyType' of 'HTTP_CALLOUT' must be one of",
        "HTTP_CALLOUT | {\"url\": 5} | the setting 'url' of 'HTTP_CALLOUT' must be",
        "HTTP_CALLOUT | {\"url\": \"https://a.example\", \"metod\": \"${$.m}\"}"
            + " | the setting 'metod' of 'HTTP_CALLOUT' is not allowed",
        "HTTP_CALLOUT | {\"auth\": {\"token\": \"x\"}, \"url\": \"https://a.example\"}"
            + " | the setting 'auth.type' of 'HTTP_CALLOUT' is required",
        "LOG_MESSAGE | {\"level\": \"info\"}"
            + " | the setting 'message' of 'LOG_MESSAGE' is required",
        "TRANSFORM_DATA | {} | Config of 'TRANSFORM_DATA' must fit one of the 2 alternatives",
      })
  void shouldRefuseSettings(
      String resource, String config, String message, OneServer.Running running) throws Exception {
    Json findings = findings(running.admin(), resource, config);

    assertThat(findings.toString())
        .contains(message, "\"code\":\"BAD_VALUE\"", "\"severity\":\"error\"");
    assertThat(findings.get(0).flatMap(it -> it.get("line")).orElseThrow().asText()).isEqualTo("5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP_CALLOUT | {\"url\": \"${$.url}\", \"bodyType\": \"${$.type}\"}",
        "HTTP_CALLOUT | {\"url\": \"https://a.example\", \"query\": \"${$.query}\"}",
        "HTTP_CALLOUT | {\"url\": \"https://a.example\","
            + " \"auth\": {\"type\": \"bearer\", \"token\": \"{{ secret('crm') }}\"}}",
        "EMAIL_ALERT | {\"to\": [\"${$.one}\", \"two@example.com\"], \"text\": \"x\"}",
        "no-handler | {\"anything\": [1]}",
      })
  void shouldNotCheckTypesThatAreUnknown(String resource, String config, OneServer.Running running)
      throws Exception {
    Json findings = findings(running.admin(), resource, config);

    assertThat(findings.toString()).doesNotContain("\"severity\":\"error\"");
  }

  @Test
  void shouldSuggestTheNameOfASetting(OneServer.Running running) throws Exception {
    Json findings =
        findings(running.admin(), "LOG_MESSAGE", "{\"message\": \"a\", \"levl\": \"x\"}");

    assertThat(findings.toString()).contains("Did you mean 'level'?");
  }

  @Test
  void shouldNotPublishSettingsThatTheHandlerRefuses(OneServer.Running running) throws Exception {
    Api api = running.own("config-publish");
    String flow =
        """
        {"code": "logs", "definition": {"StartAt": "Log", "States": {
          "Log": {"Type": "Task", "Resource": "LOG_MESSAGE", "Config": {"text": "a"}, "End": true}}}}
        """;

    Api.Answer published = api.post("/api/flows?publish=true", flow);
    Api.Answer draft = api.post("/api/flows", flow);
    Api.Answer later = api.post("/api/flows/logs/publish", "{}");

    assertThat(published.status()).isEqualTo(422);
    assertThat(published.body().toString()).contains("'message' of 'LOG_MESSAGE' is required");
    assertThat(draft.status()).isEqualTo(201);
    assertThat(later.status()).isEqualTo(422);
    assertThat(later.body().toString()).contains("'text' of 'LOG_MESSAGE' is not allowed");
  }

  private static Json findings(Api api, String resource, String config) throws Exception {
    String source =
        """
        {"StartAt": "Do", "States": {"Do": {
          "Type": "Task",
          "Resource": "%s",
          "End": true,
          "Config": %s}}}
        """
            .formatted(resource, config);
    JsonObject body = JsonObject.of("source", Json.of(source)).with("format", Json.of("json"));
    return api.post("/api/flows/validate", body.toString()).body().get("findings").orElseThrow();
  }
}
