package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Status;
import dev.pawl.engine.data.Limits;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.FlowRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {

  private static final String WORK =
      """
      StartAt: Work
      States:
        Work:
          Type: Task
          Resource: work
          ResultPath: %s
          Catch: [{ErrorEquals: [%s], Next: Rescue, ResultPath: $.error}]
          End: true
        Rescue: {Type: Pass, OutputPath: $.error.Error, End: true}
      """;

  /** A JSON string that takes that many bytes. */
  private static Json text(int bytes) {
    return Json.of("x".repeat(bytes - 2));
  }

  private static Json nested(int depth) {
    Json value = Json.of(1);
    for (int i = 0; i < depth; i++) {
      value = JsonArray.of(List.of(value));
    }
    return value;
  }

  @Test
  void shouldTakeAResultOfExactlyTheLimit() {
    Json result = text(Limits.MAX_DATA);
    FlowRun run =
        FlowRun.of(WORK.formatted("$", "Other")).handler("work", call -> result).start("{}");

    assertThat(run.output()).isEqualTo(result);
  }

  @Test
  void shouldRefuseAResultOneByteLarger() {
    FlowRun run =
        FlowRun.of(WORK.formatted("$", "States.ALL"))
            .handler("work", call -> text(Limits.MAX_DATA + 1))
            .start("{}");

    assertThat(run.error()).isEqualTo("States.DataLimitExceeded");
    assertThat(run.cause()).contains("262145").contains("262144");
  }

  @Test
  void shouldCountBytesNotCharacters() {
    Json euro = Json.of("\u20ac".repeat(Limits.MAX_DATA / 3));
    FlowRun run =
        FlowRun.of(WORK.formatted("$", "Other")).handler("work", call -> euro).start("{}");

    assertThat(run.error()).isEqualTo("States.DataLimitExceeded");
  }

  @Test
  void shouldCatchTooMuchDataByItsOwnName() {
    FlowRun run =
        FlowRun.of(WORK.formatted("$", "States.DataLimitExceeded"))
            .handler("work", call -> text(Limits.MAX_DATA + 1))
            .start("{}");

    assertThat(run.output()).isEqualTo(json("\"States.DataLimitExceeded\""));
  }

  @Test
  void shouldRejectACombinedOutputThatIsTooLarge() {
    FlowRun run =
        FlowRun.of(WORK.formatted("$.result", "Other"))
            .handler("work", call -> text(200_000))
            .start("{\"given\": \"" + "x".repeat(100_000) + "\"}");

    assertThat(run.error()).isEqualTo("States.DataLimitExceeded");
  }

  @Test
  void shouldRefuseResultsOfBranchesThatAreTooLargeTogether() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemProcessor:
                      StartAt: Work
                      States: {Work: {Type: Task, Resource: work, End: true}}
                    %s
                    End: true
                """
                    .formatted(""))
            .handler("work", call -> text(100_000))
            .start("[1, 2, 3]");

    assertThat(run.error()).isEqualTo("States.DataLimitExceeded");
  }

  @Test
  void shouldAcceptNestingUpToTheLimit() {
    FlowRun fine =
        FlowRun.of(WORK.formatted("$", "Other"))
            .handler("work", call -> nested(Limits.MAX_DEPTH))
            .start("{}");
    FlowRun deep =
        FlowRun.of(WORK.formatted("$", "Other"))
            .handler("work", call -> nested(Limits.MAX_DEPTH + 1))
            .start("{}");

    assertThat(fine.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(deep.error()).isEqualTo("States.DataLimitExceeded");
    assertThat(deep.cause()).contains("nested");
  }

  @Test
  void shouldRefuseAVariableThatIsTooLarge() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Keep
                States:
                  Keep:
                    Type: Pass
                    Assign: {big: "{% $pad('', 262143, 'x') %}"}
                    End: true
                """)
            .start("{}");

    assertThat(run.error()).isEqualTo("States.DataLimitExceeded");
    assertThat(run.cause()).contains("big");
  }

  @Test
  void shouldRefuseVariablesThatAreTooLargeTogether() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    ResultPath: null
                    Assign: {"v%1$s": 1}
                    Next: Which
                  Which:
                    Type: Task
                    Resource: work
                    ResultPath: null
                %2$s
                    End: true
                """
                    .formatted("0", assigns()))
            .handler("work", call -> text(250_000))
            .start("{}");

    assertThat(run.error()).isEqualTo("States.DataLimitExceeded");
    assertThat(run.cause()).contains("together");
  }

  private static String assigns() {
    StringBuilder text = new StringBuilder("    Assign:\n");
    for (int i = 1; i <= 42; i++) {
      text.append("      \"v").append(i).append(".$\": $\n");
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        StartAt: A
        States:
          A: {Type: Pass, Next: B}
          B: {Type: Choice, Choices: [{Variable: $.go, BooleanEquals: true, Next: A}], Default: C}
          C: {Type: Succeed}
        """,
        """
        StartAt: Fan
        States:
          Fan:
            Type: Parallel
            ResultPath: null
            Branches: [{StartAt: A, States: {A: {Type: Pass, End: true}}}]
            Next: B
          B: {Type: Choice, Choices: [{Variable: $.go, BooleanEquals: true, Next: Fan}], Default: C}
          C: {Type: Succeed}
        """
      })
  void shouldStopALoopThatWaitsForNothing(String definition) {
    FlowRun run = FlowRun.of(definition).start("{\"go\": true}");

    assertThat(run.error()).isEqualTo("States.Runtime");
    assertThat(run.cause()).contains("100000").contains("loop");
  }

  @Test
  void shouldKeepEventsUpToTheLimitAndReportTheExcess() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Nap
                States:
                  Nap: {Type: Wait, Seconds: 60, Next: Paid}
                  Paid: {Type: Wait, Event: paid, End: true}
                """)
            .start("{}");
    for (int i = 0; i < Execution.MAX_EVENTS; i++) {
      assertThat(run.apply(new Fact.EventArrived("paid", Json.of(i)))).isEmpty();
    }

    assertThat(run.apply(new Fact.EventArrived("paid", Json.of(-1)))).isPresent();

    run.finish();
    assertThat(run.output()).isEqualTo(Json.of(0));
    assertThat(run.execution().events()).hasSize(Execution.MAX_EVENTS - 1);
  }

  @Test
  void shouldNotRefuseALargeInputThatTheFirstStateMakesSmall() {
    FlowRun run =
        FlowRun.of("StartAt: A\nStates: {A: {Type: Pass, InputPath: $.small, End: true}}")
            .start(
                JsonObject.of("big", text(Limits.MAX_DATA)).with("small", Json.of(1)).toString());

    assertThat(run.output()).isEqualTo(Json.of(1));
  }

  @Test
  void shouldNotCallAHandlerWithTooLargeInput() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work: {Type: Task, Resource: work, Parameters: {"a.$": $, "b.$": $}, End: true}
                """)
            .handler("work", Given.echo())
            .start(text(200_000).toString());

    assertThat(run.error()).isEqualTo("States.DataLimitExceeded");
    assertThat(run.calls("work")).isEmpty();
  }

  @Test
  void shouldEndForksInForksThatGrowWithoutBound() {
    String map =
        """
        Type: Map
        Items: "{%% [1..100] %%}"
        ToleratedFailurePercentage: 100
        ItemProcessor: {StartAt: %1$s, States: {%1$s: {%2$s}}}
        End: true
        """;
    String inner = "Type: Pass, End: true";
    for (String name : List.of("D", "C", "B", "A")) {
      inner = map.formatted(name, inner).strip().replace("\n", ", ");
    }
    FlowRun run =
        FlowRun.of("QueryLanguage: JSONata\nStartAt: Z\nStates: {Z: {" + inner + "}}").start("1");

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.error()).isEqualTo("States.Runtime");
    assertThat(run.cause()).contains("500000").contains("loop");
  }

  @Test
  void shouldCompensateTheStepBeforeAForkThatExceedsTheLimits() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Pay
                States:
                  Pay: {Type: Task, Resource: pay, Compensate: {Resource: refund}, Next: Each}
                  Each:
                    Type: Map
                    Items: "{% [1..1000] %}"
                    ItemProcessor:
                      StartAt: Inner
                      States:
                        Inner:
                          Type: Map
                          Items: "{% [1..1000] %}"
                          ItemProcessor: {StartAt: Leaf, States: {Leaf: {Type: Pass, End: true}}}
                          End: true
                    End: true
                """)
            .handler("pay", call -> json("{}"))
            .handler("refund", call -> json("{}"))
            .start("1");

    assertThat(run.calls("refund")).hasSize(1);
    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
  }
}
