package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.abandoned;
import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.failed;
import static dev.pawl.testkit.behaviour.Given.json;
import static dev.pawl.testkit.behaviour.Given.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.engine.run.DeferredResultException;
import dev.pawl.sdk.HandlerException;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiblingsTest {

  private static final String PARALLEL =
      """
      StartAt: Fan
      States:
        Fan:
          Type: Parallel
          Branches:
            - {StartAt: A, States: {A: {Type: Task, Resource: a, End: true}}}
            - {StartAt: B, States: {B: {Type: Task, Resource: b, End: true}}}
            - {StartAt: C, States: {C: {Type: Wait, Seconds: 60, End: true}}}
          Catch: [{ErrorEquals: [Caught], Next: Rescue}]
          End: true
        Rescue: {Type: Task, Resource: rescue, End: true}
      """;

  private static final String MAP =
      """
      StartAt: Each
      States:
        Each:
          Type: Map
          ItemProcessor:
            StartAt: Which
            States:
              Which:
                Type: Choice
                Choices:
                  - {Variable: $, StringEquals: a, Next: A}
                  - {Variable: $, StringEquals: b, Next: B}
                Default: C
              A: {Type: Task, Resource: a, End: true}
              B: {Type: Task, Resource: b, End: true}
              C: {Type: Wait, Seconds: 60, End: true}
          Catch: [{ErrorEquals: [Caught], Next: Rescue}]
          End: true
        Rescue: {Type: Task, Resource: rescue, End: true}
      """;

  private static final String GRAPH =
      """
      StartAt: Plan
      States:
        Plan:
          Type: Graph
          Nodes:
            A: {Type: Task, Resource: a}
            B: {Type: Task, Resource: b}
            C: {Type: Wait, Seconds: 60}
            D: {Type: Task, Resource: d, DependsOn: [A, B]}
          Catch: [{ErrorEquals: [Caught], Next: Rescue}]
          End: true
        Rescue: {Type: Task, Resource: rescue, End: true}
      """;

  private static FlowRun started(String definition) {
    return FlowRun.of(definition)
        .hanging("a")
        .hanging("b")
        .hanging("rescue")
        .start("[\"a\", \"b\", \"c\"]");
  }

  @ParameterizedTest
  @ValueSource(strings = {PARALLEL, MAP, GRAPH})
  void shouldCancelSiblingsOfAFailedChild(String definition) {
    FlowRun run = started(definition);
    StepId a = run.at("A");
    StepId c = run.at("C");

    AdvanceResult advanced = run.engine().apply(run.id(), failed(run.at("B"), 1, "Broken"));

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.error()).isEqualTo("Broken");
    assertThat(run.trace()).contains("A CANCELLED", "B FAILED", "C CANCELLED");
    assertThat(abandoned(advanced.commands())).containsExactly(a, c);
  }

  @ParameterizedTest
  @ValueSource(strings = {PARALLEL, MAP, GRAPH})
  void shouldIgnoreLateAnswersAndTimersOfCancelledSiblings(String definition) {
    FlowRun run = started(definition);
    StepId a = run.at("A");
    StepId b = run.at("B");

    run.apply(failed(b, 1, "Caught"));
    run.advance(Duration.ofSeconds(60));

    assertThat(run.apply(succeeded(a, 1, "\"late\""))).contains("the frame has ended");
    assertThat(run.apply(succeeded(b, 1, "\"late\""))).isPresent();
    assertThat(run.trace()).contains("Rescue RUNNING", "A CANCELLED", "C CANCELLED");

    run.succeed("Rescue", "\"saved\"");
    assertThat(run.output()).isEqualTo(json("\"saved\""));
  }

  @Test
  void shouldCancelNestedFramesOfASibling() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Fan
                States:
                  Fan:
                    Type: Parallel
                    Branches:
                      - StartAt: Each
                        States:
                          Each:
                            Type: Map
                            ItemProcessor:
                              StartAt: Deep
                              States: {Deep: {Type: Task, Resource: deep, End: true}}
                            End: true
                      - {StartAt: B, States: {B: {Type: Task, Resource: b, End: true}}}
                    End: true
                """)
            .hanging("deep")
            .hanging("b")
            .start("[1, 2]");

    AdvanceResult advanced = run.engine().apply(run.id(), failed(run.at("B"), 1, "Broken"));

    assertThat(run.trace())
        .containsExactly(
            "Fan FAILED", "Each CANCELLED", "Deep CANCELLED", "Deep CANCELLED", "B FAILED");
    assertThat(abandoned(advanced.commands())).hasSize(2);
  }

  @Test
  void shouldCancelASiblingThatBacksOff() {
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
                          A:
                            Type: Task
                            Resource: a
                            Retry: [{ErrorEquals: [Busy], IntervalSeconds: 60}]
                            End: true
                      - {StartAt: B, States: {B: {Type: Task, Resource: b, End: true}}}
                    End: true
                """)
            .handler("a", Given.failing("Busy"))
            .hanging("b")
            .start("{}");

    run.fail("B", "Broken", "").finish();

    assertThat(run.trace()).containsExactly("Fan FAILED", "A CANCELLED", "B FAILED");
    assertThat(run.calls("a")).hasSize(1);
  }

  @Test
  void shouldNotStartAStepCancelledAtTheSameTime() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Fan
                States:
                  Fan:
                    Type: Parallel
                    Branches:
                      - {StartAt: A, States: {A: {Type: Task, Resource: a, End: true}}}
                      - {StartAt: B, States: {B: {Type: Fail, Error: Broken}}}
                      - {StartAt: C, States: {C: {Type: Task, Resource: a, End: true}}}
                    End: true
                """)
            .handler("a", answering("1"))
            .start("{}")
            .finish();

    assertThat(run.error()).isEqualTo("Broken");
    assertThat(run.trace()).containsExactly("Fan FAILED", "A CANCELLED", "B FAILED");
    assertThat(run.calls("a")).isEmpty();
  }

  @Test
  void shouldCancelItemsOfADistributedMapThatRunAsExecutions() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemProcessor:
                      ProcessorConfig: {Mode: DISTRIBUTED}
                      StartAt: Work
                      States: {Work: {Type: Task, Resource: work, End: true}}
                    End: true
                """)
            .handler(
                "work",
                call -> {
                  if (call.input().equals(json("2"))) {
                    throw new HandlerException("Broken", "two");
                  }
                  throw new DeferredResultException();
                })
            .start("[1, 2, 3]")
            .finish();

    assertThat(run.cause()).contains("\"Error\":\"Broken\"");
    assertThat(run.engine().executions().stream().map(e -> e.status()))
        .containsExactly(Status.FAILED, Status.CANCELLED, Status.FAILED, Status.CANCELLED);
  }
}
