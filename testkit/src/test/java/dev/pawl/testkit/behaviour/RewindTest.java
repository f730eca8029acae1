package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.abandoned;
import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.echo;
import static dev.pawl.testkit.behaviour.Given.json;
import static dev.pawl.testkit.behaviour.Given.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RewindTest {

  private static final String LINE =
      """
      StartAt: A
      States:
        A: {Type: Task, Resource: a, Assign: {"v.$": $.n}, ResultPath: $.a, Next: B}
        B: {Type: Task, Resource: b, Assign: {v: changed}, ResultPath: $.b, Next: C,
            Parameters: {"v.$": $v}, Compensate: {Resource: undo}}
        C: {Type: Task, Resource: c, ResultPath: $.c, End: true}
      """;

  private static FlowRun line() {
    return FlowRun.of(LINE)
        .handler("a", answering("{\"n\": 1}"))
        .handler("b", echo())
        .handler("undo", echo())
        .hanging("c")
        .start("{}");
  }

  private static Optional<String> rewind(FlowRun run, FrameId frame, String state, boolean undo) {
    return run.apply(new Fact.Rewound(frame, run.entry(state), undo));
  }

  @Test
  void shouldGoBackToAnEarlierStepWithItsInputAndVariables() {
    FlowRun run = line();

    assertThat(rewind(run, FrameId.ROOT, "B", false)).isEmpty();

    assertThat(run.calls("b"))
        .extracting(c -> c.call().input().toString())
        .containsExactly("{\"v\":1}", "{\"v\":1}");
    assertThat(run.trace())
        .containsExactly("A SUCCEEDED", "B SUCCEEDED", "C ROLLED_BACK", "B SUCCEEDED", "C RUNNING");
    assertThat(run.calls("undo")).isEmpty();
    run.succeed("C", "3");
    assertThat(run.output().get("a")).contains(json("{\"n\": 1}"));
  }

  @Test
  void shouldCancelTheStepThatIsLeft() {
    FlowRun run = line();
    StepId c = run.at("C");

    AdvanceResult advanced =
        run.engine().apply(run.id(), new Fact.Rewound(FrameId.ROOT, run.entry("A"), false));

    assertThat(abandoned(advanced.commands())).containsExactly(c);
  }

  @Test
  void shouldNeverUseAVisitTwiceAndIgnoreLateOutcomes() {
    FlowRun run = line();
    StepId first = run.at("C");

    rewind(run, FrameId.ROOT, "A", false);
    StepId second = run.at("C");
    rewind(run, FrameId.ROOT, "A", false);

    assertThat(List.of(first, second, run.at("C"))).doesNotHaveDuplicates();
    assertThat(run.at("C").visit()).isEqualTo(9);
    assertThat(run.apply(succeeded(first, 1, "\"late\"")))
        .contains("the frame is no longer at this step");
    assertThat(run.apply(succeeded(second, 1, "\"late\""))).isPresent();
    assertThat(run.calls("c").stream().map(call -> call.call().idempotencyKey()).distinct())
        .hasSize(3);
  }

  @Test
  void shouldCompensateBeforeARewindOnRequest() {
    FlowRun run = line().hanging("undo");

    rewind(run, FrameId.ROOT, "B", true);

    assertThat(run.calls("undo")).hasSize(1);
    assertThat(run.calls("b")).hasSize(1);
    assertThat(run.execution().status()).isEqualTo(Status.RUNNING);
    run.apply(succeeded(new StepId(FrameId.COMPENSATION, 1), 1, "null"));

    assertThat(run.calls("b")).hasSize(2);
    assertThat(run.trace())
        .containsExactly(
            "A SUCCEEDED",
            "B COMPENSATED",
            "C ROLLED_BACK",
            "B SUCCEEDED",
            "B SUCCEEDED",
            "C RUNNING");
  }

  @Test
  void shouldContinueAtOnceWithoutCompensations() {
    FlowRun run = line();

    rewind(run, FrameId.ROOT, "C", true);

    assertThat(run.calls("undo")).isEmpty();
    assertThat(run.calls("c")).hasSize(2);
  }

  @Test
  void shouldCompensateRewoundStepsOnlyOnce() {
    FlowRun run = line();

    rewind(run, FrameId.ROOT, "B", true);
    run.fail("C", "Broken", "").finish();

    assertThat(run.calls("undo")).hasSize(2);
    assertThat(run.calls("undo").stream().map(c -> c.call().idempotencyKey()).distinct())
        .hasSize(2);
    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void shouldNotCompensateStepsRewoundWithoutCompensation() {
    FlowRun run = line();

    rewind(run, FrameId.ROOT, "B", false);
    run.fail("C", "Broken", "").finish();

    assertThat(run.calls("b")).hasSize(2);
    assertThat(run.calls("undo")).hasSize(1);
  }

  @Test
  void shouldRejectARewindDuringCompensation() {
    FlowRun run = line().hanging("undo");
    rewind(run, FrameId.ROOT, "B", true);

    assertThat(rewind(run, FrameId.ROOT, "A", false))
        .hasValueSatisfying(why -> assertThat(why).contains("compensated"));
  }

  @Test
  void shouldContinueAfterACrashDuringCompensation() {
    FlowRun run = line().hanging("undo");
    rewind(run, FrameId.ROOT, "B", true);

    run.crash().finish();
    assertThat(run.calls("undo")).hasSize(2);
    assertThat(run.calls("b")).hasSize(1);
    run.apply(succeeded(new StepId(FrameId.COMPENSATION, 1), 1, "null"));

    assertThat(run.calls("b")).hasSize(2);
    run.succeed("C", "3");
    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
  }

  @Test
  void shouldRejectUnknownSteps() {
    FlowRun run = line();

    assertThat(
            run.apply(
                new Fact.Rewound(
                    FrameId.ROOT, new Fact.Entry(7, "A", json("{}"), Map.of()), false)))
        .contains("the frame never was at this step");
    assertThat(
            run.apply(
                new Fact.Rewound(
                    FrameId.ROOT, new Fact.Entry(1, "Z", json("{}"), Map.of()), false)))
        .contains("the frame never was at this step");
    assertThat(
            run.apply(new Fact.Rewound(FrameId.ROOT.child("Fan", 1, "0"), run.entry("A"), false)))
        .contains("the frame has ended");
    assertThat(run.trace()).endsWith("C RUNNING");
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
                A: {Type: Task, Resource: a, Next: B, Compensate: {Resource: undo}}
                B: {Type: Task, Resource: b, End: true}
            - {StartAt: C, States: {C: {Type: Task, Resource: c, End: true}}}
          Catch: [{ErrorEquals: [States.ALL], Next: Rescue}]
          End: true
        Rescue: {Type: Task, Resource: rescue, End: true}
      """;

  private static final FrameId FIRST = FrameId.ROOT.child("Fan", 1, "0");

  private static FlowRun fan() {
    return FlowRun.of(FAN)
        .handler("a", answering("1"))
        .hanging("b")
        .hanging("c")
        .hanging("rescue")
        .handler("undo", echo())
        .start("{}");
  }

  @Test
  void shouldRewindABranchWhileItsSiblingsStay() {
    FlowRun run = fan();
    StepId c = run.at("C");

    rewind(run, FIRST, "A", false);

    assertThat(run.calls("a")).hasSize(2);
    assertThat(run.at("C")).isEqualTo(c);
    assertThat(run.calls("c")).hasSize(1);
    run.succeed("B", "2").succeed("C", "3");
    assertThat(run.output()).isEqualTo(json("[2, 3]"));
  }

  @Test
  void shouldRewindABranchThatHasEnded() {
    FlowRun run = fan();
    run.succeed("B", "\"first\"");

    assertThat(rewind(run, FIRST, "B", false)).isEmpty();

    run.succeed("C", "3");
    assertThat(run.execution().output()).isEmpty();
    run.succeed("B", "\"second\"");
    assertThat(run.output()).isEqualTo(json("[\"second\", 3]"));
  }

  @Test
  void shouldRewindTheForkItselfUnderNewFrames() {
    FlowRun run = fan();
    StepId c = run.at("C");

    rewind(run, FrameId.ROOT, "Fan", false);

    assertThat(run.calls("a")).hasSize(2);
    assertThat(run.at("C")).isNotEqualTo(c);
    assertThat(run.trace())
        .startsWith("Fan ROLLED_BACK", "A SUCCEEDED", "C CANCELLED", "B CANCELLED");
    assertThat(run.apply(succeeded(c, 1, "1"))).isPresent();
  }

  @Test
  void shouldApplyTheOutcomeOfACompensationWhoseFrameIsGone() {
    FlowRun run = fan().hanging("undo");
    rewind(run, FIRST, "A", true);
    assertThat(run.calls("undo")).hasSize(1);

    run.fail("C", "Broken", "");
    assertThat(run.trace()).contains("Rescue RUNNING");

    assertThat(run.apply(succeeded(new StepId(FrameId.COMPENSATION, 1), 1, "null"))).isEmpty();
    run.succeed("Rescue", "9");
    assertThat(run.output()).isEqualTo(json("9"));
  }

  @Test
  void shouldHoldBackOnlyTheFrameThatIsRewound() {
    FlowRun run = fan().hanging("undo");

    rewind(run, FIRST, "A", true);
    run.succeed("C", "3");

    assertThat(run.trace()).contains("C SUCCEEDED");
    assertThat(run.calls("a")).hasSize(1);
    run.apply(succeeded(new StepId(FrameId.COMPENSATION, 1), 1, "null"));
    assertThat(run.calls("a")).hasSize(2);
  }

  @Test
  void shouldRewindAPausedExecutionAndStartTheStepWhenResumed() {
    FlowRun run = line();
    run.apply(new Fact.Paused("look"));

    rewind(run, FrameId.ROOT, "B", false);
    assertThat(run.calls("b")).hasSize(1);
    assertThat(run.trace()).endsWith("C ROLLED_BACK", "B PENDING");
    run.apply(new Fact.Resumed());

    assertThat(run.calls("b")).hasSize(2);
  }

  @Test
  void shouldRewindAStepThatBacksOff() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: a, End: true,
                      Retry: [{ErrorEquals: [Busy], IntervalSeconds: 3600}]}
                """)
            .handler("a", Given.failing("Busy", 1))
            .start("5");

    rewind(run, FrameId.ROOT, "A", false);

    assertThat(run.output()).isEqualTo(json("5"));
    assertThat(run.calls("a")).extracting(c -> c.call().attempt()).containsExactly(1, 1);
    run.advance(Duration.ofHours(2));
    assertThat(run.trace()).containsExactly("A ROLLED_BACK", "A SUCCEEDED");
  }

  @Test
  void shouldCompensateEverythingOnceIfCancelledDuringARewind() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: do, Compensate: {Resource: undo}, Next: B}
                  B: {Type: Task, Resource: do, Compensate: {Resource: undo}, Next: C}
                  C: {Type: Task, Resource: do, Compensate: {Resource: undo}, Next: D}
                  D: {Type: Task, Resource: slow, End: true}
                """)
            .handler("do", echo())
            .hanging("slow")
            .hanging("undo")
            .start("{}");
    rewind(run, FrameId.ROOT, "B", true);

    run.apply(new Fact.Cancelled("enough", true));
    run.succeed("C", "1").succeed("B", "1").succeed("A", "1");

    assertThat(run.execution().status()).isEqualTo(Status.CANCELLED);
    assertThat(run.calls("undo")).hasSize(3);
    assertThat(run.calls("do")).hasSize(3);
    assertThat(run.trace())
        .startsWith("A COMPENSATED", "B COMPENSATED", "C COMPENSATED", "D ROLLED_BACK");
  }

  @Test
  void shouldCompensateTheRestIfASiblingFailsDuringARewind() {
    FlowRun run =
        FlowRun.of(
                FAN.replace("Catch: [{ErrorEquals: [States.ALL], Next: Rescue}]", "Comment: x")
                    .replaceAll("  Rescue:.*\n", ""))
            .handler("a", answering("1"))
            .hanging("b")
            .hanging("c")
            .hanging("undo")
            .start("{}");
    rewind(run, FIRST, "A", true);

    run.fail("C", "Broken", "");
    assertThat(run.execution().status()).isEqualTo(Status.RUNNING);
    run.apply(succeeded(new StepId(FrameId.COMPENSATION, 1), 1, "null"));

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.error()).isEqualTo("Broken");
    assertThat(run.calls("undo")).hasSize(1);
    assertThat(run.calls("a")).hasSize(1);
  }

  @Test
  void shouldCompensateForARewindOnlyWhenResumed() {
    FlowRun run = line();
    run.apply(new Fact.Paused("look"));

    rewind(run, FrameId.ROOT, "B", true);
    assertThat(run.calls("undo")).isEmpty();
    run.crash().finish();
    assertThat(run.calls("undo")).isEmpty();
    run.apply(new Fact.Resumed());

    assertThat(run.calls("undo")).hasSize(1);
    assertThat(run.calls("b")).hasSize(2);
    assertThat(run.trace()).endsWith("C RUNNING");
  }

  @Test
  void shouldRewindAnItemOfAMap() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemProcessor:
                      StartAt: A
                      States:
                        A: {Type: Task, Resource: a, Compensate: {Resource: undo}, Next: B}
                        B: {Type: Task, Resource: b, End: true}
                    End: true
                """)
            .handler("a", echo())
            .hanging("b")
            .handler("undo", echo())
            .start("[1, 2]");
    FrameId second = FrameId.ROOT.child("Each", 1, "1");

    assertThat(rewind(run, second, "A", true)).isEmpty();

    assertThat(run.calls("undo"))
        .extracting(c -> c.call().input().toString())
        .containsExactly("{\"Input\":2,\"Result\":2}");
    assertThat(run.calls("a"))
        .extracting(c -> c.call().input().toString())
        .containsExactly("1", "2", "2");
    assertThat(run.calls("b")).hasSize(3);
  }

  @Test
  void shouldRewindANodeOfAGraphWithoutRunningItsFollowersTwice() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Plan
                States:
                  Plan:
                    Type: Graph
                    Nodes:
                      a: {Type: Task, Resource: a}
                      b: {Type: Task, Resource: b, DependsOn: [a]}
                    End: true
                """)
            .hanging("a")
            .hanging("b")
            .start("{}");
    run.succeed("a", "1");

    rewind(run, FrameId.ROOT.child("Plan", 1, "a"), "a", false);
    run.succeed("b", "2");
    assertThat(run.execution().output()).isEmpty();
    run.succeed("a", "3");

    assertThat(run.output()).isEqualTo(json("{\"a\": 3, \"b\": 2}"));
    assertThat(run.calls("b")).hasSize(1);
  }
}
