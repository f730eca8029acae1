package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.echo;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static dev.pawl.testkit.behaviour.Given.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.HandlerException;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompensationTest {

  private static final String TRIP =
      """
      StartAt: Hotel
      %s
      States:
        Hotel: {Type: Task, Resource: book, Parameters: {what: hotel}, ResultPath: $.hotel,
                Compensate: {Resource: undo,
                             Parameters: {"id.$": $.Result.id, "of.$": $.Input.what}},
                Next: Car}
        Car: {Type: Task, Resource: book, Parameters: {what: car}, ResultPath: $.car,
              Compensate: {Resource: undo, Parameters: {"id.$": $.Result.id, "of.$": $.Input.what},
                           Retry: [{ErrorEquals: [Busy], IntervalSeconds: 3}]},
              Next: Log}
        Log: {Type: Task, Resource: log, Next: Pay}
        Pay: {Type: Task, Resource: pay, End: true%s}
      """;

  private static FlowRun trip(String top, String pay) {
    return FlowRun.of(TRIP.formatted(top.isEmpty() ? "Comment: a trip" : top, pay))
        .handler(
            "book",
            call ->
                json(
                    "{\"id\": \""
                        + call.input().get("what").map(w -> w.asText()).orElse("")
                        + "-1\"}"))
        .handler("log", answering("1"))
        .handler("undo", echo());
  }

  private static FlowRun trip() {
    return trip("", "");
  }

  private static List<String> undone(FlowRun run) {
    return run.calls("undo").stream().map(c -> c.call().input().toString()).toList();
  }

  private static final String HOTEL = "{\"id\":\"hotel-1\",\"of\":\"hotel\"}";
  private static final String CAR = "{\"id\":\"car-1\",\"of\":\"car\"}";

  @Test
  void shouldCompensateInReverseOrder() {
    FlowRun run = trip().handler("pay", failing("Declined")).start("{}").finish();

    assertThat(undone(run)).containsExactly(CAR, HOTEL);
    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.error()).isEqualTo("Declined");
    assertThat(run.trace())
        .containsExactly(
            "Hotel COMPENSATED",
            "Car COMPENSATED",
            "Log SUCCEEDED",
            "Pay FAILED",
            "Car SUCCEEDED",
            "Hotel SUCCEEDED");
  }

  @Test
  void shouldCompensateSequentially() {
    FlowRun run = trip().hanging("undo").handler("pay", failing("Declined")).start("{}");

    assertThat(undone(run)).containsExactly(CAR);
    assertThat(run.execution().status()).isEqualTo(Status.RUNNING);
    assertThat(run.execution().ending()).isPresent();
    run.succeed("Car", "null");
    assertThat(undone(run)).containsExactly(CAR, HOTEL);
    run.succeed("Hotel", "null");

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void shouldNotCompensateASuccessfulExecution() {
    FlowRun run = trip().handler("pay", answering("1")).start("{}").finish();

    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(undone(run)).isEmpty();
  }

  @Test
  void shouldNotCompensateACaughtError() {
    FlowRun run =
        FlowRun.of(
                TRIP.formatted(
                        "Comment: a trip", ", Catch: [{ErrorEquals: [States.ALL], Next: Ask}]")
                    + "  Ask: {Type: Pass, End: true}\n")
            .handler("book", answering("{\"id\": 1}"))
            .handler("log", answering("1"))
            .handler("undo", echo())
            .handler("pay", failing("Declined"))
            .start("{}")
            .finish();

    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(undone(run)).isEmpty();
  }

  @Test
  void shouldRetryACompensation() {
    FlowRun run =
        trip()
            .handler("undo", failing("Busy", 2))
            .handler("pay", failing("Declined"))
            .start("{}")
            .finish();

    assertThat(undone(run)).containsExactly(CAR, CAR, CAR, HOTEL);
    assertThat(seconds(run, "undo")).containsExactly(0.0, 3.0, 9.0, 9.0);
    assertThat(run.calls("undo").stream().limit(3).map(c -> c.call().idempotencyKey()).distinct())
        .hasSize(1);
    assertThat(run.trace()).startsWith("Hotel COMPENSATED", "Car COMPENSATED");
  }

  @Test
  void shouldContinueAfterAFailedCompensationAndRecordIt() {
    FlowRun run =
        trip()
            .handler(
                "undo",
                call -> {
                  if (call.input().toString().equals(CAR)) {
                    throw new HandlerException("Stuck", "gone");
                  }
                  return call.input();
                })
            .handler("pay", failing("Declined"))
            .start("{}")
            .finish();

    assertThat(undone(run)).containsExactly(CAR, HOTEL);
    assertThat(run.error()).isEqualTo("Declined");
    assertThat(run.trace())
        .containsExactly(
            "Hotel COMPENSATED",
            "Car SUCCEEDED",
            "Log SUCCEEDED",
            "Pay FAILED",
            "Car FAILED",
            "Hotel SUCCEEDED");
    assertThat(run.lines())
        .filteredOn(line -> line.id().frame().equals(FrameId.COMPENSATION))
        .filteredOn(line -> line.status() == StepStatus.FAILED)
        .extracting(line -> line.result().failure().flatMap(f -> f.error()).orElse(""))
        .containsExactly("Stuck");
  }

  @Test
  void shouldContinueAfterACompensationWithInvalidParameters() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, Next: B, Compensate: {Resource: undo}}
                  B: {Type: Task, Resource: a, Next: C,
                      Compensate: {Resource: undo, Parameters: {"x.$": $.Result.missing}}}
                  C: {Type: Fail, Error: Broken}
                """)
            .handler("a", answering("1"))
            .handler("undo", echo())
            .start("5");

    assertThat(undone(run)).containsExactly("{\"Input\":5,\"Result\":1}");
    assertThat(run.error()).isEqualTo("Broken");
  }

  @Test
  void shouldFailACompensationThatTakesTooLong() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, Next: C,
                      Compensate: {Resource: undo, TimeoutSeconds: 30}}
                  C: {Type: Fail, Error: Broken}
                """)
            .handler("a", answering("1"))
            .hanging("undo")
            .start("5");
    var start = run.now();

    run.finish();

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.now()).isEqualTo(start.plusSeconds(30));
    assertThat(run.trace()).containsExactly("A SUCCEEDED", "C FAILED", "A FAILED");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldCompensateAFailedStepOnlyIfConfigured(boolean whenFailed) {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, End: true, Retry: [{ErrorEquals: [Broken]}],
                      Compensate: {Resource: undo, WhenFailed: %s}}
                """
                    .formatted(whenFailed))
            .handler("a", failing("Broken"))
            .handler("undo", echo())
            .start("5")
            .finish();

    assertThat(undone(run))
        .isEqualTo(
            whenFailed
                ? List.of("{\"Input\":5,\"Result\":{\"Error\":\"Broken\",\"Cause\":\"as ever\"}}")
                : List.of());
    assertThat(run.trace().getFirst()).isEqualTo(whenFailed ? "A COMPENSATED" : "A FAILED");
  }

  @Test
  void shouldCompensateAStepOnceDespiteSeveralAttempts() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, ResultSelector: {"x.$": "States.MathAdd($.x, 1)"}, End: true,
                      Retry: [{ErrorEquals: [States.ALL], MaxAttempts: 2}],
                      Compensate: {Resource: undo}}
                """)
            .handler("a", answering("{}"))
            .handler("undo", echo())
            .start("5")
            .finish();

    assertThat(run.calls("a")).hasSize(3);
    assertThat(run.error()).isEqualTo("States.IntrinsicFailure");
    assertThat(undone(run)).containsExactly("{\"Input\":5,\"Result\":{}}");
  }

  @Test
  void shouldCompensateOnCancellationIfRequested() {
    FlowRun with = trip().hanging("pay").start("{}");
    FlowRun without = trip().hanging("pay").start("{}");

    with.apply(new Fact.Cancelled("enough", true));
    without.apply(new Fact.Cancelled("enough", false));

    assertThat(undone(with)).containsExactly(CAR, HOTEL);
    assertThat(undone(without)).isEmpty();
    assertThat(with.execution().status()).isEqualTo(Status.CANCELLED);
    assertThat(without.execution().status()).isEqualTo(Status.CANCELLED);
    assertThat(with.trace()).contains("Pay CANCELLED");
  }

  @Test
  void shouldStopCompensationWhenCancelledWithoutIt() {
    FlowRun run = trip().hanging("undo").handler("pay", failing("Declined")).start("{}");
    StepId car = run.at("Car");

    assertThat(run.apply(new Fact.Cancelled("enough", true)))
        .contains("the execution is ending, with compensation");
    assertThat(run.apply(new Fact.Cancelled("enough", false))).isEmpty();

    assertThat(run.execution().status()).isEqualTo(Status.CANCELLED);
    assertThat(run.trace()).endsWith("Car CANCELLED");
    assertThat(run.apply(Given.succeeded(car, 1, "1"))).contains("the execution has ended");
    assertThat(undone(run)).hasSize(1);
  }

  @Test
  void shouldCompensateOnTimeout() {
    FlowRun run = trip("TimeoutSeconds: 60", "").hanging("pay").start("{}").finish();

    assertThat(undone(run)).containsExactly(CAR, HOTEL);
    assertThat(run.execution().status()).isEqualTo(Status.TIMED_OUT);
    assertThat(run.error()).isEqualTo("States.Timeout");
  }

  @Test
  void shouldNotTimeOutDuringCompensation() {
    FlowRun run =
        trip("TimeoutSeconds: 60", "").hanging("undo").handler("pay", failing("No")).start("{}");

    run.advance(Duration.ofSeconds(100));
    assertThat(run.execution().status()).isEqualTo(Status.RUNNING);
    run.succeed("Car", "1").succeed("Hotel", "1");

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.error()).isEqualTo("No");
  }

  private static final String FORKS =
      """
      StartAt: Fan
      States:
        Fan:
          Type: Parallel
          Branches:
            - StartAt: A
              States:
                A: {Type: Task, Resource: do, Parameters: {x: a}, End: true,
                    Compensate: {Resource: undo, Parameters: {"it.$": $.Result}}}
            - StartAt: Each
              States:
                Each:
                  Type: Map
                  ItemProcessor:
                    StartAt: B
                    States:
                      B: {Type: Task, Resource: do, End: true,
                          Compensate: {Resource: undo, Parameters: {"it.$": $.Result}}}
                  End: true
            - StartAt: Plan
              States:
                Plan:
                  Type: Graph
                  Nodes:
                    c: {Type: Task, Resource: do, Parameters: {x: c},
                        Compensate: {Resource: undo, Parameters: {"it.$": $.Result}}}
                    d:
                      DependsOn: [c]
                      StartAt: D
                      States:
                        D: {Type: Task, Resource: do, Parameters: {x: d}, End: true,
                            Compensate: {Resource: undo, Parameters: {"it.$": $.Result}}}
                  End: true
          Next: Pay
        Pay: {Type: Task, Resource: pay, End: true}
      """;

  @Test
  void shouldCompensateStepsInBranchesItemsAndNodes() {
    FlowRun run =
        FlowRun.of(FORKS)
            .handler("do", echo())
            .handler("undo", echo())
            .handler("pay", failing("Declined"))
            .start("[1, 2]")
            .finish();

    List<String> done = run.calls("do").stream().map(c -> c.call().input().toString()).toList();
    assertThat(done).hasSize(5);
    assertThat(undone(run))
        .containsExactlyElementsOf(
            done.reversed().stream().map(it -> "{\"it\":" + it + "}").toList());
    assertThat(run.trace()).filteredOn(line -> line.endsWith("COMPENSATED")).hasSize(5);
  }

  @Test
  void shouldCompensateStepsOfACancelledSibling() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Fan
                States:
                  Fan:
                    Type: Parallel
                    Branches:
                      - StartAt: A
                        States:
                          A: {Type: Task, Resource: do, Next: A2, Compensate: {Resource: undo}}
                          A2: {Type: Task, Resource: slow, End: true,
                               Compensate: {Resource: undo}}
                      - {StartAt: B, States: {B: {Type: Task, Resource: b, End: true}}}
                    End: true
                """)
            .handler("do", answering("1"))
            .hanging("slow")
            .hanging("b")
            .handler("undo", echo())
            .start("{}");

    run.fail("B", "Broken", "").finish();

    assertThat(undone(run)).containsExactly("{\"Input\":{},\"Result\":1}");
    assertThat(run.trace()).contains("A COMPENSATED", "A2 CANCELLED");
    assertThat(run.error()).isEqualTo("Broken");
  }

  @Test
  void shouldCompensateEarlierVisitsOfALoop() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: do, Next: Which,
                      Compensate: {Resource: undo, Parameters: {"n.$": $.Result}}}
                  Which: {Type: Choice, Choices: [{Variable: $, NumericLessThan: 3, Next: A}],
                          Default: No}
                  No: {Type: Fail, Error: Broken}
                """)
            .handler(
                "do", call -> json(Integer.toString(Integer.parseInt(call.input().toString()) + 1)))
            .handler("undo", echo())
            .start("0")
            .finish();

    assertThat(undone(run)).containsExactly("{\"n\":3}", "{\"n\":2}", "{\"n\":1}");
  }

  @Test
  void shouldMakeArgumentsByExpressions() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: A
                States:
                  A: {Type: Task, Resource: do, Arguments: {n: 1}, Next: B,
                      Compensate: {Resource: undo, Arguments: {i: "{% $states.input.Input.n %}",
                                   r: "{% $states.input.Result %}"}}}
                  B: {Type: Fail, Error: Broken}
                """)
            .handler("do", answering("2"))
            .handler("undo", echo())
            .start("{}");

    assertThat(undone(run)).containsExactly("{\"i\":1,\"r\":2}");
  }

  @Test
  void shouldContinueCompensationAfterACrash() {
    FlowRun run = trip().hanging("undo").handler("pay", failing("Declined")).start("{}");

    run.crash().finish();
    assertThat(undone(run)).containsExactly(CAR, CAR);
    run.succeed("Car", "1").crash().finish();
    assertThat(undone(run)).containsExactly(CAR, CAR, HOTEL, HOTEL);
    run.succeed("Hotel", "1");

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.calls("undo").stream().map(c -> c.call().idempotencyKey()).distinct())
        .hasSize(2);
    assertThat(run.calls("book")).hasSize(2);
  }

  @Test
  void shouldNotStartCompensationWhilePaused() {
    FlowRun run = trip().hanging("undo").hanging("pay").start("{}");
    run.apply(new Fact.Paused("look"));

    run.fail("Pay", "Declined", "");
    assertThat(undone(run)).isEmpty();
    assertThat(run.execution().status()).isEqualTo(Status.PAUSED);
    run.apply(new Fact.Resumed());

    assertThat(undone(run)).containsExactly(CAR);
  }

  @Test
  void shouldSkipACompensationWithoutAHandler() {
    FlowRun run = trip().hanging("undo").handler("pay", failing("Declined")).start("{}");

    run.apply(new Fact.Skipped(run.at("Car"), json("null")));

    assertThat(undone(run)).containsExactly(CAR, HOTEL);
    run.succeed("Hotel", "1");
    assertThat(run.trace()).contains("Car SUCCEEDED", "Car SKIPPED", "Hotel COMPENSATED");
  }

  @Test
  void shouldCompensateWithinAnItemOfADistributedMap() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ToleratedFailureCount: 1
                    ItemProcessor:
                      ProcessorConfig: {Mode: DISTRIBUTED}
                      StartAt: A
                      States:
                        A: {Type: Task, Resource: do, Next: B, Compensate: {Resource: undo}}
                        B: {Type: Choice, Choices: [{Variable: $, NumericEquals: 2, Next: No}],
                            Default: Yes}
                        No: {Type: Fail, Error: Broken}
                        Yes: {Type: Succeed}
                    End: true
                """)
            .handler("do", echo())
            .handler("undo", echo())
            .start("[1, 2]")
            .finish();

    assertThat(run.output()).isEqualTo(json("[1]"));
    assertThat(undone(run)).containsExactly("{\"Input\":2,\"Result\":2}");
  }
}
