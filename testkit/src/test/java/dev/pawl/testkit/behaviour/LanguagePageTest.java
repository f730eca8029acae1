package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.FlowRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Flows of the page about the language do what the page says. */
class LanguagePageTest {

  private static FlowRun flow(String heading) throws IOException {
    String page = Files.readString(Path.of(System.getProperty("pawl.root"), "docs", "language.md"));
    int start = page.indexOf("```yaml\n", page.indexOf("## " + heading)) + "```yaml\n".length();
    return FlowRun.of(page.substring(start, page.indexOf("```", start)));
  }

  @Test
  void shouldGiveAHandlerItsConfig() throws IOException {
    FlowRun run =
        flow("Config")
            .handler("http-call", answering("1"))
            .secret("crm-token", "s3cret")
            .start("{\"order\": {\"id\": 7, \"items\": [1]}}");

    assertThat(run.calls("http-call").getFirst().call().config())
        .contains(
            json(
                """
                {"url": "https://crm.example/orders/7",
                 "headers": {"Authorization": "Bearer s3cret"}, "body": [1]}\
                """));
  }

  @Test
  void shouldContinueAfterAnErrorAndRunATaskAtTheEnd() throws IOException {
    FlowRun run =
        flow("OnSucceeded")
            .handler("charge", failing("Card.Refused", "no cover"))
            .handler("report", call -> call.input())
            .handler("send-mail", answering("1"))
            .start("{\"order\": 7, \"mail\": \"a@b.example\"}");

    String output =
        """
        {"order": 7, "mail": "a@b.example",
         "errors": {"Charge": {"Error": "Card.Refused", "Cause": "no cover"}}}\
        """;
    assertThat(run.execution().output()).contains(json(output));
    assertThat(run.calls("send-mail").getFirst().call().input())
        .isEqualTo(json("{\"to\": \"a@b.example\", \"result\": " + output + "}"));
  }
}
