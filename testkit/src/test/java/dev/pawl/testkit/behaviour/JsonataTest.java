package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.echo;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How data goes through a state that speaks JSONata. */
class JsonataTest {

  @Test
  void shouldShapeATaskByArgumentsOutputAndAssign() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    Arguments: {id: "{% $states.input.order.id %}", fixed: "as is"}
                    Assign: {total: "{% $states.result.price * 2 %}"}
                    Output: "{% $merge([$states.input, {'result': $states.result.price}]) %}"
                    Next: Show
                  Show: {Type: Pass, Output: {in: "{% $states.input %}", total: "{% $total %}"},
                         End: true}
                """)
            .handler("work", answering("{\"price\": 21}"))
            .start("{\"order\": {\"id\": 7}}");

    assertThat(run.calls("work").getFirst().call().input())
        .isEqualTo(json("{\"id\": 7, \"fixed\": \"as is\"}"));
    assertThat(run.output())
        .isEqualTo(json("{\"in\": {\"order\": {\"id\": 7}, \"result\": 21}, \"total\": 42}"));
  }

  @Test
  void shouldPassOnTheResultWithoutOutput() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Work
                States:
                  Work: {Type: Task, Resource: work, End: true}
                """)
            .handler("work", answering("{\"n\": 1}"))
            .start("{\"a\": 1}");

    assertThat(run.calls("work").getFirst().call().input()).isEqualTo(json("{\"a\": 1}"));
    assertThat(run.output()).isEqualTo(json("{\"n\": 1}"));
  }

  @Test
  void shouldSeeTheErrorInACatcher() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    Catch:
                      - ErrorEquals: [States.ALL]
                        Assign: {name: "{% $states.errorOutput.Error %}"}
                        Output: {was: "{% $states.input %}",
                                 cause: "{% $states.errorOutput.Cause %}"}
                        Next: Show
                    End: true
                  Show: {Type: Pass, Output: {in: "{% $states.input %}", name: "{% $name %}"},
                         End: true}
                """)
            .handler("work", failing("Broken"))
            .start("5");

    assertThat(run.output())
        .isEqualTo(json("{\"in\": {\"was\": 5, \"cause\": \"as ever\"}, \"name\": \"Broken\"}"));
  }

  @Test
  void shouldPassOnTheErrorIfACatcherHasNoOutput() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    Catch: [{ErrorEquals: [States.ALL], Next: Show}]
                    End: true
                  Show: {Type: Pass, End: true}
                """)
            .handler("work", failing("Broken"))
            .start("5");

    assertThat(run.output()).isEqualTo(json("{\"Error\": \"Broken\", \"Cause\": \"as ever\"}"));
  }

  private static final String CHOICE =
      """
      QueryLanguage: JSONata
      StartAt: Which
      States:
        Which:
          Type: Choice
          Choices:
            - {Condition: "{% $states.input.n > 10 %}", Next: Big, Output: "{% 'big' %}"}
            - {Condition: "{% $states.input.n %}", Next: Big}
          Default: Small
          Output: "{% 'small' %}"
        Big: {Type: Pass, End: true}
        Small: {Type: Pass, End: true}
      """;

  @Test
  void shouldChooseByConditions() {
    assertThat(FlowRun.of(CHOICE).start("{\"n\": 11}").output()).isEqualTo(json("\"big\""));
    assertThat(FlowRun.of(CHOICE).start("{\"n\": false}").error())
        .isEqualTo("States.QueryEvaluationError");
  }

  @Test
  void shouldRefuseAConditionThatIsNeitherTrueNorFalse() {
    FlowRun run = FlowRun.of(CHOICE).start("{\"n\": 3}");

    assertThat(run.error()).isEqualTo("States.QueryEvaluationError");
    assertThat(run.cause()).contains("3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Output: \"{% $states.input.missing %}\"",
        "Output: \"{% $states.input.a.b ~> $error('no') %}\"",
        "Output: \"{% $sum('x') %}\"",
        "Assign: {x: \"{% $states.input.missing %}\"}",
      })
  void shouldFailWhereAnExpressionHasNoValue(String field) {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: A
                States:
                  A:
                    Type: Pass
                    %s
                    End: true
                """
                    .formatted(field))
            .start("{\"a\": 1}");

    assertThat(run.error()).isEqualTo("States.QueryEvaluationError");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'x' * 2                                       | T2001",
        "$sum('x')                                     | T0412",
        "$toMillis('2018-05-22', '[YN]-[M]-[D]')       | D3133",
        "$range(1, 2, 0)                               | D3202",
      })
  void shouldGiveTheCodeOfTheErrorInTheCause(String expression, String code) {
    FlowRun run =
        FlowRun.of(
                "QueryLanguage: JSONata\nStartAt: A\nStates: {A: {Type: Pass, Output: \"{%% %s %%}\", End: true}}"
                    .formatted(expression))
            .start("{}");

    assertThat(run.error()).isEqualTo("States.QueryEvaluationError");
    assertThat(run.cause()).contains(" of Output: " + code + ": ");
  }

  @Test
  void shouldRefuseTheSyntaxErrorOfAnExpressionWithItsCode() {
    assertThatThrownBy(
            () ->
                FlowRun.of(
                    "QueryLanguage: JSONata\n"
                        + "StartAt: A\n"
                        + "States: {A: {Type: Succeed, Output: \"{% [1!2] %}\"}}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("S0204");
  }

  @Test
  void shouldMakeOneNumberOfARangeOfOne() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: A
                States:
                  A: {Type: Pass, Output: {one: "{% $range(1, 9, 9) %}",
                      kept: "{% $range(1, 9, 9)[] %}"}, End: true}
                """)
            .start("{}");

    assertThat(run.output()).isEqualTo(json("{\"one\": 1, \"kept\": [1]}"));
  }

  @Test
  void shouldIterateOverComputedItems() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    Items: "{% $states.input.orders[total > 5] %}"
                    ItemSelector: {i: "{% $states.context.Map.Item.Index %}",
                                   v: "{% $states.context.Map.Item.Value.total %}"}
                    ItemProcessor:
                      StartAt: In
                      States: {In: {Type: Pass, Output: "{% $states.input.v + 1 %}", End: true}}
                    Output: {sum: "{% $sum($states.result) %}"}
                    End: true
                """)
            .start("{\"orders\": [{\"total\": 1}, {\"total\": 6}, {\"total\": 9}]}");

    assertThat(run.output()).isEqualTo(json("{\"sum\": 17}"));
  }

  @Test
  void shouldFailAMapWhoseItemsAreNotAList() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    Items: "{% $states.input.n %}"
                    ItemProcessor: {StartAt: In, States: {In: {Type: Pass, End: true}}}
                    End: true
                """)
            .start("{\"n\": 1}");

    assertThat(run.error()).isEqualTo("States.QueryEvaluationError");
  }

  @Test
  void shouldMixLanguagesStateByState() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Path
                States:
                  Path: {Type: Pass, Parameters: {"n.$": $.a}, Assign: {"v.$": $.n}, Next: Query}
                  Query: {Type: Pass, QueryLanguage: JSONata,
                          Output: {n: "{% $states.input.n + $v %}"},
                          Assign: {w: "{% $v * 10 %}"}, Next: Again}
                  Again: {Type: Pass, Parameters: {"n.$": $.n, "w.$": $w}, End: true}
                """)
            .start("{\"a\": 4}");

    assertThat(run.output()).isEqualTo(json("{\"n\": 8, \"w\": 40}"));
  }

  @Test
  void shouldProvideTheContext() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: A
                States:
                  A: {Type: Pass, Output: {state: "{% $states.context.State.Name %}",
                      id: "{% $states.context.Execution.Id %}",
                      at: "{% $states.context.Execution.StartTime %}"}, End: true}
                """)
            .start("{}");

    assertThat(run.output())
        .isEqualTo(
            json(
                """
                {"state": "A", "id": "%s", "at": "2026-01-31T09:30:00.000Z"}
                """
                    .formatted(run.id())));
  }

  private static final String CHANCE =
      """
      QueryLanguage: JSONata
      StartAt: Nap
      States:
        Nap: {Type: Wait, Seconds: 90, Next: Draw}
        Draw:
          Type: Pass
          Assign: {u: "{% $uuid() %}", w: "{% $uuid() %}"}
          Output: {r: "{% $random() %}", s: "{% $random() %}", now: "{% $now() %}",
                   millis: "{% $millis() %}", seeded: "{% $random(7) %}"}
          Next: Work
        Work: {Type: Task, Resource: work,
               Arguments: "{% $merge([$states.input, {'u': $u, 'w': $w}]) %}", End: true}
      """;

  @Test
  void shouldDrawTheSameRandomNumbersAfterACrash() {
    FlowRun smooth = FlowRun.of(CHANCE).handler("work", echo()).start("{}").finish();
    FlowRun rough = FlowRun.of(CHANCE).handler("work", echo()).start("{}");

    rough.advance(Duration.ofSeconds(30)).crash().finish();
    rough.crash().finish();

    assertThat(rough.id()).isEqualTo(smooth.id());
    assertThat(rough.output()).isEqualTo(smooth.output());
    assertThat(smooth.output().get("now")).contains(json("\"2026-01-31T09:31:30.000Z\""));
    assertThat(smooth.output().get("u")).isNotEqualTo(smooth.output().get("w"));
    assertThat(smooth.output().get("r")).isNotEqualTo(smooth.output().get("s"));
  }

  @Test
  void shouldDrawOtherRandomNumbersInAnotherExecution() {
    FlowRun one = FlowRun.of(CHANCE).handler("work", echo()).start("{}").finish();
    FlowRun other = FlowRun.of(CHANCE).handler("work", echo()).start("{}").start("{}").finish();

    assertThat(other.output().get("u")).isNotEqualTo(one.output().get("u"));
  }

  @Test
  void shouldDrawOtherUuidsFromIntrinsicsOfEachState() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Pass, Parameters: {"a.$": States.UUID(), "b.$": States.UUID()},
                      ResultPath: $.first, Next: B}
                  B: {Type: Pass, Parameters: {"a.$": States.UUID()}, ResultPath: $.second,
                      End: true}
                """)
            .start("{}");

    assertThat(
            Stream.of(
                    run.output().get("first").flatMap(f -> f.get("a")),
                    run.output().get("first").flatMap(f -> f.get("b")),
                    run.output().get("second").flatMap(f -> f.get("a")))
                .distinct())
        .hasSize(3);
  }

  @Test
  void shouldShapeForksByArgumentsOutputAndAssign() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Fan
                States:
                  Fan:
                    Type: Parallel
                    Arguments: {n: "{% $states.input.a + 1 %}"}
                    Branches:
                      - {StartAt: L, States: {L: {Type: Pass, Output: "{% $states.input.n %}",
                                                  End: true}}}
                      - {StartAt: R, States: {R: {Type: Pass, End: true}}}
                    Assign: {first: "{% $states.result[0] %}"}
                    Output: {in: "{% $states.input.a %}", all: "{% $states.result %}"}
                    Next: Show
                  Show: {Type: Succeed, Output: {got: "{% $states.input %}", f: "{% $first %}"}}
                """)
            .start("{\"a\": 1}");

    assertThat(run.output())
        .isEqualTo(json("{\"got\": {\"in\": 1, \"all\": [2, {\"n\": 2}]}, \"f\": 2}"));
  }

  @Test
  void shouldComputeTimeoutsAndTolerance() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    Items: [1, 2]
                    ToleratedFailureCount: "{% $states.input.allowed %}"
                    MaxConcurrency: "{% 1 %}"
                    ItemProcessor:
                      StartAt: Work
                      States: {Work: {Type: Task, Resource: work,
                               TimeoutSeconds: "{% $states.input * 10 %}", End: true}}
                    End: true
                """)
            .hanging("work")
            .start("{\"allowed\": 2}");
    var start = run.now();

    run.finish();

    assertThat(run.output()).isEqualTo(json("[]"));
    assertThat(run.now()).isEqualTo(start.plusSeconds(30));
  }
}
