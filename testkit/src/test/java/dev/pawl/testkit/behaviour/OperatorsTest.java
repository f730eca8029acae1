package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.abandoned;
import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.echo;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static dev.pawl.testkit.behaviour.Given.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cancelling, skipping, and whatever comes too late. */
class OperatorsTest {

  private static final String NESTED =
      """
      StartAt: Fan
      States:
        Fan:
          Type: Parallel
          Branches:
            - {StartAt: A, States: {A: {Type: Task, Resource: a, End: true}}}
            - {StartAt: W, States: {W: {Type: Wait, Event: go, End: true}}}
            - {StartAt: H, States: {H: {Type: Human, End: true}}}
          Next: B
        B: {Type: Task, Resource: b, End: true}
      """;

  private static FlowRun nested() {
    return FlowRun.of(NESTED).hanging("a").handler("b", echo()).start("{}");
  }

  @Test
  void shouldCancelEverythingInProgress() {
    FlowRun run = nested();
    StepId[] steps = {run.at("A"), run.at("W"), run.at("H")};

    AdvanceResult advanced = run.engine().apply(run.id(), new Fact.Cancelled("enough", true));

    assertThat(run.execution().status()).isEqualTo(Status.CANCELLED);
    assertThat(run.error()).isEqualTo("Cancelled");
    assertThat(run.cause()).isEqualTo("enough");
    assertThat(abandoned(advanced.commands())).containsExactly(steps);
    assertThat(advanced.commands().getLast()).isInstanceOf(Command.Finish.class);
    assertThat(run.trace())
        .containsExactly("Fan CANCELLED", "A CANCELLED", "W CANCELLED", "H CANCELLED");
  }

  static Stream<Fact> facts() {
    StepId step = new StepId(FrameId.ROOT, 1);
    return Stream.of(
        new Fact.Started("test", "test", JsonObject.EMPTY, JsonObject.EMPTY),
        succeeded(step, 1, "1"),
        Given.failed(step, 1, "No"),
        new Fact.TimerFired(step, 1),
        new Fact.TimerFired(StepId.EXECUTION, 0),
        new Fact.EventArrived("go", Json.of(1)),
        new Fact.HumanActed(step, "ada", new Fact.HumanActed.Action.Skipped("")),
        new Fact.Cancelled("", true),
        new Fact.Cancelled("", false),
        new Fact.Paused(""),
        new Fact.Resumed(),
        new Fact.Skipped(step, Json.of(1)),
        new Fact.Rewound(FrameId.ROOT, new Fact.Entry(1, "A", JsonObject.EMPTY, Map.of()), true));
  }

  @ParameterizedTest
  @MethodSource("facts")
  void shouldIgnoreEverythingAfterTheEnd(Fact fact) {
    FlowRun run =
        FlowRun.of("StartAt: A\nStates: {A: {Type: Task, Resource: a, End: true}}")
            .handler("a", answering("1"))
            .start("{}");
    var before = run.execution();

    assertThat(run.apply(fact)).contains("the execution has ended");

    assertThat(run.execution().ending()).isEqualTo(before.ending());
    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(run.execution().root()).isEqualTo(before.root());
    assertThat(run.execution().seq()).isEqualTo(before.seq() + 1);
  }

  @Test
  void shouldStartOnlyOnce() {
    FlowRun run = nested();

    assertThat(run.apply(new Fact.Started("test", "x", JsonObject.EMPTY, JsonObject.EMPTY)))
        .contains("it has started already");
  }

  @Test
  void shouldSkipATaskWithAGivenOutput() {
    FlowRun run = nested();
    StepId a = run.at("A");

    AdvanceResult advanced = run.engine().apply(run.id(), new Fact.Skipped(a, json("\"given\"")));

    assertThat(abandoned(advanced.commands())).containsExactly(a);
    assertThat(run.trace()).contains("A SKIPPED", "W RUNNING");
    assertThat(run.apply(succeeded(a, 1, "\"late\""))).isPresent();
    run.event("go", "2");
    run.apply(new Fact.Skipped(run.at("H"), json("3")));
    assertThat(run.output()).isEqualTo(json("[\"given\", 2, 3]"));
  }

  @Test
  void shouldSkipAForkWithItsRunningBranches() {
    FlowRun run = nested();

    run.apply(new Fact.Skipped(run.at("Fan"), json("\"instead\"")));

    assertThat(run.trace())
        .containsExactly("Fan SKIPPED", "A CANCELLED", "W CANCELLED", "H CANCELLED", "B SUCCEEDED");
    assertThat(run.output()).isEqualTo(json("\"instead\""));
  }

  @Test
  void shouldSkipAStepThatIsToBeRetried() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, Next: B,
                      Retry: [{ErrorEquals: [Busy], IntervalSeconds: 60}]}
                  B: {Type: Wait, Seconds: 600, End: true}
                """)
            .handler("a", failing("Busy"))
            .start("{}");

    run.apply(new Fact.Skipped(run.at("A"), json("1")));
    run.advance(Duration.ofSeconds(120));

    assertThat(run.trace()).containsExactly("A SKIPPED", "B RUNNING");
    assertThat(run.calls("a")).hasSize(1);
  }

  @Test
  void shouldSkipAWaitAndIgnoreItsTimer() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: W
                States:
                  W: {Type: Wait, Seconds: 10, Next: X}
                  X: {Type: Wait, Seconds: 100, End: true}
                """)
            .start("{}");
    var start = run.now();

    run.apply(new Fact.Skipped(run.at("W"), json("1")));
    run.finish();

    assertThat(run.now()).isEqualTo(start.plusSeconds(100));
    assertThat(run.output()).isEqualTo(json("1"));
  }

  @Test
  void shouldSkipAHeldBackStepWhilePaused() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, Next: B}
                  B: {Type: Task, Resource: b, Next: C}
                  C: {Type: Pass, End: true}
                """)
            .hanging("a")
            .handler("b", echo())
            .start("{}");
    run.apply(new Fact.Paused("look"));
    run.succeed("A", "1");

    assertThat(run.apply(new Fact.Skipped(run.at("B"), json("2")))).isEmpty();
    assertThat(run.trace()).containsExactly("A SUCCEEDED", "B SKIPPED", "C PENDING");
    run.apply(new Fact.Resumed());

    assertThat(run.output()).isEqualTo(json("2"));
    assertThat(run.calls("b")).isEmpty();
  }

  @Test
  void shouldNotSkipAChoiceBecauseItsTransitionIsUnknown() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, Next: Which}
                  Which:
                    Type: Choice
                    Choices: [{Variable: $, IsNull: true, Next: Never}]
                    Default: Then
                  Then: {Type: Pass, Result: chosen, End: true}
                  Never: {Type: Fail}
                """)
            .hanging("a")
            .start("{}");
    run.apply(new Fact.Paused("look"));
    run.succeed("A", "1");

    assertThat(run.apply(new Fact.Skipped(run.at("Which"), json("2")))).isPresent();
    run.apply(new Fact.Resumed());

    assertThat(run.output()).isEqualTo(json("\"chosen\""));
  }

  @Test
  void shouldNotCompensateSkippedSteps() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, Compensate: {Resource: undo}, Next: B}
                  B: {Type: Fail, Error: Broken}
                """)
            .hanging("a")
            .handler("undo", echo())
            .start("{}");

    run.apply(new Fact.Skipped(run.at("A"), json("1")));

    assertThat(run.error()).isEqualTo("Broken");
    assertThat(run.calls("undo")).isEmpty();
  }

  @Test
  void shouldIgnoreSkippingAnEndedStep() {
    FlowRun run = nested();
    StepId h = run.at("H");
    run.apply(new Fact.Skipped(h, json("1")));

    assertThat(run.apply(new Fact.Skipped(h, json("2"))))
        .contains("the frame is no longer at this step");
  }

  @Test
  void shouldIgnoreAnOutcomeOfAnAttemptBefore() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, End: true, Retry: [{ErrorEquals: [Busy]}]}
                """)
            .hanging("a")
            .start("{}");
    StepId a = run.at("A");
    run.fail("A", "Busy", "").advance(Duration.ofSeconds(1));

    assertThat(run.apply(succeeded(a, 1, "\"late\"")))
        .contains("this attempt is no longer awaited");
    assertThat(run.apply(succeeded(a, 2, "\"now\""))).isEmpty();
    assertThat(run.output()).isEqualTo(json("\"now\""));
  }

  @Test
  void shouldIgnoreFactsAboutUnknownFrames() {
    FlowRun run = nested();
    StepId nobody = new StepId(FrameId.ROOT.child("Fan", 1, "17"), 1);
    StepId other = new StepId(FrameId.ROOT.child("Fan", 1, "x"), 1);

    assertThat(run.apply(succeeded(nobody, 1, "1"))).contains("the frame has ended");
    assertThat(run.apply(succeeded(other, 1, "1"))).contains("the frame has ended");
    assertThat(run.apply(new Fact.TimerFired(run.at("A"), 1))).isPresent();
    assertThat(run.apply(new Fact.ChildEnded(run.at("Fan"), 0, new Outcome.Succeeded(Json.of(1)))))
        .isPresent();
    assertThat(run.apply(new Fact.ItemsRead(run.at("Fan"), 1, 0, List.of(), true))).isPresent();
    assertThat(run.execution().status()).isEqualTo(Status.RUNNING);
  }

  @Test
  void shouldIgnoreUnexpectedTimersAndChildren() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemProcessor:
                      ProcessorConfig: {Mode: DISTRIBUTED}
                      StartAt: A
                      States: {A: {Type: Task, Resource: a, End: true}}
                    End: true
                """)
            .hanging("a")
            .start("[1]");
    Outcome outcome = new Outcome.Succeeded(Json.of(1));

    assertThat(run.apply(new Fact.TimerFired(StepId.EXECUTION, 0))).isPresent();
    assertThat(run.apply(new Fact.ChildEnded(run.at("Each"), 1, outcome))).isPresent();
    assertThat(run.apply(new Fact.ChildEnded(run.at("Each"), -1, outcome))).isPresent();
    assertThat(run.execution().status()).isEqualTo(Status.RUNNING);
  }

  @Test
  void shouldCompensateOnResumeIfCancelledWhilePaused() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, Compensate: {Resource: undo}, Next: B}
                  B: {Type: Task, Resource: b, End: true}
                """)
            .handler("a", answering("1"))
            .hanging("b")
            .handler("undo", echo())
            .start("{}");
    run.apply(new Fact.Paused("look"));

    run.apply(new Fact.Cancelled("enough", true));
    assertThat(run.calls("undo")).isEmpty();
    assertThat(run.execution().status()).isEqualTo(Status.PAUSED);
    run.apply(new Fact.Resumed());

    assertThat(run.calls("undo")).hasSize(1);
    assertThat(run.execution().status()).isEqualTo(Status.CANCELLED);
  }
}
