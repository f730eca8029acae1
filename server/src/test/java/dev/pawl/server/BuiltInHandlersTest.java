package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The handlers that need no worker, on a server and in {@code pawl run}. */
@ExtendWith(OneServer.class)
class BuiltInHandlersTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo           | {}",
        "LOG_MESSAGE    | {\"message\": \"said ${$.word}\"}",
        "TRANSFORM_DATA | {\"expression\": \"{\\\"said\\\": $uppercase(said)}\"}",
      })
  void shouldBehaveTheSameLocallyAndOnAServer(
      String resource, String config, OneServer.Running running) throws Exception {
    Path key =
        Files.writeString(
            folder.resolve("key"),
            running.tenant("built-in-" + resource.toLowerCase(Locale.ROOT).replace('_', '-')));
    Commands commands = new Commands(running.server().address(), key);
    String[] input = {"--input", "{\"word\": \"HELLO\"}"};
    Path file =
        Files.writeString(
            folder.resolve("said.asl.json"),
            """
            {"StartAt": "Say", "States": {"Say": {"Type": "Task", "Resource": "%s",
              "Parameters": {"said.$": "$.word"}, "Config": %s, "End": true}}}
            """
                .formatted(resource, config));

    String here =
        Commands.typed("run", file.toString(), input[0], input[1], "--json").well().text("output");
    Commands.Outcome deployed = commands.pawl("deploy", file.toString(), "--publish").well();
    String there =
        commands
            .pawl("start", "said", input[0], input[1], "--wait", "--json")
            .well()
            .text("output");

    assertThat(deployed.out() + deployed.err())
        .doesNotContain("UNSERVED", "no handler or worker serves");
    assertThat(there).isEqualTo(here).isEqualTo("{\"said\":\"HELLO\"}");
  }

  @Test
  void shouldNotCallOtherSystemsFromACommand() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("call.asl.json"),
            """
            {"StartAt": "Call", "States": {"Call": {"Type": "Task", "Resource": "HTTP_CALLOUT",
              "Config": {"url": "https://example.com"}, "End": true}}}
            """);

    Commands.Outcome refused = Commands.typed("run", file.toString());
    Commands.Outcome mocked =
        Commands.typed(
            "run", file.toString(), "--mock", "HTTP_CALLOUT={\"status\": 200}", "--json");

    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("no handler serves 'HTTP_CALLOUT'", "--mock");
    assertThat(mocked.well().text("output")).isEqualTo("{\"status\":200}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"echo", "echo.waitForTaskToken", "HTTP_CALLOUT", "EMAIL_HANDLER", "PUBLISH_EVENT"})
  void shouldNotGiveTheirWorkToWorkers(String resource, OneServer.Running running)
      throws Exception {
    Api api = running.admin();

    Api.Answer polled =
        api.post("/api/workers/poll", "{\"resources\": [\"x\", \"%s\"]}".formatted(resource));
    Api.Answer described =
        api.post(
            "/api/workers/descriptors",
            "{\"items\": [{\"resource\": \"%s\", \"descriptor\": {}}]}".formatted(resource));

    assertThat(polled.status()).isEqualTo(422);
    assertThat(polled.text("code")).isEqualTo("built-in-resource");
    assertThat(polled.text("detail")).contains(resource, "use another name");
    assertThat(described.text("code")).isEqualTo("built-in-resource");
  }

  @Test
  void shouldListHandlersWithTheirDescriptors(OneServer.Running running) throws Exception {
    Api.Answer listed = running.own("built-in-list").get("/api/flows/resources");

    Map<String, Json> resources =
        ((JsonArray) listed.body().get("items").orElseThrow())
            .elements().stream()
                .collect(
                    Collectors.toMap(
                        item -> item.get("resource").orElseThrow().asText(), Function.identity()));
    assertThat(resources)
        .containsOnlyKeys(
            "echo",
            "PUBLISH_EVENT",
            "SEND_NOTIFICATION",
            "HTTP_CALLOUT",
            "EXPORT_POLICY_HANDLER",
            "EXPORT",
            "OUTBOUND_MESSAGE",
            "EMAIL_ALERT",
            "EMAIL_HANDLER",
            "SMS_HANDLER",
            "RUN_FLOW",
            "CALL",
            "call",
            "FUNCTION",
            "function",
            "TRANSFORM_DATA",
            "LOG_MESSAGE",
            "PUBLISH_EVENT",
            "emit",
            "SEND_NOTIFICATION");
    assertThat(resources.values())
        .allSatisfy(
            item -> {
              assertThat(text(item, "source")).contains("builtin");
              Json descriptor = item.get("descriptor").orElseThrow();
              assertThat(text(descriptor, "displayName").orElse("")).isNotBlank();
              assertThat(text(descriptor, "category").orElse("")).isNotBlank();
              assertThat(text(descriptor, "icon").orElse("")).isNotBlank();
            });
    Json mail = resources.get("EMAIL_ALERT");
    assertThat(
            mail.get("descriptor").flatMap(it -> it.get("configSchema")).orElseThrow().toString())
        .contains("toField");
    assertThat(mail.get("errors").orElseThrow().toString())
        .contains("{\"name\":\"MailBusy\"", "\"retryable\":true");
    assertThat(text(mail, "effect")).contains("EXTERNAL");
    assertThat(text(mail, "timeoutSeconds")).contains("30");
    assertThat(text(resources.get("EMAIL_HANDLER"), "aliasOf")).contains("EMAIL_ALERT");
    assertThat(text(resources.get("EXPORT"), "aliasOf")).contains("EXPORT_POLICY_HANDLER");
    assertThat(text(resources.get("emit"), "aliasOf")).contains("PUBLISH_EVENT");
    assertThat(text(resources.get("call"), "aliasOf")).contains("CALL");
    assertThat(text(resources.get("function"), "aliasOf")).contains("FUNCTION");
  }

  private static Optional<String> text(Json item, String member) {
    return item.get(member).map(Json::asText);
  }
}
