package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.FlowRun;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToleranceTest {

  private static final String EACH =
      """
      StartAt: Each
      States:
        Each:
          Type: Map
          ItemsPath: $.items
          %s
          ItemProcessor:
            ProcessorConfig: {Mode: %s}
            StartAt: Work
            States:
              Work: {Type: Task, Resource: work, End: true}
          End: true
        Rescue: {Type: Pass, End: true}
      """;

  /** Negative numbers fail. */
  private static FlowRun run(String options, String mode, String items) {
    return FlowRun.of(EACH.formatted(options, mode))
        .handler(
            "work",
            call -> {
              if (call.input().toString().startsWith("-")) {
                throw new HandlerException("Negative", call.input().toString());
              }
              return call.input();
            })
        .start("{\"items\": " + items + "}")
        .finish();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ToleratedFailureCount: 2                                  | [1,-2,-3,4]       | true",
        "ToleratedFailureCount: 1                                  | [1,-2,-3,4]       | false",
        "ToleratedFailureCount: 0                                  | [1,-2]            | false",
        "ToleratedFailureCount: 0                                  | [1,2]             | true",
        "ToleratedFailurePercentage: 50                            | [1,-2,-3,4]       | true",
        "ToleratedFailurePercentage: 49.9                          | [1,-2,-3,4]       | false",
        "ToleratedFailurePercentage: 100                           | [-1,-2]           | true",
        "ToleratedFailurePercentage: 0                             | [1,-2]            | false",
        "'ToleratedFailureCount: 3, ToleratedFailurePercentage: 25'| [1,-2,-3,4]       | false",
        "'ToleratedFailureCount: 1, ToleratedFailurePercentage: 90'| [1,-2,-3,4]       | false",
        "'ToleratedFailureCount: 2, ToleratedFailurePercentage: 50'| [1,-2,-3,4]       | true",
      })
  void shouldFailJustAboveTheThreshold(String options, String items, boolean tolerated) {
    String lines = options.replace("'", "").replace(", ", "\n    ").strip();

    for (String mode : List.of("INLINE", "DISTRIBUTED")) {
      FlowRun run = run(lines, mode, items);

      assertThat(run.execution().status())
          .as(mode)
          .isEqualTo(tolerated ? Status.SUCCEEDED : Status.FAILED);
      assertThat(run.error())
          .as(mode)
          .isEqualTo(tolerated ? "" : "States.ExceedToleratedFailureThreshold");
    }
  }

  @Test
  void shouldLeaveToleratedFailuresOutOfTheResult() {
    FlowRun run = run("ToleratedFailureCount: 2", "DISTRIBUTED", "[1,-2,3,-4,5]");

    assertThat(run.output()).isEqualTo(json("[1,3,5]"));
  }

  @Test
  void shouldFailWithTheErrorOfTheItemWithoutTolerance() {
    FlowRun run = run("", "INLINE", "[1,-2,3]");

    assertThat(run.error()).isEqualTo("Negative");
    assertThat(run.cause()).isEqualTo("-2");
  }

  @Test
  void shouldTolerateNoFailureInADistributedMapByDefault() {
    FlowRun run = run("", "DISTRIBUTED", "[1,-2,3]");

    assertThat(run.error()).isEqualTo("States.ExceedToleratedFailureThreshold");
    assertThat(run.cause()).contains("\"Error\":\"Negative\"");
  }

  @ParameterizedTest
  @CsvSource({"1, FAILED", "2, SUCCEEDED"})
  void shouldCountItemsAndNotBatches(int tolerated, Status expected) {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ToleratedFailureCount: %d
                    ItemBatcher: {MaxItemsPerBatch: 2}
                    ItemProcessor:
                      ProcessorConfig: {Mode: DISTRIBUTED}
                      StartAt: Work
                      States: {Work: {Type: Task, Resource: work, End: true}}
                    End: true
                """
                    .formatted(tolerated))
            .handler(
                "work",
                call -> {
                  if (call.input().equals(json("{\"Items\": [1, 2]}"))) {
                    throw new HandlerException("Broken", "both");
                  }
                  return call.input();
                })
            .start("[1, 2, 3]")
            .finish();

    assertThat(run.execution().status()).isEqualTo(expected);
  }

  @Test
  void shouldReportTheFirstFailureInTheCause() {
    FlowRun run = run("ToleratedFailureCount: 1", "INLINE", "[1,-2,-3,-4]");

    assertThat(run.cause()).contains("2 items failed").contains("\"Cause\":\"-2\"");
  }

  @Test
  void shouldCatchAnExceededThreshold() {
    FlowRun run =
        run(
            "ToleratedFailureCount: 0\n"
                + "    Catch: [{ErrorEquals: [States.ExceedToleratedFailureThreshold],"
                + " Next: Rescue}]",
            "DISTRIBUTED",
            "[-1]");

    assertThat(run.error()).isEmpty();
  }

  @Test
  void shouldTakeTheThresholdFromAPath() {
    FlowRun run =
        FlowRun.of(EACH.formatted("ToleratedFailureCountPath: $.allowed", "DISTRIBUTED"))
            .handler("work", Given.failing("No"))
            .start("{\"items\": [1, 2], \"allowed\": 2}")
            .finish();

    assertThat(run.output()).isEqualTo(json("[]"));
  }

  /** Items come in several facts; how many there will be is not known after the first. */
  @Test
  void shouldNotJudgeAPercentageBeforeAllItemsAreRead() {
    String definition =
        """
        StartAt: Each
        States:
          Each:
            Type: Map
            ToleratedFailurePercentage: 50
            ItemReader: {Resource: store}
            ItemProcessor:
              ProcessorConfig: {Mode: DISTRIBUTED}
              StartAt: Work
              States: {Work: {Type: Pass, End: true}}
            End: true
        """;
    StepId each = new StepId(FrameId.ROOT, 1);
    Outcome failed = new Outcome.Failed(Failure.of("No", "no"));
    Outcome fine = new Outcome.Succeeded(Json.of(1));

    Execution execution =
        fold(
            definition,
            new Fact.Started("f", "f", JsonObject.EMPTY, JsonObject.EMPTY),
            new Fact.ItemsRead(each, 1, 0, List.of(Json.of(0)), false),
            new Fact.ChildEnded(each, 0, failed),
            new Fact.ItemsRead(each, 1, 1, List.of(Json.of(1)), true),
            new Fact.ChildEnded(each, 1, fine));

    assertThat(execution.output()).contains(json("[1]"));
  }

  private static Execution fold(String definition, Fact... facts) {
    Interpreter interpreter = new Interpreter(Definitions.read(definition).flow().orElseThrow());
    Execution execution = Execution.notStarted(new ExecutionId(new UUID(0, 1)));
    for (Fact fact : facts) {
      RecordedFact recorded = new RecordedFact(execution.seq() + 1, Instant.EPOCH, fact);
      execution = interpreter.advance(execution, recorded).execution();
    }
    return execution;
  }
}
