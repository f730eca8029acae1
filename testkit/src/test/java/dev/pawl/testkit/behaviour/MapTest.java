package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.echo;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.FrameId;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MapTest {

  @Test
  void shouldSelectItemsAndTheInputOfEach() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    InputPath: $.order
                    ItemsPath: $.lines
                    ItemSelector: {"sku.$": $$.Map.Item.Value.sku, "customer.$": $.customer}
                    ItemProcessor: {StartAt: In, States: {In: {Type: Pass, End: true}}}
                    ResultPath: $.done
                    End: true
                """)
            .start("{\"order\": {\"customer\": 9, \"lines\": [{\"sku\": \"a\"}]}}");

    assertThat(run.output().get("done")).contains(json("[{\"sku\": \"a\", \"customer\": 9}]"));
    assertThat(run.output().get("order")).isPresent();
  }

  @Test
  void shouldAcceptTheOlderFieldNames() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemsPath: $.list
                    Parameters: {"v.$": $$.Map.Item.Value, "k.$": $.k}
                    Iterator: {StartAt: In, States: {In: {Type: Pass, End: true}}}
                    End: true
                """)
            .start("{\"list\": [1, 2], \"k\": 0}");

    assertThat(run.output()).isEqualTo(json("[{\"v\": 1, \"k\": 0}, {\"v\": 2, \"k\": 0}]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"INLINE", "DISTRIBUTED"})
  void shouldReturnAnEmptyListForAnEmptyList(String mode) {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemProcessor: {ProcessorConfig: {Mode: %s}, StartAt: In,
                                    States: {In: {Type: Fail}}}
                    End: true
                """
                    .formatted(mode))
            .start("[]")
            .finish();

    assertThat(run.output()).isEqualTo(json("[]"));
    assertThat(run.trace()).containsExactly("Each SUCCEEDED");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{\"a\":1}", "5", "\"text\"", "null"})
  void shouldFailIfThereIsNoList(String input) {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemProcessor: {StartAt: In, States: {In: {Type: Pass, End: true}}}
                    End: true
                """)
            .start(input);

    assertThat(run.error()).isEqualTo("States.Runtime");
  }

  @Test
  void shouldNestMaps() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Rows
                States:
                  Rows:
                    Type: Map
                    ItemProcessor:
                      StartAt: Cells
                      States:
                        Cells:
                          Type: Map
                          MaxConcurrency: 1
                          ItemSelector: {"i.$": $$.Map.Item.Index, "v.$": $$.Map.Item.Value}
                          ItemProcessor:
                            StartAt: Work
                            States: {Work: {Type: Task, Resource: work, End: true}}
                          End: true
                    End: true
                """)
            .handler("work", echo())
            .start("[[\"a\"], [], [\"b\", \"c\"]]")
            .finish();

    assertThat(run.output())
        .isEqualTo(
            json(
                """
                [[{"i": 0, "v": "a"}], [], [{"i": 0, "v": "b"}, {"i": 1, "v": "c"}]]
                """));
    assertThat(run.calls("work").stream().map(c -> c.call().idempotencyKey()).distinct())
        .hasSize(3);
  }

  private static String distributed(String fields) {
    return """
    StartAt: Each
    States:
      Each:
        Type: Map
        ItemProcessor:
          ProcessorConfig: {Mode: DISTRIBUTED}
          StartAt: Work
          States: {Work: {Type: Task, Resource: work, End: true}}
    %s
        End: true
    """
        .formatted(fields.indent(4).stripTrailing());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "InputType: JSON                                     | [1,{\"a\":2}]          |"
            + " [1,{\"a\":2}]",
        "InputType: JSON, ItemsPointer: /x/y                 | {\"x\":{\"y\":[7]}}     | [7]",
        "InputType: JSON, MaxItems: 2                        | [1,2,3]                | [1,2]",
        "InputType: JSON, MaxItems: 0                        | [1,2,3]                | [1,2,3]",
        "InputType: JSONL                                    | {\"a\":1}~~[2]~         |"
            + " [{\"a\":1},[2]]",
        "InputType: CSV, CSVHeaderLocation: FIRST_ROW        | a,b~1,2~3,\"x,y\"~      |"
            + " [{\"a\":\"1\",\"b\":\"2\"},{\"a\":\"3\",\"b\":\"x,y\"}]",
        "InputType: CSV, CSVHeaderLocation: GIVEN, CSVHeaders: [k], CSVDelimiter: SEMICOLON"
            + " | 1;9~2 | [{\"k\":\"1\"},{\"k\":\"2\"}]",
      })
  void shouldReadItemsFromAnExternalReader(String config, String text, String expected) {
    FlowRun run =
        FlowRun.of(distributed("ItemReader: {Resource: store, ReaderConfig: {" + config + "}}"))
            .handler("work", echo())
            .items("store", text.replace('~', '\n'))
            .start("{}")
            .finish();

    assertThat(run.output()).isEqualTo(json(expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"not\": \"a list\"}", "[1,", ""})
  void shouldFailToReadItemsThatAreNotAList(String text) {
    FlowRun run =
        FlowRun.of(distributed("ItemReader: {Resource: store, ReaderConfig: {InputType: JSON}}"))
            .handler("work", echo())
            .items("store", text)
            .start("{}")
            .finish();

    assertThat(run.error()).isEqualTo("States.ItemReaderFailed");
  }

  @Test
  void shouldCatchFailuresOfAnItemReader() {
    FlowRun run =
        FlowRun.of(
                distributed(
                        """
                        ItemReader: {Resource: nowhere}
                        Catch: [{ErrorEquals: [States.ItemReaderFailed], Next: Rescue}]
                        """
                            .strip())
                    + "  Rescue: {Type: Pass, Result: rescued, End: true}\n")
            .handler("work", echo())
            .handler("nowhere", failing("Away", 1))
            .start("{}")
            .finish();

    assertThat(run.output()).isEqualTo(json("\"rescued\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "MaxItemsPerBatch: 2                     | [{\"Items\":[1,2]},{\"Items\":[3]}]",
        "MaxItemsPerBatch: 9                     | [{\"Items\":[1,2,3]}]",
        "MaxInputBytesPerBatch: 16               | [{\"Items\":[1,2]},{\"Items\":[3]}]",
        "MaxItemsPerBatch: 2, BatchInput: {k: v} | [{\"BatchInput\":{\"k\":\"v\"},\"Items\":[1,2]},"
            + "{\"BatchInput\":{\"k\":\"v\"},\"Items\":[3]}]",
      })
  void shouldPutItemsIntoBatches(String batcher, String expected) {
    FlowRun run =
        FlowRun.of(distributed("ItemBatcher: {" + batcher + "}"))
            .handler("work", echo())
            .start("[1, 2, 3]")
            .finish();

    assertThat(run.output()).isEqualTo(json(expected));
  }

  @Test
  void shouldLimitTheSizeOfABatch() {
    FlowRun run =
        FlowRun.of(distributed("ItemBatcher: {MaxInputBytesPerBatch: 40}"))
            .handler("work", echo())
            .start("[\"aaaaaaa\", \"bbbbbbb\", \"ccc\", \"dddddddddddddddddddddddddd\", \"e\"]")
            .finish();

    assertThat(run.calls("work"))
        .allSatisfy(c -> assertThat(c.call().input().size()).isLessThanOrEqualTo(40))
        .hasSize(3);
  }

  @Test
  void shouldFailWhereAnItemFitsIntoNoBatch() {
    FlowRun run =
        FlowRun.of(distributed("ItemBatcher: {MaxInputBytesPerBatch: 20}"))
            .handler("work", echo())
            .start("[\"0123456789\"]")
            .finish();

    assertThat(run.error()).isEqualTo("States.DataLimitExceeded");
  }

  private static final String WRITER =
      "ResultWriter: {Resource: sink, Parameters: {\"Prefix.$\": $.prefix}}\n"
          + "ItemsPath: $.items\nToleratedFailureCount: 1\n";

  @Test
  void shouldHandResultsToAWriter() {
    FlowRun run =
        FlowRun.of(distributed(WRITER.strip()))
            .handler("work", failing("No", 1))
            .handler("sink", call -> json("{\"written\": true}"))
            .start("{\"items\": [1, 2], \"prefix\": \"p\"}")
            .finish();

    assertThat(run.output()).isEqualTo(json("{\"written\": true}"));
    assertThat(run.calls("sink")).hasSize(1);
    assertThat(run.calls("sink").getFirst().call().input())
        .isEqualTo(
            json(
                """
                {"Prefix": "p", "Results": [
                  {"Status": "FAILED", "Error": "No", "Cause": "for now"},
                  {"Status": "SUCCEEDED", "Output": 2}]}
                """));
  }

  @Test
  void shouldFailIfResultsExceedTheLimitOfAWriter() {
    FlowRun run =
        FlowRun.of(distributed("ResultWriter: {Resource: sink}"))
            .handler("work", call -> Json.of("x".repeat(250_000)))
            .handler("sink", echo())
            .start(IntStream.range(0, 70).boxed().toList().toString())
            .finish();

    assertThat(run.error()).isEqualTo("States.ResultWriterFailed");
    assertThat(run.calls("sink")).isEmpty();
  }

  @Test
  void shouldRunAgainAsAWholeWhenADistributedMapIsRetried() {
    FlowRun run =
        FlowRun.of(distributed("Retry: [{ErrorEquals: [States.ExceedToleratedFailureThreshold]}]"))
            .handler("work", failing("No", 1))
            .start("[1, 2]")
            .finish();

    assertThat(run.output()).isEqualTo(json("[1, 2]"));
    assertThat(run.calls("work")).hasSizeBetween(3, 4);
  }

  @Test
  void shouldReportTheFirstFailedItem() {
    FlowRun run =
        FlowRun.of(distributed("")).handler("work", failing("No", 1)).start("[1, 2]").finish();

    assertThat(run.error()).isEqualTo("States.ExceedToleratedFailureThreshold");
    assertThat(run.cause()).contains("\"Error\":\"No\"");
  }

  @Test
  void shouldSelectEachItemBeforeItIsBatched() {
    FlowRun run =
        FlowRun.of(
                distributed(
                    "ItemSelector: {v.$: $$.Map.Item.Value}\nItemBatcher: {MaxItemsPerBatch: 2}"))
            .handler("work", echo())
            .start("[1, 2, 3]")
            .finish();

    assertThat(run.output())
        .isEqualTo(json("[{\"Items\": [{\"v\": 1}, {\"v\": 2}]}, {\"Items\": [{\"v\": 3}]}]"));
  }

  @Test
  void shouldIterateOverMembersOfAnObjectInADistributedMap() {
    FlowRun run = FlowRun.of(distributed("")).handler("work", echo()).start("{\"a\": 1}").finish();

    assertThat(run.output()).isEqualTo(json("[{\"Key\": \"a\", \"Value\": 1}]"));
  }

  @Test
  void shouldStartEveryItemOnceEvenOverCrashes() {
    FlowRun run =
        FlowRun.of(
                distributed("MaxConcurrency: 2")
                    .replace(
                        "End: true}}",
                        "Next: Nap}, " + "Nap: {Type: Wait, Seconds: 10, End: true}}"))
            .handler("work", echo())
            .start("[1, 2, 3]");

    run.crash().advance(Duration.ofSeconds(5)).crash().finish();

    assertThat(run.output()).isEqualTo(json("[1, 2, 3]"));
    assertThat(run.engine().executions()).hasSize(4);
    assertThat(run.engine().executions())
        .allSatisfy(e -> assertThat(e.status()).isEqualTo(Status.SUCCEEDED));
  }

  @Test
  void shouldApplyTheEndOfAnItemJustBeforeACrash() throws InterruptedException {
    FlowRun run = FlowRun.of(distributed("")).hanging("work").start("[1]");
    var child = run.engine().executions().getLast();

    run.engine().apply(child.id(), Given.succeeded(new StepId(FrameId.ROOT, 1), 1, "\"done\""));
    run.crash().finish();

    assertThat(run.output()).isEqualTo(json("[\"done\"]"));
  }

  @Test
  void shouldKeepTheOrderOfTheItemsWhateverEndsFirst() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemProcessor:
                      StartAt: Nap
                      States: {Nap: {Type: Wait, SecondsPath: $, End: true}}
                    End: true
                """)
            .handler("work", answering("1"))
            .start("[30, 10, 20]")
            .finish();

    assertThat(run.output()).isEqualTo(json("[30, 10, 20]"));
  }

  @Test
  void shouldFailWhereTheSelectorOfALaterItemHasNoValue() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    MaxConcurrency: 2
                    ItemSelector: {"x.$": "States.MathAdd($$.Map.Item.Value.x, 0)"}
                    ItemProcessor:
                      StartAt: Work
                      States: {Work: {Type: Task, Resource: work, End: true}}
                    Catch: [{ErrorEquals: [States.IntrinsicFailure], Next: Rescue}]
                    End: true
                  Rescue: {Type: Pass, Result: rescued, End: true}
                """)
            .hanging("work")
            .start("[{\"x\": 1}, {\"x\": 2}, {}]");

    run.succeed("Work", "1");

    assertThat(run.output()).isEqualTo(json("\"rescued\""));
    assertThat(run.trace())
        .containsExactly("Each FAILED", "Work CANCELLED", "Work SUCCEEDED", "Rescue SUCCEEDED");
  }

  @Test
  void shouldRetryUnderNewKeysIfTheJoinedResultIsInvalid() {
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
                    ResultSelector: {"x.$": "States.MathAdd($[0].x, 1)"}
                    Retry: [{ErrorEquals: [States.ALL], MaxAttempts: 1}]
                    End: true
                """)
            .handler("work", echo())
            .start("[1, 2]")
            .finish();

    assertThat(run.error()).isEqualTo("States.IntrinsicFailure");
    assertThat(run.calls("work").stream().map(c -> c.call().idempotencyKey()).distinct())
        .hasSize(4);
  }
}
