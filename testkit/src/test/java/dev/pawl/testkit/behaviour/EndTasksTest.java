package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.snapshot.Snapshots;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndTasksTest {

  private static final String FLOW =
      """
      StartAt: Book
      TimeoutSeconds: 60
      OnSucceeded: {Type: Task, Resource: tell, Config: {to: "${$$.Execution.Input.mail}"}}
      OnFailed: {Type: Task, Resource: alarm, TimeoutSeconds: 5,
                 Retry: [{ErrorEquals: [Busy], IntervalSeconds: 3}]}
      States:
        Book: {Type: Task, Resource: book, Compensate: {Resource: undo}, Next: Pay}
        Pay: {Type: Task, Resource: pay, End: true}
      """;

  private static final StepId STEP = new StepId(FrameId.END, 1);

  private static FlowRun flow() {
    return FlowRun.of(FLOW)
        .handler("book", answering("1"))
        .handler("undo", answering("1"))
        .handler("pay", answering("{\"paid\": true}"))
        .handler("tell", answering("1"))
        .handler("alarm", answering("1"));
  }

  private static StepStatus endStep(FlowRun run) {
    return run.history().step(STEP).orElseThrow().status();
  }

  @Test
  void shouldRunOnSucceededWithTheOutput() {
    FlowRun run = flow().start("{\"mail\": \"a@b.example\"}");

    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(run.execution().output()).contains(json("{\"paid\": true}"));
    assertThat(run.calls("alarm")).isEmpty();
    assertThat(run.calls("tell").getFirst().call().input())
        .isEqualTo(json("{\"Status\": \"SUCCEEDED\", \"Output\": {\"paid\": true}}"));
    assertThat(run.calls("tell").getFirst().call().config())
        .contains(json("{\"to\": \"a@b.example\"}"));
    assertThat(endStep(run)).isEqualTo(StepStatus.SUCCEEDED);
    assertThat(STEP.frame().toString()).isEqualTo("/~end#0/~");
  }

  @Test
  void shouldRunOnFailedAfterAllCompensation() {
    FlowRun run = flow().handler("pay", failing("Poor", "no money")).hanging("undo").start();

    assertThat(run.calls("alarm")).isEmpty();
    run.succeed("Book", "1");

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.calls("alarm").getFirst().call().input())
        .isEqualTo(json("{\"Status\": \"FAILED\", \"Error\": \"Poor\", \"Cause\": \"no money\"}"));
  }

  @Test
  void shouldRunOnFailedAfterATimeout() {
    FlowRun run = flow().hanging("pay").start().advance(Duration.ofSeconds(60));

    assertThat(run.execution().status()).isEqualTo(Status.TIMED_OUT);
    assertThat(run.calls("alarm")).hasSize(1);
  }

  @Test
  void shouldStayInProgressUntilTheTaskEnds() {
    FlowRun run = flow().hanging("tell").start("{\"mail\": 1}");

    assertThat(run.execution().status()).isEqualTo(Status.RUNNING);
    assertThat(run.execution().ending().orElseThrow().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(OutstandingCommands.of(run.execution())).hasSize(1);
    run.apply(succeeded(2));
    assertThat(run.execution().status()).isEqualTo(Status.RUNNING);
    run.apply(succeeded(1));
    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
  }

  private static Fact succeeded(int attempt) {
    return new Fact.TaskSucceeded(
        STEP, attempt, Json.of(1), new Fact.Timing(FlowRun.DEFAULT_START, Duration.ZERO));
  }

  @Test
  void shouldRecordAFailedTaskAndChangeNothing() {
    FlowRun run = flow().handler("tell", failing("Down", "no mail")).start("{\"mail\": 1}");

    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(run.execution().failure()).isEmpty();
    assertThat(endStep(run)).isEqualTo(StepStatus.FAILED);
  }

  @Test
  void shouldRecordATaskWhoseDataIsMissing() {
    FlowRun run = flow().start("{}");

    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(endStep(run)).isEqualTo(StepStatus.FAILED);
  }

  @Test
  void shouldRetryTheTask() {
    FlowRun run =
        flow()
            .handler("pay", failing("Poor", ""))
            .handler(
                "alarm",
                call -> {
                  if (call.attempt() < 3) {
                    throw new HandlerException("Busy", "");
                  }
                  return Json.of(1);
                })
            .start()
            .finish();

    assertThat(run.calls("alarm")).hasSize(3);
    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(endStep(run)).isEqualTo(StepStatus.SUCCEEDED);
  }

  @Test
  void shouldNotRunAfterACancellation() {
    FlowRun run = flow().hanging("pay").start();
    run.apply(new Fact.Cancelled("enough", true));

    assertThat(run.execution().status()).isEqualTo(Status.CANCELLED);
    assertThat(run.calls("alarm")).isEmpty();
  }

  @Test
  void shouldEndAtOnceWhenTheTaskIsCancelledOrSkipped() {
    for (Fact stop :
        List.of(
            new Fact.Cancelled("enough", true),
            new Fact.Cancelled("enough", false),
            new Fact.Skipped(STEP, Json.of(0)))) {
      FlowRun run = flow().hanging("tell").start("{\"mail\": 1}");

      assertThat(run.apply(stop)).isEmpty();
      assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
      assertThat(run.execution().output()).contains(json("{\"paid\": true}"));
      assertThat(endStep(run)).isIn(StepStatus.CANCELLED, StepStatus.SKIPPED);
    }
  }

  @Test
  void shouldWaitWhilePaused() {
    FlowRun run = flow().hanging("pay").start("{\"mail\": 1}");
    run.apply(new Fact.Paused("hold"));
    run.succeed("Pay", "{\"paid\": true}");
    assertThat(run.calls("tell")).isEmpty();
    assertThat(run.execution().status()).isEqualTo(Status.PAUSED);

    run.apply(new Fact.Resumed());

    assertThat(run.calls("tell")).hasSize(1);
    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
  }

  @Test
  void shouldKeepTheTaskInASnapshot() {
    FlowRun run = flow().hanging("tell").start("{\"mail\": 1}");
    Flow flow = Definitions.read(FLOW).flow().orElseThrow();

    byte[] snapshot = Snapshots.write(run.execution(), flow);

    assertThat(Snapshots.read(snapshot, flow)).isEqualTo(run.execution());
  }

  @Test
  void shouldRefuseFieldsThatMakeNoSense() {
    assertThat(
            Definitions.read(
                    """
                    StartAt: A
                    OnError: ignore
                    OnFailed: {Type: Pass, Resource: x, Next: A, Parameters: {"v.$": $v}}
                    States: {A: {Type: Succeed}}
                    """)
                .findings()
                .toString())
        .contains("OnError", "/OnFailed/Type", "/OnFailed/Next", "variable");
  }

  // ---- OnError ---------------------------------------------------------------------------------

  private static final String ALL_THE_SAME =
      """
      StartAt: A
      OnError: %s
      States:
        A: {Type: Task, Resource: a, Retry: [{ErrorEquals: [Busy], MaxAttempts: 1}], Next: B}
        B: {Type: Task, Resource: b, Catch: [{ErrorEquals: [Known], Next: C}], End: true}
        C: {Type: Pass, End: true}
      """;

  @Test
  void shouldContinueAfterAnErrorThatNothingCatches() {
    FlowRun run =
        FlowRun.of(ALL_THE_SAME.formatted("continue"))
            .handler("a", failing("Busy", "later"))
            .handler("b", failing("Odd", "no"))
            .start("{\"id\": 1, \"errors\": {\"Z\": 0}}")
            .finish();

    assertThat(run.calls("a")).hasSize(2);
    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(run.execution().output())
        .contains(
            json(
                """
                {"id": 1, "errors": {"Z": 0, "A": {"Error": "Busy", "Cause": "later"},
                                     "B": {"Error": "Odd", "Cause": "no"}}}\
                """));
    assertThat(run.history().steps())
        .extracting(StepChange::status)
        .containsExactly(StepStatus.FAILED, StepStatus.FAILED);
  }

  @Test
  void shouldKeepAnInputThatIsNotAnObject() {
    FlowRun run =
        FlowRun.of(ALL_THE_SAME.formatted("continue"))
            .handler("a", failing("Bad", ""))
            .handler("b", call -> call.input())
            .start("[7]");

    assertThat(run.execution().output())
        .contains(
            json("{\"input\": [7], \"errors\": {\"A\": {\"Error\": \"Bad\", \"Cause\": \"\"}}}"));
  }

  @Test
  void shouldCatchAndStopByDefault() {
    FlowRun caught =
        FlowRun.of(ALL_THE_SAME.formatted("continue"))
            .handler("a", answering("1"))
            .handler("b", failing("Known", ""))
            .start();
    FlowRun stopped =
        FlowRun.of(ALL_THE_SAME.formatted("stop")).handler("a", failing("Bad", "")).start();

    assertThat(caught.execution().output())
        .contains(json("{\"Error\": \"Known\", \"Cause\": \"\"}"));
    assertThat(stopped.execution().status()).isEqualTo(Status.FAILED);
  }

  // ---- the context of the start ----------------------------------------------------------------

  @Test
  void shouldShowWhatStartedTheExecution() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                OnSucceeded: {Type: Task, Resource: tell, Parameters: {"by.$": $$.Trigger.type}}
                States:
                  A: {Type: Task, Resource: a, Parameters: {"user.$": $$.Context.userId}, Next: B,
                      Compensate: {Resource: undo, Parameters: {"by.$": $$.Trigger.type}}}
                  B: {Type: Pass, QueryLanguage: JSONata, Output: "{% $states.context.Trigger %}",
                      End: true}
                """)
            .handler("a", answering("1"))
            .handler("tell", answering("1"))
            .context("{\"Trigger\": {\"type\": \"EVENT\"}, \"Context\": {\"userId\": \"ada\"}}")
            .start();

    assertThat(run.calls("a").getFirst().call().input()).isEqualTo(json("{\"user\": \"ada\"}"));
    assertThat(run.execution().output()).contains(json("{\"type\": \"EVENT\"}"));
    assertThat(run.calls("tell").getFirst().call().input()).isEqualTo(json("{\"by\": \"EVENT\"}"));
  }
}
