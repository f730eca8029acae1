package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static dev.pawl.testkit.behaviour.Given.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.HandlerException;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryTest {

  private static final String WORK =
      """
      StartAt: Work
      States:
        Work:
          Type: Task
          Resource: work
          Retry: [%s]
          Catch: [{ErrorEquals: [Final], Next: Rescue, ResultPath: $.error}]
          End: true
        Rescue: {Type: Pass, End: true}
      """;

  private static FlowRun flow(String retriers) {
    return FlowRun.of(WORK.formatted(retriers));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                                            | 0 1 3 7",
        "IntervalSeconds: 2                                          | 0 2 6 14",
        "IntervalSeconds: 3, MaxAttempts: 4, BackoffRate: 1.5        | 0 3 7.5 14.25 24.375",
        "IntervalSeconds: 2, MaxAttempts: 5, MaxDelaySeconds: 5      | 0 2 6 11 16 21",
        "IntervalSeconds: 2, BackoffRate: 1                          | 0 2 4 6",
        "IntervalSeconds: 2, MaxAttempts: 4, BackoffStrategy: LINEAR | 0 2 6 12 20",
        "IntervalSeconds: 2, MaxAttempts: 4, BackoffStrategy: FIXED  | 0 2 4 6 8",
        "IntervalSeconds: 2, MaxDelaySeconds: 3, BackoffStrategy: LINEAR | 0 2 5 8",
        "MaxAttempts: 0                                              | 0",
        "MaxAttempts: 1                                              | 0 1",
      })
  void shouldWaitBetweenAttempts(String backoff, String expected) {
    String options = backoff == null ? "" : ", " + backoff;
    FlowRun run =
        flow("{ErrorEquals: [Busy]" + options + "}").handler("work", failing("Busy")).start("{}");

    run.finish();

    assertThat(seconds(run, "work"))
        .isEqualTo(Stream.of(expected.split(" ")).map(Double::valueOf).toList());
    assertThat(run.error()).isEqualTo("Busy");
  }

  @Test
  void shouldSpreadDelaysWithinFullJitter() {
    FlowRun run =
        flow("{ErrorEquals: [Busy], IntervalSeconds: 10, MaxAttempts: 30, BackoffRate: 1,"
                + " JitterStrategy: FULL}")
            .handler("work", failing("Busy"))
            .start("{}");

    run.finish();

    List<Double> at = seconds(run, "work");
    assertThat(at).hasSize(31);
    List<Double> delays = IntStream.range(1, 31).mapToObj(i -> at.get(i) - at.get(i - 1)).toList();
    assertThat(delays).allSatisfy(delay -> assertThat(delay).isBetween(0.0, 10.0));
    assertThat(delays).anySatisfy(delay -> assertThat(delay).isLessThan(3.0));
    assertThat(delays).anySatisfy(delay -> assertThat(delay).isGreaterThan(7.0));
  }

  @Test
  void shouldDrawTheSameJitterForTheSameExecution() {
    String retrier =
        "{ErrorEquals: [Busy], IntervalSeconds: 60, MaxAttempts: 5, JitterStrategy: FULL}";
    FlowRun one = flow(retrier).handler("work", failing("Busy")).start("{}");
    FlowRun other = flow(retrier).handler("work", failing("Busy")).start("{}");

    one.finish();
    other.advance(Duration.ofSeconds(1)).crash().finish();

    assertThat(one.id()).isEqualTo(other.id());
    assertThat(one.execution()).isEqualTo(other.execution());
    assertThat(one.now()).isEqualTo(other.now());
  }

  @Test
  void shouldCountTheAttemptsOfEachRetrierForItself() {
    Iterator<String> errors = List.of("A", "B", "A", "B", "B", "A").iterator();
    FlowRun run =
        flow("{ErrorEquals: [A], IntervalSeconds: 1, MaxAttempts: 2},"
                + " {ErrorEquals: [B], IntervalSeconds: 10, MaxAttempts: 3}")
            .handler(
                "work",
                call -> {
                  throw new HandlerException(errors.next(), "");
                })
            .start("{}");

    run.finish();

    assertThat(seconds(run, "work")).containsExactly(0.0, 1.0, 11.0, 13.0, 33.0, 73.0);
    assertThat(run.error()).isEqualTo("A");
  }

  @Test
  void shouldNotUseALaterRetrierWhenTheFirstIsExhausted() {
    FlowRun run =
        flow("{ErrorEquals: [Busy], MaxAttempts: 1}, {ErrorEquals: [States.ALL], MaxAttempts: 5}")
            .handler("work", failing("Busy"))
            .start("{}");

    run.finish();

    assertThat(run.calls("work")).hasSize(2);
  }

  @Test
  void shouldCatchTheErrorAfterTheLastRetry() {
    FlowRun run =
        flow("{ErrorEquals: [States.ALL], MaxAttempts: 2}")
            .handler("work", failing("Final"))
            .start("{\"a\": 1}");

    run.finish();

    assertThat(run.calls("work")).hasSize(3);
    assertThat(run.output())
        .isEqualTo(json("{\"a\": 1, \"error\": {\"Error\": \"Final\", \"Cause\": \"as ever\"}}"));
  }

  @Test
  void shouldCatchAtOnceErrorsWithoutAMatchingRetrier() {
    FlowRun run = flow("{ErrorEquals: [Busy]}").handler("work", failing("Final")).start("{}");

    assertThat(run.calls("work")).hasSize(1);
    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
  }

  @Test
  void shouldPassTheAttemptToTheHandlerUnderTheSameKey() {
    FlowRun run = flow("{ErrorEquals: [Busy]}").handler("work", failing("Busy", 2)).start("{}");

    run.finish();

    assertThat(run.calls("work")).extracting(c -> c.call().attempt()).containsExactly(1, 2, 3);
    assertThat(run.calls("work")).extracting(c -> c.call().idempotencyKey()).hasSize(3);
    assertThat(run.calls("work").stream().map(c -> c.call().idempotencyKey()).distinct())
        .hasSize(1);
  }

  @Test
  void shouldContainTheRetryCountInTheContext() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    Parameters: {"count.$": "$$.State.RetryCount"}
                    Retry: [{ErrorEquals: [Busy]}]
                    End: true
                """)
            .handler("work", failing("Busy", 2))
            .start("{}");

    run.finish();

    assertThat(run.output()).isEqualTo(json("{\"count\": 2}"));
  }

  @Test
  void shouldBePendingBetweenAttempts() {
    FlowRun run =
        flow("{ErrorEquals: [Busy], IntervalSeconds: 60}")
            .handler("work", failing("Busy"))
            .start("{}");

    assertThat(run.trace()).containsExactly("Work PENDING");

    run.finish();
    assertThat(run.lines())
        .extracting(line -> line.status())
        .containsExactly(
            StepStatus.RUNNING,
            StepStatus.PENDING,
            StepStatus.RUNNING,
            StepStatus.PENDING,
            StepStatus.RUNNING,
            StepStatus.PENDING,
            StepStatus.RUNNING,
            StepStatus.FAILED);
  }

  @Test
  void shouldRestartTheCountOnTheNextVisit() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    Retry: [{ErrorEquals: [Busy], MaxAttempts: 1}]
                    Catch: [{ErrorEquals: [Busy], Next: Again}]
                    End: true
                  Again: {Type: Wait, Seconds: 10, Next: Work}
                """)
            .handler("work", failing("Busy", 3))
            .start("{}");

    run.finish();

    assertThat(seconds(run, "work")).containsExactly(0.0, 1.0, 11.0, 12.0);
    assertThat(run.calls("work")).extracting(c -> c.call().attempt()).containsExactly(1, 2, 1, 2);
    assertThat(run.calls("work").stream().map(c -> c.call().idempotencyKey()).distinct())
        .hasSize(2);
  }

  @Test
  void shouldRetryAParallelAsAWholeUnderNewKeys() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Fan
                States:
                  Fan:
                    Type: Parallel
                    Retry: [{ErrorEquals: [Busy], IntervalSeconds: 5}]
                    Branches:
                      - {StartAt: A, States: {A: {Type: Task, Resource: a, End: true}}}
                      - {StartAt: B, States: {B: {Type: Task, Resource: b, End: true}}}
                    End: true
                """)
            .handler("a", Given.answering("\"a\""))
            .handler("b", failing("Busy", 1))
            .start("{}");

    run.finish();

    assertThat(run.output()).isEqualTo(json("[\"a\", {}]"));
    assertThat(seconds(run, "a")).containsExactly(0.0, 5.0);
    assertThat(run.calls("a")).extracting(c -> c.call().attempt()).containsExactly(1, 1);
    assertThat(run.calls("a").stream().map(c -> c.call().idempotencyKey()).distinct()).hasSize(2);
  }

  @Test
  void shouldRetryDataErrorsWithoutCallingTheHandler() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    Parameters: {"x.$": "States.MathAdd($.text, 1)"}
                    Retry: [{ErrorEquals: [States.IntrinsicFailure], IntervalSeconds: 5}]
                    End: true
                """)
            .handler("work", Given.echo())
            .start("{\"text\": \"x\"}");
    var start = run.now();

    run.finish();

    assertThat(run.error()).isEqualTo("States.IntrinsicFailure");
    assertThat(run.calls("work")).isEmpty();
    assertThat(run.now()).isEqualTo(start.plusSeconds(5 + 10 + 20));
  }

  @Test
  void shouldContinueARetryDelayAfterACrash() {
    FlowRun run =
        flow("{ErrorEquals: [Busy], IntervalSeconds: 10}")
            .handler("work", failing("Busy", 1))
            .start("{}");

    run.advance(Duration.ofSeconds(4)).crash().finish();

    assertThat(seconds(run, "work")).containsExactly(0.0, 10.0);
  }
}
