package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.testkit.FlowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorNamesTest {

  private static final String CHOICE =
      """
      StartAt: Fan
      States:
        Fan:
          Type: Parallel
          Branches:
            - StartAt: Which
              States:
                Which:
                  Type: Choice
                  Choices: [{Variable: $.n, NumericEquals: 1, Next: One}]
                One: {Type: Pass, End: true}
          %s
          End: true
        Rescue: {Type: Pass, End: true}
      """;

  @Test
  void shouldFailWhereNoChoiceMatches() {
    FlowRun run = FlowRun.of(CHOICE.formatted("")).start("{\"n\": 2}");

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.error()).isEqualTo("States.NoChoiceMatched");
    assertThat(run.cause()).contains("Which");
    assertThat(run.trace()).containsExactly("Fan FAILED", "Which FAILED");
  }

  @Test
  void shouldCatchFailuresOfAChoiceInTheEnclosingState() {
    FlowRun run =
        FlowRun.of(
                CHOICE.formatted(
                    "Catch: [{ErrorEquals: [States.NoChoiceMatched], Next: Rescue,"
                        + " ResultPath: $.error}]"))
            .start("{\"n\": 2}");

    assertThat(run.output().get("error").flatMap(e -> e.get("Error")))
        .contains(json("\"States.NoChoiceMatched\""));
  }

  @Test
  void shouldFailAChoiceThatComparesAMissingValue() {
    FlowRun run =
        FlowRun.of(CHOICE.formatted("Catch: [{ErrorEquals: [States.ALL], Next: Rescue}]"))
            .start("{}");

    assertThat(run.error()).isEqualTo("States.Runtime");
  }

  private static final String INTRINSIC =
      """
      StartAt: Ask
      States:
        Ask:
          Type: Task
          Resource: ask
          Parameters: {"n.$": "States.MathAdd($.n, 1)"}
          Catch: [{ErrorEquals: [%s], Next: Rescue, ResultPath: $.error}]
          End: true
        Rescue: {Type: Pass, OutputPath: $.error.Error, End: true}
      """;

  @ParameterizedTest
  @ValueSource(strings = {"States.IntrinsicFailure", "States.ALL", "States.TaskFailed"})
  void shouldCatchAFailedIntrinsic(String name) {
    FlowRun run =
        FlowRun.of(INTRINSIC.formatted(name))
            .handler("ask", answering("1"))
            .start("{\"n\": \"not a number\"}");

    assertThat(run.output()).isEqualTo(json("\"States.IntrinsicFailure\""));
    assertThat(run.calls("ask")).isEmpty();
  }

  @Test
  void shouldNotCatchAFailedIntrinsicUnderAnotherName() {
    FlowRun run =
        FlowRun.of(INTRINSIC.formatted("States.Timeout"))
            .handler("ask", answering("1"))
            .start("{\"n\": \"x\"}");

    assertThat(run.error()).isEqualTo("States.IntrinsicFailure");
  }

  private static final String CATCH =
      """
      StartAt: Ask
      States:
        Ask:
          Type: Task
          Resource: ask
          Catch: [{ErrorEquals: [%s], Next: Rescue}]
          End: true
        Rescue: {Type: Pass, Result: rescued, End: true}
      """;

  @ParameterizedTest
  @CsvSource({
    "Mine, Mine, true",
    "Mine, mine, false",
    "Mine, Min, false",
    "Mine, States.ALL, true",
    "Mine, States.TaskFailed, true",
    "Mine, States.Timeout, false",
    "States.Timeout, States.ALL, true",
    "States.Timeout, States.TaskFailed, false",
    "States.Timeout, States.Timeout, true",
    "States.Timeout, States.HeartbeatTimeout, false",
    "States.HeartbeatTimeout, States.Timeout, true",
    "States.HeartbeatTimeout, States.HeartbeatTimeout, true",
    "States.HeartbeatTimeout, States.TaskFailed, false",
    "States.TaskFailed, States.TaskFailed, true",
    "States.Runtime, States.ALL, false",
    "States.Runtime, States.TaskFailed, false",
    "States.Runtime, States.Runtime, false",
    "States.DataLimitExceeded, States.ALL, false",
    "States.DataLimitExceeded, States.TaskFailed, false",
    "States.DataLimitExceeded, States.DataLimitExceeded, true",
    "'', States.ALL, true",
    "'', States.TaskFailed, true",
  })
  void shouldMatchErrorsByName(String error, String caught, boolean matches) {
    FlowRun run = FlowRun.of(CATCH.formatted(caught)).handler("ask", failing(error)).start("{}");

    assertThat(run.trace().contains("Rescue SUCCEEDED")).isEqualTo(matches);
    assertThat(run.execution().status()).isEqualTo(matches ? Status.SUCCEEDED : Status.FAILED);
  }

  private static final String NAMELESS =
      """
      StartAt: Fan
      QueryLanguage: %s
      States:
        Fan:
          Type: Parallel
          Branches: [{StartAt: No, States: {No: {Type: Fail%s}}}]
          Catch: [{ErrorEquals: [States.ALL], Next: Rescue}]
          End: true
        Rescue: {Type: Pass, End: true}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "JSONPath | ''           | {\"Error\": null, \"Cause\": null}",
        "JSONata  | ''           | {\"Error\": null, \"Cause\": null}",
        "JSONPath | ', Cause: c' | {\"Error\": null, \"Cause\": \"c\"}",
        "JSONPath | ', Error: e' | {\"Error\": \"e\", \"Cause\": null}",
      })
  void shouldHandleMissingValuesAsNull(String language, String fields, String output) {
    FlowRun run = FlowRun.of(NAMELESS.formatted(language, fields)).start("{}");

    assertThat(run.output()).isEqualTo(json(output));
  }

  @Test
  void shouldTakeTheFirstCatcherThatMatches() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Ask
                States:
                  Ask:
                    Type: Task
                    Resource: ask
                    Catch:
                      - {ErrorEquals: [Other], Next: A}
                      - {ErrorEquals: [Other, Mine], Next: B}
                      - {ErrorEquals: [States.ALL], Next: C}
                    End: true
                  A: {Type: Pass, Result: a, End: true}
                  B: {Type: Pass, Result: b, End: true}
                  C: {Type: Pass, Result: c, End: true}
                """)
            .handler("ask", failing("Mine"))
            .start("{}");

    assertThat(run.output()).isEqualTo(json("\"b\""));
  }

  @Test
  void shouldNameTheClassOfAnExceptionWithoutAnErrorName() {
    FlowRun run =
        FlowRun.of(CATCH.formatted("IllegalStateException"))
            .handler(
                "ask",
                call -> {
                  throw new IllegalStateException("oh");
                })
            .start("{}");

    assertThat(run.output()).isEqualTo(json("\"rescued\""));
  }

  @Test
  void shouldEndWithTheErrorAndCauseOfAFailState() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: No
                States:
                  No: {Type: Fail, ErrorPath: $.name, CausePath: "States.Format('no {}', $.what)"}
                """)
            .start("{\"name\": \"Order.Bad\", \"what\": \"stock\"}");

    assertThat(run.error()).isEqualTo("Order.Bad");
    assertThat(run.cause()).isEqualTo("no stock");
  }

  @Test
  void shouldFailWithoutErrorAndCauseWhereAFailStateGivesNone() {
    FlowRun run = FlowRun.of("StartAt: No\nStates: {No: {Type: Fail}}").start("{}");

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.error()).isEmpty();
    assertThat(run.cause()).isEmpty();
  }
}
