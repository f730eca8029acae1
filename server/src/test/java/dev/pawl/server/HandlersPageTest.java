package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Publishes the flows of docs/handlers.md, and runs the one that calls no other system. */
@ExtendWith(OneServer.class)
class HandlersPageTest {

  private static final Pattern JSON_BLOCK = Pattern.compile("```json\\n(.*?)```", Pattern.DOTALL);

  @Test
  void shouldPublishTheFlowsOfThePage(OneServer.Running running) throws Exception {
    Api api = running.own("handlers-page");
    String page = Files.readString(Path.of(System.getProperty("pawl.root"), "docs/handlers.md"));
    List<Json> flows =
        JSON_BLOCK
            .matcher(page)
            .results()
            .map(block -> Json.parse(block.group(1)))
            .filter(block -> block.get("States").isPresent())
            .toList();

    assertThat(flows).hasSizeGreaterThanOrEqualTo(3);
    for (Json flow : flows) {
      String code = flow.get("StartAt").orElseThrow().asText().toLowerCase(Locale.ROOT);
      JsonObject body = JsonObject.of("code", Json.of(code)).with("definition", flow);
      Api.Answer published = api.post("/api/flows?publish=true", body.toString());
      assertThat(published.status()).as(published.toString()).isEqualTo(201);
      assertThat(published.body().get("findings").orElseThrow()).hasToString("[]");
    }
    Api.Answer sum =
        api.post(
            "/api/flows/sum/execute?wait=30",
            "{\"input\": {\"items\": [{\"price\": 3}, {\"price\": 4}]}}");
    assertThat(sum.body().get("output").orElseThrow()).hasToString("{\"total\":7}");
  }
}
