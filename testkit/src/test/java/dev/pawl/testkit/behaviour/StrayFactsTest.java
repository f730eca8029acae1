package dev.pawl.testkit.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.StepId;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Facts about unknown steps and frames are accepted and have no effect. */
class StrayFactsTest {

  private static final String FAN =
      """
      StartAt: Fan
      States:
        Fan:
          Type: Map
          End: true
          ItemProcessor:
            ProcessorConfig: {Mode: DISTRIBUTED, ExecutionType: STANDARD}
            StartAt: Work
            States:
              Work: {Type: Task, Resource: never, End: true}
      """;

  @ParameterizedTest
  @MethodSource
  void shouldIgnoreFactsAboutUnknownSteps(Fact stray) {
    FlowRun run = FlowRun.of(FAN).start("[1, 2]");

    assertThat(run.apply(stray)).isPresent();
    assertThat(run.execution().status().isTerminal()).isFalse();
  }

  static Stream<Fact> shouldIgnoreFactsAboutUnknownSteps() {
    StepId fan = new StepId(FrameId.ROOT, 1);
    Outcome outcome = new Outcome.Succeeded(Json.of(1));
    Fact.Timing timing = new Fact.Timing(Instant.EPOCH, Duration.ZERO);
    FrameId nowhere = FrameId.ROOT.child("Fan", 1, "x/y#%");
    return Stream.of(
        new Fact.TimerFired(StepId.EXECUTION, 0),
        new Fact.ChildEnded(fan, -1, outcome),
        new Fact.ChildEnded(fan, 2, outcome),
        new Fact.TaskSucceeded(fan, 1, Json.of(1), timing),
        new Fact.TaskSucceeded(new StepId(nowhere, 1), 1, Json.of(1), timing),
        new Fact.TaskSucceeded(new StepId(FrameId.COMPENSATION, 1), 1, Json.of(1), timing),
        new Fact.TimerFired(new StepId(FrameId.ROOT, -7), 1));
  }
}
