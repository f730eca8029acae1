package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitTest {

  private static FlowRun waiting(String fields, String input) {
    return FlowRun.of("StartAt: Nap\nStates:\n  Nap:\n    Type: Wait\n    End: true\n    " + fields)
        .start(input);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Seconds: 90                                   | 90",
        "Seconds: 0                                    | 0",
        "SecondsPath: $.n                              | 5",
        "SecondsPath: $.text                           | 7",
        "'Timestamp: \"2026-01-31T10:30:00Z\"'         | 3600",
        "'Timestamp: \"2026-01-31T10:30:00.5+01:00\"'  | 0.5",
        "TimestampPath: $.later                        | 60",
        "TimestampPath: $.past                         | 0",
        "'Timestamp: \"1999-12-31T23:59:59Z\"'         | 0",
      })
  void shouldWaitForTheGivenDuration(String field, double seconds) {
    FlowRun run =
        waiting(
            field.replace("'", ""),
            """
            {"n": 5, "text": "7", "later": "2026-01-31T09:31:00Z", "past": "2020-01-01T00:00:00Z"}
            """);
    var start = run.now();

    run.finish();

    assertThat(Duration.between(start, run.now()).toMillis()).isEqualTo((long) (seconds * 1000));
    assertThat(run.output().get("n")).contains(json("5"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'Seconds: \"{% $states.input.n * 2 %}\"'                           | 10",
        "'Timestamp: \"{% $fromMillis($millis() + 60000) %}\"'              | 60",
      })
  void shouldWaitForAComputedDuration(String field, long seconds) {
    FlowRun run = waiting("QueryLanguage: JSONata\n    " + field.replace("'", ""), "{\"n\": 5}");
    var start = run.now();

    run.finish();

    assertThat(run.now()).isEqualTo(start.plusSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SecondsPath: $.negative   | States.Runtime",
        "SecondsPath: $.words      | States.Runtime",
        "SecondsPath: $.missing    | States.Runtime",
        "TimestampPath: $.words    | States.Runtime",
        "SecondsPath: $.huge       | States.Runtime",
        "SecondsPath: $.tooLong    | States.Runtime",
        "SecondsPath: $.part       | States.Runtime",
        "SecondsPath: $.partText   | States.Runtime",
      })
  void shouldRejectInvalidWaits(String field, String error) {
    FlowRun run =
        waiting(
            field,
            """
            {"negative": -1, "words": "soon", "huge": 99999999999, "tooLong": 100000000,
             "part": 1.5, "partText": "1.5"}
            """);

    assertThat(run.error()).isEqualTo(error);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "-1", "100000000"})
  void shouldRefuseAComputedWaitOutsideTheLimits(String seconds) {
    FlowRun run = waiting("QueryLanguage: JSONata\n    Seconds: \"{% " + seconds + " %}\"", "{}");

    assertThat(run.error()).isEqualTo("States.QueryEvaluationError");
    assertThat(run.cause()).contains("from 0 to 99999999").contains(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Seconds: 99999999", "SecondsPath: $.longest"})
  void shouldWaitEquallyForALiteralAndAPath(String field) {
    FlowRun run = waiting(field, "{\"longest\": 99999999}");
    var start = run.now();

    run.finish();

    assertThat(run.now()).isEqualTo(start.plusSeconds(99_999_999));
  }

  @Test
  void shouldRefuseALongerWaitWhenTheDefinitionIsRead() {
    assertThatThrownBy(() -> waiting("Seconds: 100000000", "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("99999999");
  }

  @Test
  void shouldRejectAnInvalidComputedEventName() {
    String input = "{\"name\": \"%s\"}".formatted("e".repeat(201));

    FlowRun found = waiting("EventPath: $.name", input);
    FlowRun computed =
        waiting("QueryLanguage: JSONata\n    Event: \"{% $states.input.name %}\"", input);

    assertThat(found.error()).isEqualTo("States.Runtime");
    assertThat(found.cause()).contains("at most 200 characters").contains("has 201");
    assertThat(computed.error()).isEqualTo("States.QueryEvaluationError");
  }

  @Test
  void shouldContinueAWaitAfterACrash() {
    FlowRun run = waiting("Seconds: 60", "{}");
    var start = run.now();

    run.advance(Duration.ofSeconds(59)).crash().finish();

    assertThat(run.now()).isEqualTo(start.plusSeconds(60));
    assertThat(run.trace()).containsExactly("Nap SUCCEEDED");
  }

  @Test
  void shouldFireAMissedTimerAfterDowntime() {
    FlowRun run = waiting("Seconds: 60", "{}");

    run.crash();
    run.finish();

    assertThat(run.output()).isEqualTo(json("{}"));
  }
}
