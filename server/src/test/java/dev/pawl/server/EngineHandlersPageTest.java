package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The handlers of docs/handlers.md that need a server do what the page shows. */
@ExtendWith(OneServer.class)
class EngineHandlersPageTest {

  private static final Path PAGE = Path.of("..", "docs", "handlers.md");

  private static final Pattern EXAMPLE =
      Pattern.compile(
          "```json\n(\\{\n  \"Type\": \"Task\".*?)\n```\n\nResult.*?:\n\n```json\n(.*?)\n```",
          Pattern.DOTALL);

  private static final Set<String> HANDLERS =
      Set.of("RUN_FLOW", "PUBLISH_EVENT", "SEND_NOTIFICATION");

  private static final Pattern IDS = Pattern.compile("(\"(?:id|execution)\":\\s?)\"(?:[^\"]+)\"");

  @Test
  void shouldDoWhatThePageShows(OneServer.Running running) throws Exception {
    Api api = running.own("engine-handlers-page");
    publish(
        api,
        "price",
        """
        {"StartAt": "Price", "States": {"Price": {"Type": "Task", "Resource": "TRANSFORM_DATA",
          "Config": {"expression": "$merge([$, {'gross': net * 1.19}])"}, "End": true}}}
        """);
    publish(
        api, "receipt", "{\"StartAt\": \"Done\", \"States\": {\"Done\": {\"Type\": \"Succeed\"}}}");
    api.post("/api/bindings", "{\"event\": \"order.paid\", \"flow\": \"receipt\"}");
    Set<String> shown = new TreeSet<>();

    for (MatchResult example : EXAMPLE.matcher(Files.readString(PAGE)).results().toList()) {
      String resource = Json.parse(example.group(1)).get("Resource").orElseThrow().asText();
      if (!HANDLERS.contains(resource)) {
        continue;
      }
      String flow = "page-" + shown.size();
      publish(
          api, flow, "{\"StartAt\": \"A\", \"States\": {\"A\": %s}}".formatted(example.group(1)));
      Api.Answer ended = api.post("/api/flows/%s/execute?wait=30".formatted(flow), "{}");

      assertThat(ended.text("status")).as(ended.toString()).isEqualTo("SUCCEEDED");
      assertThat(withoutIds(Json.parse(ended.text("output"))))
          .as(resource)
          .isEqualTo(withoutIds(Json.parse(example.group(2))));
      shown.add(resource);
    }

    assertThat(shown).containsExactlyInAnyOrderElementsOf(HANDLERS);
  }

  @Test
  void shouldRefuseARunOfAVersionThatDoesNotExist(OneServer.Running running) throws Exception {
    Api api = running.own("run-flow-version");
    publish(api, "price", "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Succeed\"}}}");
    publish(
        api,
        "shop",
        """
        {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "RUN_FLOW",
          "Config": {"flow": "price", "version": 9}, "End": true}}}
        """);

    Api.Answer ended = api.post("/api/flows/shop/execute?wait=30", "{}");

    assertThat(ended.text("status")).isEqualTo("FAILED");
    assertThat(ended.body().toString()).contains("there is no flow 'price' with version 9");
  }

  private static void publish(Api api, String code, String definition) throws Exception {
    Api.Answer published =
        api.post(
            "/api/flows?publish=true",
            "{\"code\": \"%s\", \"definition\": %s}".formatted(code, definition));
    assertThat(published.status()).as(published.toString()).isEqualTo(201);
  }

  private static Json withoutIds(Json result) {
    return Json.parse(IDS.matcher(result.toString()).replaceAll("$1\"...\""));
  }
}
