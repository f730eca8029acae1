package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.FlowAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.FlowRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flows in the jobs dialect run as docs/jobs.md says. */
class JobsDialectTest {

  private static final String PAYLOAD = "{\"email\": \"ada@example.com\"}";

  private static String example() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "jobs.md"));
    int start = page.indexOf("```yaml\n") + 8;
    return page.substring(start, page.indexOf("```", start));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"event\": {\"aggregateId\": \"P-1\", \"payload\": " + PAYLOAD + "}, \"trigger\": {}}",
        "{\"aggregateId\": \"P-1\", \"payload\": " + PAYLOAD + "}"
      })
  void shouldRunTheExample(String input) throws IOException {
    List<HandlerCall> exports = new ArrayList<>();
    List<HandlerCall> mails = new ArrayList<>();
    FlowRun run =
        FlowRun.of(example())
            .handler(
                "EMAIL_HANDLER",
                call -> {
                  mails.add(call);
                  return Json.parse("{\"id\": \"m-1\"}");
                })
            .handler("SMS_HANDLER", call -> Json.parse("null"))
            .handler(
                "EXPORT_POLICY_HANDLER",
                call -> {
                  exports.add(call);
                  return Json.of("exported");
                })
            .start(input);

    assertThat(run).succeeded();
    assertThat(exports).hasSize(1);
    assertThat(exports.getFirst().input())
        .isEqualTo(
            Json.parse(
                """
                {"aggregateId": "P-1", "payload": {"email": "ada@example.com"},
                 "parents": {"MAIL": {"id": "m-1"}, "SMS": null}}\
                """));
    assertThat(exports.getFirst().settings())
        .isEqualTo(
            Json.parse("{\"endpointUrl\": \"https://crm.example/policies\", \"mail\": \"m-1\"}"));
    assertThat(mails.getFirst().settings())
        .isEqualTo(Json.parse("{\"template\": \"welcome\", \"to\": \"ada@example.com\"}"));
  }

  @ParameterizedTest
  @CsvSource({
    "FIXED, 3, 10, '', '10 10 10'",
    "LINEAR, 4, 10, '', '10 20 30 40'",
    "EXPONENTIAL, 4, 10, '', '10 20 40 80'",
    "EXPONENTIAL, 4, 10, 25, '10 20 25 25'",
    "LINEAR, 3, 40000, '', '40000 80000 86400'",
    "FIXED, 0, 10, '', ''"
  })
  void shouldRetryAsTheJobDefines(
      String backoff, int retries, int delay, String most, String expected) {
    List<Instant> attempts = new ArrayList<>();
    String cap = most == null || most.isEmpty() ? "" : ", maxRetryDelaySeconds: " + most;
    FlowRun run =
        FlowRun.of(
                "jobs: [{code: A, handler: H, maxRetries: %d, retryDelaySeconds: %d, backoffType: %s%s}]"
                    .formatted(retries, delay, backoff, cap))
            .handler(
                "H",
                call -> {
                  throw new HandlerException("Down", "not now");
                })
            .start();
    run.finish();
    run.calls("H").forEach(call -> attempts.add(call.at()));

    List<String> delays = new ArrayList<>();
    for (int i = 1; i < attempts.size(); i++) {
      delays.add(
          String.valueOf(Duration.between(attempts.get(i - 1), attempts.get(i)).toSeconds()));
    }
    assertThat(String.join(" ", delays)).isEqualTo(expected == null ? "" : expected);
    assertThat(run).failedWith("Down");
  }

  @Test
  void shouldTakeTheWholeInputAsPayloadWithoutAnEvent() {
    FlowRun run =
        FlowRun.of("jobs: {A: {handler: H}, Jobs: {handler: H, parent: A}}")
            .handler("H", call -> call.input())
            .start("{\"x\": 1}");

    assertThat(run).succeeded();
    assertThat(run.calls("H").getFirst().call().input())
        .isEqualTo(Json.parse("{\"aggregateId\": null, \"payload\": {\"x\": 1}, \"parents\": {}}"));
  }
}
