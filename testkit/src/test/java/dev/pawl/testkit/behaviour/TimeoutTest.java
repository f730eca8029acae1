package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.json;
import static dev.pawl.testkit.behaviour.Given.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.engine.TaskToken;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeoutTest {

  private static final String WORK =
      """
      StartAt: Work
      States:
        Work:
          Type: Task
          Resource: work.waitForTaskToken
          TimeoutSeconds: 60
          HeartbeatSeconds: 10
          Parameters: {"token.$": "$$.Task.Token"}
          Catch: [{ErrorEquals: [%s], Next: Rescue}]
          End: true
        Rescue: {Type: Pass, End: true}
      """;

  private static FlowRun working(String caught) {
    return FlowRun.of(WORK.formatted(caught)).hanging("work.waitForTaskToken").start("{}");
  }

  private static TaskToken token(FlowRun run) {
    return TaskToken.parse(
        run.calls("work.waitForTaskToken").getLast().call().taskToken().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"States.HeartbeatTimeout", "States.Timeout", "States.ALL"})
  void shouldCatchAMissedHeartbeatAsATimeout(String name) {
    FlowRun run = working(name);
    Instant start = run.now();

    run.finish();

    assertThat(run.output()).isEqualTo(json("{\"Error\": \"States.Timeout\", \"Cause\": \"\"}"));
    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(Given.last(run, "Work").at()).isEqualTo(start.plusSeconds(10));
  }

  @Test
  void shouldKeepTheCauseThatAHandlerGivesForATimeout() {
    FlowRun run =
        FlowRun.of(WORK.formatted("States.Timeout").replace(".waitForTaskToken", ""))
            .handler("work", Given.failing("States.Timeout"))
            .start("{}");

    assertThat(run.output().get("Cause")).contains(json("\"as ever\""));
  }

  @Test
  void shouldCatchTheTimeoutOfATaskInABranchWithAnEmptyCause() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Fan
                States:
                  Fan:
                    Type: Parallel
                    Branches:
                      - StartAt: Work
                        States:
                          Work: {Type: Task, Resource: work, TimeoutSeconds: 5, End: true}
                    Catch: [{ErrorEquals: [States.Timeout], Next: Rescue}]
                    End: true
                  Rescue: {Type: Pass, End: true}
                """)
            .hanging("work")
            .start("{}")
            .finish();

    assertThat(run.output()).isEqualTo(json("{\"Error\": \"States.Timeout\", \"Cause\": \"\"}"));
  }

  @Test
  void shouldFailWithATimeoutWhereAMissedHeartbeatIsNotCaught() {
    FlowRun run = working("Other").finish();

    assertThat(run.error()).isEqualTo("States.Timeout");
    assertThat(run.cause()).isEqualTo("no heartbeat within 10 seconds");
    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void shouldBeKeptAliveByHeartbeatsUntilTheTimeout() {
    FlowRun run = working("States.Timeout");
    Instant start = run.now();

    for (int i = 0; i < 7; i++) {
      run.advance(Duration.ofSeconds(9));
      run.engine().heartbeat(token(run));
    }

    assertThat(run.output()).isEqualTo(json("{\"Error\": \"States.Timeout\", \"Cause\": \"\"}"));
    assertThat(Given.last(run, "Work").result().failure().orElseThrow().cause())
        .contains("no answer within 60 seconds");
    assertThat(Given.last(run, "Work").at()).isEqualTo(start.plusSeconds(60));
  }

  @Test
  void shouldTimeOutAfterTheHeartbeatIntervalOfTheState() {
    FlowRun run = working("States.HeartbeatTimeout");
    Instant start = run.now();

    run.advance(Duration.ofSeconds(7));
    run.engine().heartbeat(token(run));
    run.finish();

    assertThat(Given.last(run, "Work").at()).isEqualTo(start.plusSeconds(17));
  }

  @Test
  void shouldNotTimeOutAnAnsweredCall() {
    FlowRun run = working("States.ALL");

    run.advance(Duration.ofSeconds(9));
    run.engine().succeed(token(run), json("{\"done\": true}"));
    run.finish();

    assertThat(run.output()).isEqualTo(json("{\"done\": true}"));
    assertThat(run.trace()).containsExactly("Work SUCCEEDED");
  }

  @Test
  void shouldIgnoreAnAnswerAfterTheTimeout() {
    FlowRun run = working("Other");
    StepId step = run.at("Work");
    run.finish();

    assertThat(run.apply(succeeded(step, 1, "1"))).contains("the execution has ended");
    assertThat(run.error()).isEqualTo("States.Timeout");
  }

  @Test
  void shouldTakeTimeoutsFromPaths() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work: {Type: Task, Resource: work, TimeoutSecondsPath: $.limit, End: true}
                """)
            .hanging("work")
            .start("{\"limit\": 5}");
    Instant start = run.now();

    run.finish();

    assertThat(run.error()).isEqualTo("States.Timeout");
    assertThat(run.now()).isEqualTo(start.plusSeconds(5));
  }

  @Test
  void shouldTimeOutEachAttemptSeparately() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    TimeoutSeconds: 5
                    Retry: [{ErrorEquals: [States.Timeout], IntervalSeconds: 1, MaxAttempts: 1}]
                    End: true
                """)
            .hanging("work")
            .start("{}");
    Instant start = run.now();

    run.finish();

    assertThat(Given.seconds(run, "work")).containsExactly(0.0, 6.0);
    assertThat(run.now()).isEqualTo(start.plusSeconds(11));
  }

  @Test
  void shouldTimeOutTheExecution() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Nap
                TimeoutSeconds: 30
                States:
                  Nap: {Type: Wait, Seconds: 31, End: true}
                """)
            .start("{}");
    Instant start = run.now();

    run.advance(Duration.ofSeconds(30));

    assertThat(run.execution().status()).isEqualTo(Status.TIMED_OUT);
    assertThat(run.error()).isEqualTo("States.Timeout");
    assertThat(run.trace()).containsExactly("Nap CANCELLED");
    assertThat(run.now()).isEqualTo(start.plusSeconds(30));
  }

  @Test
  void shouldNotCatchTheTimeoutOfTheExecution() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                TimeoutSeconds: 30
                States:
                  Work:
                    Type: Task
                    Resource: work
                    Catch: [{ErrorEquals: [States.ALL], Next: Rescue}]
                    End: true
                  Rescue: {Type: Pass, End: true}
                """)
            .hanging("work")
            .start("{}");

    run.finish();

    assertThat(run.execution().status()).isEqualTo(Status.TIMED_OUT);
    assertThat(run.trace()).containsExactly("Work CANCELLED");
  }

  @Test
  void shouldKeepTheDeadlineOfTheExecutionOverACrash() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                TimeoutSeconds: 30
                States:
                  Work: {Type: Task, Resource: work, TimeoutSeconds: 25, End: true}
                """)
            .hanging("work")
            .start("{}");
    Instant start = run.now();

    run.advance(Duration.ofSeconds(20)).crash().finish();

    assertThat(run.execution().status()).isEqualTo(Status.TIMED_OUT);
    assertThat(Given.last(run, "Work").at()).isEqualTo(start.plusSeconds(30));
  }

  @Test
  void shouldRestartTheTimeoutOfAStepAfterACrash() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work: {Type: Task, Resource: work, TimeoutSeconds: 25, End: true}
                """)
            .hanging("work")
            .start("{}");
    Instant start = run.now();

    run.advance(Duration.ofSeconds(20)).crash().finish();

    assertThat(run.error()).isEqualTo("States.Timeout");
    assertThat(Given.last(run, "Work").at()).isEqualTo(start.plusSeconds(45));
  }
}
