package dev.pawl.simulation.golden;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.ExecutionRerun;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepId;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A handwritten history for what simulated ones do not cover: random values, the context object,
 * expressions, a rerun, and a queue timeout.
 */
record HandwrittenHistory(String name, String definition, List<Fact> facts, boolean retried) {

  private static final ExecutionId ID = new ExecutionId(new UUID(0x0198_0000_0000_7000L, 7));
  private static final ExecutionId RERUN_ID = new ExecutionId(new UUID(0x0198_0000_0000_7000L, 8));
  private static final Instant START = Instant.parse("2026-01-31T09:30:00.123456Z");

  static final List<HandwrittenHistory> ALL =
      List.of(
          new HandwrittenHistory(
              "chance",
              """
              StartAt: Draw
              States:
                Draw:
                  Type: Pass
                  Parameters:
                    uuid.$: States.UUID()
                    number.$: States.MathRandom(1, 1000000)
                  Next: Draw again
                Draw again:
                  Type: Pass
                  QueryLanguage: JSONata
                  Output:
                    before: "{% $states.input %}"
                    uuid: "{% $uuid() %}"
                    number: "{% $random() %}"
                    now: "{% $now() %}"
                    millis: "{% $millis() %}"
                  Next: Try
                Try:
                  Type: Task
                  Resource: try
                  Retry:
                    - ErrorEquals: [States.ALL]
                      IntervalSeconds: 100
                      MaxAttempts: 3
                      JitterStrategy: FULL
                  Next: Draw last
                Draw last: {Type: Pass, Parameters: {uuid.$: States.UUID()}, End: true}
              """,
              List.of(
                  started(),
                  failed("/@3", 1),
                  new Fact.TimerFired(StepId.parse("/@3"), 2),
                  failed("/@3", 2),
                  new Fact.TimerFired(StepId.parse("/@3"), 3),
                  succeeded("/@3", 3)),
              false),
          new HandwrittenHistory(
              "context-and-intrinsics",
              """
              StartAt: Look
              States:
                Look:
                  Type: Pass
                  Parameters:
                    id.$: $$.Execution.Id
                    name.$: $$.Execution.Name
                    start.$: $$.Execution.StartTime
                    entered.$: $$.State.EnteredTime
                    input.$: $$.Execution.Input
                    hash.$: States.Hash($.order, 'SHA-256')
                    text.$: States.Format('{} of {}', $.order, $.amount)
                    parts.$: States.ArrayPartition(States.ArrayRange(1, 7, 2), 2)
                    merged.$: States.JsonMerge($, States.StringToJson('{"x":1}'), false)
                    sum.$: States.MathAdd($.amount, 2)
                    encoded.$: States.Base64Encode($.order)
                  ResultPath: $.seen
                  Assign: {order.$: $.text}
                  Next: Each
                Each:
                  Type: Map
                  Items: "{% $map([1..3], function($n) { {'n': $n} }) %}"
                  QueryLanguage: JSONata
                  ItemSelector:
                    index: "{% $states.context.Map.Item.Index %}"
                    value: "{% $states.context.Map.Item.Value.n * 10 %}"
                    order: "{% $order %}"
                  ItemProcessor:
                    StartAt: Sum
                    States:
                      Sum:
                        Type: Pass
                        QueryLanguage: JSONata
                        Output: "{% $states.input.value + $states.input.index %}"
                        End: true
                  Output: "{% {'sums': $states.result, 'total': $sum($states.result)} %}"
                  End: true
              """,
              List.of(started()),
              false),
          new HandwrittenHistory("retried", fan(), failing(), true),
          new HandwrittenHistory(
              "queue-timeout", fan(), List.of(started(), new Fact.QueueTimedOut()), false));

  private static String fan() {
    return """
    TimeoutSeconds: 3600
    StartAt: Draw
    States:
      Draw: {Type: Pass, Parameters: {uuid.$: States.UUID()}, Next: Fan}
      Fan:
        Type: Parallel
        Branches:
          - StartAt: Left
            States: {Left: {Type: Task, Resource: left, End: true}}
          - StartAt: Right
            States: {Right: {Type: Task, Resource: right, End: true}}
        End: true
    """;
  }

  private static List<Fact> failing() {
    return List.of(started(), succeeded("/Fan#2/0@1", 1), failed("/Fan#2/1@1", 1));
  }

  private static Fact started() {
    return new Fact.Started(
        "orders",
        "order-7",
        JsonText.parse("{\"order\": \"o-7\", \"amount\": 12.5}"),
        JsonObject.EMPTY);
  }

  private static Fact succeeded(String step, int attempt) {
    return new Fact.TaskSucceeded(
        StepId.parse(step), attempt, JsonText.parse("{\"done\": true}"), timing());
  }

  private static Fact failed(String step, int attempt) {
    return new Fact.TaskFailed(
        StepId.parse(step), attempt, Failure.of("Boom", "it broke"), timing());
  }

  private static Fact.Timing timing() {
    return new Fact.Timing(START, Duration.ofMillis(250));
  }

  GoldenFile record() {
    Flow flow = Definitions.read(definition).flow().orElseThrow();
    List<RecordedFact> recorded = new ArrayList<>();
    for (Fact fact : facts) {
      add(recorded, fact);
    }
    if (!retried) {
      return GoldenFile.record(ID, flow.document(), recorded);
    }
    Instant later = START.plus(Duration.ofDays(1));
    List<RecordedFact> again =
        new ArrayList<>(ExecutionRerun.fromTheFailure(new Interpreter(flow), ID, recorded, later));
    add(again, succeeded("/Fan#2/1@1", 1));
    return GoldenFile.record(RERUN_ID, flow.document(), again);
  }

  private static void add(List<RecordedFact> recorded, Fact fact) {
    long seq = recorded.size() + 1;
    recorded.add(new RecordedFact(seq, START.plusSeconds(100 * (seq - 1)), fact));
  }
}
