package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.testkit.FlowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How data goes through a state that speaks JSONPath. */
class PathsTest {

  private static FlowRun task(String fields) {
    return FlowRun.of(
        "StartAt: Work\nStates:\n  Work:\n    Type: Task\n    Resource: work\n    End: true\n"
            + fields.indent(4));
  }

  @Test
  void shouldApplyTheFieldsInOrder() {
    FlowRun run =
        task("""
        InputPath: $.order
        Parameters: {"given.$": $.id, fixed: true}
        ResultSelector: {"picked.$": $.answer}
        ResultPath: $.order.result
        OutputPath: $.order
        """)
            .handler("work", Given.answering("{\"answer\": 42, \"noise\": 1}"))
            .start("{\"order\": {\"id\": 7}, \"other\": 1}");

    assertThat(run.calls("work").getFirst().call().input())
        .isEqualTo(json("{\"given\": 7, \"fixed\": true}"));
    assertThat(run.output()).isEqualTo(json("{\"id\": 7, \"result\": {\"picked\": 42}}"));
  }

  @Test
  void shouldPutTheResultIntoTheInputAsItCameNotAsItWasSelected() {
    FlowRun run =
        task("InputPath: $.order\nResultPath: $.result")
            .handler("work", Given.echo())
            .start("{\"order\": 1, \"other\": 2}");

    assertThat(run.output()).isEqualTo(json("{\"order\": 1, \"other\": 2, \"result\": 1}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "InputPath: null        | {}        | {}",
        "ResultPath: null       | {\"a\":1} | {\"a\":1}",
        "OutputPath: null       | {\"a\":1} | {}",
        "ResultPath: $          | {\"a\":1} | {\"a\":1}",
        "ResultPath: $.a        | {\"a\":1} | {\"a\":{\"a\":1}}",
        "ResultPath: $.b.c      | {\"a\":1} | {\"a\":1,\"b\":{\"c\":{\"a\":1}}}",
      })
  void shouldReadNullPathsAsNothing(String field, String handed, String output) {
    FlowRun run = task(field).handler("work", Given.echo()).start("{\"a\": 1}");

    assertThat(run.calls("work").getFirst().call().input()).isEqualTo(json(handed));
    assertThat(run.output()).isEqualTo(json(output));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "InputPath: $.no                     | States.Runtime",
        "OutputPath: $.no                    | States.Runtime",
        "'Parameters: {\"x.$\": $.no}'       | States.Runtime",
        "'Parameters: {\"x.$\": $$.no}'      | States.Runtime",
        "'ResultSelector: {\"x.$\": $.no}'   | States.Runtime",
        "'Assign: {\"x.$\": $.no}'           | States.Runtime",
        "ResultPath: $.a.b                   | States.ResultPathMatchFailure",
        "TimeoutSecondsPath: $.no            | States.Runtime",
        "TimeoutSecondsPath: $.part          | States.Runtime",
      })
  void shouldFailWithTheErrorNameOfTheProblem(String field, String error) {
    FlowRun run =
        task(field.replace("'", ""))
            .handler("work", Given.answering("{}"))
            .start("{\"a\": 1, \"part\": 1.5}");

    assertThat(run.error()).isEqualTo(error);
  }

  @Test
  void shouldNotCatchAPathWithoutAMatch() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    Parameters: {"x.$": $.no}
                    Retry: [{ErrorEquals: [States.ALL]}]
                    Catch: [{ErrorEquals: [States.ParameterPathFailure], Next: Rescue},
                            {ErrorEquals: [States.ALL], Next: Rescue}]
                    End: true
                  Rescue: {Type: Pass, End: true}
                """)
            .handler("work", Given.echo())
            .start("{}");

    assertThat(run.error()).isEqualTo("States.Runtime");
    assertThat(run.cause()).contains("$.no").contains("Parameters/x");
    assertThat(run.calls("work")).isEmpty();
  }

  @Test
  void shouldReadABareWordInAFilterAsText() {
    FlowRun run =
        task("Parameters: {\"found.$\": \"$.files[?(@.Name==Receipt)].Id\"}")
            .handler("work", Given.echo())
            .start(
                "{\"files\": [{\"Name\": \"Receipt\", \"Id\": 1}, {\"Name\": \"Bill\", \"Id\":"
                    + " 2}]}");

    assertThat(run.output()).isEqualTo(json("{\"found\": [1]}"));
  }

  @Test
  void shouldReturnMatchesOfAnIndefinitePathAsAList() {
    FlowRun run =
        task("Parameters: {\"all.$\": \"$.items[*].n\", \"none.$\": \"$.items[?(@.n > 9)]\"}")
            .handler("work", Given.echo())
            .start("{\"items\": [{\"n\": 1}, {\"n\": 2}]}");

    assertThat(run.output()).isEqualTo(json("{\"all\": [1, 2], \"none\": []}"));
  }

  @Test
  void shouldReshapeInPassAsInTask() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A:
                    Type: Pass
                    Parameters: {"b.$": $.a}
                    ResultPath: $.c
                    OutputPath: $.c.b
                    End: true
                """)
            .start("{\"a\": [1]}");

    assertThat(run.output()).isEqualTo(json("[1]"));
  }

  @Test
  void shouldProvideTheContext() {
    FlowRun run =
        task("""
        Parameters:
          "execution.$": $$.Execution
          "state.$": $$.State
          "machine.$": $$.StateMachine
          "token.$": $$.Task.Token
        """)
            .handler("work", Given.echo())
            .start("{\"a\": 1}");

    Json told = run.output();
    assertThat(told.get("execution"))
        .contains(
            json(
                """
                {"Id": "%1$s", "Name": "%1$s", "Input": {"a": 1}, "RoleArn": "pawl",
                 "StartTime": "2026-01-31T09:30:00.000Z"}
                """
                    .formatted(run.id())));
    assertThat(told.get("state"))
        .contains(
            json(
                """
                {"Name": "Work", "EnteredTime": "2026-01-31T09:30:00.000Z", "RetryCount": 0}
                """));
    assertThat(told.get("machine")).contains(json("{\"Id\": \"test\", \"Name\": \"test\"}"));
    assertThat(told.get("token").orElseThrow().asText()).isNotEmpty();
  }

  @Test
  void shouldContainTheItemInTheContextOfAMap() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemSelector:
                      "index.$": $$.Map.Item.Index
                      "value.$": $$.Map.Item.Value
                      "all.$": $
                    ItemProcessor:
                      StartAt: In
                      States:
                        In: {Type: Pass, Parameters: {"x.$": $.index, "y.$": $$.Map.Item.Value,
                             "n.$": "States.ArrayLength($.all)"}, End: true}
                    End: true
                """)
            .start("[\"a\", \"b\"]");

    assertThat(run.output())
        .isEqualTo(json("[{\"x\":0,\"y\":\"a\",\"n\":2},{\"x\":1,\"y\":\"b\",\"n\":2}]"));
  }

  @Test
  void shouldKeepTheInputOfAChoiceUnlessPathsSayOtherwise() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Which
                States:
                  Which:
                    Type: Choice
                    InputPath: $.inner
                    OutputPath: $.keep
                    Choices: [{Variable: $.n, NumericEquals: 1, Next: One}]
                    Default: Other
                  One: {Type: Pass, End: true}
                  Other: {Type: Fail}
                """)
            .start("{\"inner\": {\"n\": 1, \"keep\": \"me\"}}");

    assertThat(run.output()).isEqualTo(json("\"me\""));
  }
}
