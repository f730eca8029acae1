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
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PauseTest {

  private static final String TWO =
      """
      StartAt: A
      States:
        A: {Type: Task, Resource: a, Next: B}
        B: {Type: Task, Resource: b, End: true}
      """;

  private static FlowRun paused(String definition, String input) {
    FlowRun run = FlowRun.of(definition).hanging("a").handler("b", echo()).start(input);
    run.apply(new Fact.Paused("look"));
    return run;
  }

  @Test
  void shouldApplyAnOutcomeWhilePausedAndStartNothingNew() {
    FlowRun run = paused(TWO, "{}");

    run.succeed("A", "1").finish();

    assertThat(run.execution().status()).isEqualTo(Status.PAUSED);
    assertThat(run.trace()).containsExactly("A SUCCEEDED", "B PENDING");
    assertThat(run.calls("b")).isEmpty();

    run.apply(new Fact.Resumed());
    assertThat(run.output()).isEqualTo(json("1"));
    assertThat(run.calls("a")).hasSize(1);
    assertThat(run.calls("b")).hasSize(1);
  }

  @Test
  void shouldNotRepeatCallsInProgressWhenResumed() {
    FlowRun run = paused(TWO, "{}");

    run.apply(new Fact.Resumed());

    assertThat(run.calls("a")).hasSize(1);
    assertThat(run.trace()).containsExactly("A RUNNING");
  }

  @Test
  void shouldIgnoreASecondPauseAndASecondResume() {
    FlowRun run = paused(TWO, "{}");

    assertThat(run.apply(new Fact.Paused("again"))).contains("the execution is paused already");
    assertThat(run.apply(new Fact.Resumed())).isEmpty();
    assertThat(run.apply(new Fact.Resumed())).contains("the execution is not paused");
  }

  @Test
  void shouldLetTimersRunOnWhilePaused() {
    FlowRun run =
        paused(
            """
            StartAt: Nap
            States:
              Nap: {Type: Wait, Seconds: 10, Next: B}
              B: {Type: Task, Resource: b, End: true}
            """,
            "{}");
    var start = run.now();

    run.advance(Duration.ofSeconds(60));
    assertThat(run.trace()).containsExactly("Nap SUCCEEDED", "B PENDING");
    run.apply(new Fact.Resumed());

    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(run.now()).isEqualTo(start.plusSeconds(60));
  }

  @Test
  void shouldNotStartTheNextAttemptWhilePaused() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, End: true,
                      Retry: [{ErrorEquals: [Busy], IntervalSeconds: 10}]}
                """)
            .handler("a", failing("Busy", 1))
            .start("{}");
    run.apply(new Fact.Paused("look"));

    run.advance(Duration.ofSeconds(30));
    assertThat(run.calls("a")).hasSize(1);
    run.apply(new Fact.Resumed());

    assertThat(seconds(run, "a")).containsExactly(0.0, 30.0);
    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
  }

  @Test
  void shouldTimeOutAStepWhilePaused() {
    FlowRun run =
        paused(
            "StartAt: A\nStates: {A: {Type: Task, Resource: a, TimeoutSeconds: 5, End: true}}",
            "{}");

    run.advance(Duration.ofSeconds(5));

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.error()).isEqualTo("States.Timeout");
  }

  @Test
  void shouldAcceptEventsAndDecisionsWhilePaused() {
    FlowRun run =
        paused(
            """
            StartAt: Go
            States:
              Go: {Type: Wait, Event: go, Next: Ask}
              Ask: {Type: Human, Next: B}
              B: {Type: Task, Resource: b, End: true}
            """,
            "{}");

    run.event("go", "1");
    assertThat(run.trace()).containsExactly("Go SUCCEEDED", "Ask PENDING");
    run.apply(new Fact.Resumed());
    run.apply(new Fact.Paused("look again"));
    run.apply(
        new Fact.HumanActed(
            run.at("Ask"), "ada", new Fact.HumanActed.Action.Completed("completed", json("{}"))));

    assertThat(run.trace()).containsExactly("Go SUCCEEDED", "Ask SUCCEEDED", "B PENDING");
  }

  @Test
  void shouldRepeatAnInterruptedCallOnceAfterACrash() {
    FlowRun run = paused(TWO, "{}");

    run.crash().finish();
    assertThat(run.calls("a")).hasSize(1);
    run.apply(new Fact.Resumed());

    assertThat(run.calls("a")).hasSize(2);
    assertThat(run.calls("a").stream().map(c -> c.call().idempotencyKey()).distinct()).hasSize(1);
    run.succeed("A", "5").finish();
    assertThat(run.output()).isEqualTo(json("5"));
    assertThat(run.calls("b")).hasSize(1);
  }

  @Test
  void shouldStartHeldBackStepsOnceAfterACrash() {
    FlowRun run = paused(TWO, "{}");

    run.succeed("A", "5").crash().finish();
    assertThat(run.calls("b")).isEmpty();
    run.apply(new Fact.Resumed());

    assertThat(run.calls("b")).hasSize(1);
    assertThat(run.output()).isEqualTo(json("5"));
  }

  private static final String FAN =
      """
      StartAt: Fan
      States:
        Fan:
          Type: Parallel
          Branches:
            - StartAt: A
              States:
                A: {Type: Task, Resource: a, Next: B}
                B: {Type: Task, Resource: b, End: true}
            - StartAt: C
              States:
                C: {Type: Wait, Seconds: 10, Next: D}
                D: {Type: Task, Resource: b, End: true}
          End: true
      """;

  @Test
  void shouldPauseAndResumeEveryBranch() {
    FlowRun run = paused(FAN, "{}");

    run.succeed("A", "1").advance(Duration.ofSeconds(20));
    assertThat(run.trace())
        .containsExactly("Fan RUNNING", "A SUCCEEDED", "C SUCCEEDED", "B PENDING", "D PENDING");
    run.apply(new Fact.Resumed());

    assertThat(run.output()).isEqualTo(json("[1, {}]"));
    assertThat(run.calls("b")).hasSize(2);
  }

  @Test
  void shouldFailWhilePausedWhenABranchFails() {
    FlowRun run = paused(FAN, "{}");

    run.fail("A", "Broken", "");

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.trace()).containsExactly("Fan FAILED", "A FAILED", "C CANCELLED");
  }

  @Test
  void shouldEndWhilePausedWhenTheLastStepSucceeds() {
    FlowRun run = paused("StartAt: A\nStates: {A: {Type: Task, Resource: a, End: true}}", "{}");

    run.succeed("A", "1");

    assertThat(run.output()).isEqualTo(json("1"));
  }

  @Test
  void shouldNotStartItemsWhilePaused() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    MaxConcurrency: 1
                    ItemProcessor:
                      ProcessorConfig: {Mode: DISTRIBUTED}
                      StartAt: A
                      States: {A: {Type: Task, Resource: a, End: true}}
                    End: true
                """)
            .hanging("a")
            .start("[1, 2]");
    run.apply(new Fact.Paused("look"));
    var child = run.engine().executions().getLast();

    run.engine().apply(child.id(), Given.succeeded(new StepId(FrameId.ROOT, 1), 1, "\"x\""));
    run.finish();
    assertThat(run.engine().executions()).hasSize(2);
    run.apply(new Fact.Resumed());

    assertThat(run.engine().executions()).hasSize(3);
  }

  @Test
  void shouldCancelAPausedExecution() {
    FlowRun run = paused(TWO, "{}");

    run.apply(new Fact.Cancelled("enough", false));

    assertThat(run.execution().status()).isEqualTo(Status.CANCELLED);
  }

  @Test
  void shouldTimeOutAnExecutionThatIsPaused() {
    FlowRun run = paused(TWO.replace("StartAt: A", "StartAt: A\nTimeoutSeconds: 9"), "{}");

    run.advance(Duration.ofSeconds(9));

    assertThat(run.execution().status()).isEqualTo(Status.TIMED_OUT);
  }

  @Test
  void shouldPauseBeforePureStatesToo() {
    FlowRun run =
        paused(
            """
            StartAt: A
            States:
              A: {Type: Task, Resource: a, Next: P}
              P: {Type: Pass, Result: 7, End: true}
            """,
            "{}");

    run.succeed("A", "1");

    assertThat(run.trace()).containsExactly("A SUCCEEDED", "P PENDING");
    run.handler("a", answering("1")).apply(new Fact.Resumed());
    assertThat(run.output()).isEqualTo(json("7"));
  }
}
