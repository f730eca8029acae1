package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The history keeps every attempt of a step, not only the last one. */
class StepAttemptsTest {

  private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));
  private static final Instant START = Instant.parse("2026-01-31T09:30:00Z");
  private static final StepId DO = new StepId(FrameId.ROOT, 1);

  private final Interpreter interpreter =
      new Interpreter(
          Definitions.read(
                  """
                  StartAt: Do
                  States:
                    Do:
                      Type: Task
                      Resource: charge
                      Retry:
                        - {ErrorEquals: [Busy], IntervalSeconds: 60, BackoffRate: 1, MaxAttempts: 2000}
                      End: true
                  """)
              .flow()
              .orElseThrow());
  private final List<RecordedFact> facts = new ArrayList<>();

  @Test
  void shouldShowEveryAttemptWithItsErrorItsTimesAndItsStackTrace() {
    apply(0, new Fact.Started("flow", "name", JsonObject.EMPTY, JsonObject.EMPTY));
    apply(5, failed(1, 2, "first trace"));
    apply(65, new Fact.TimerFired(DO, 2));
    apply(70, failed(2, 66, "second trace"));
    apply(130, new Fact.TimerFired(DO, 3));
    apply(135, new Fact.TaskSucceeded(DO, 3, Json.of(7), timing(131, 135)));

    History history = history();

    assertThat(history.attempts(DO))
        .containsExactly(
            attempt(1, StepStatus.FAILED, 2, 5, "first trace"),
            attempt(2, StepStatus.FAILED, 66, 70, "second trace"),
            new StepAttempt(
                3,
                StepStatus.SUCCEEDED,
                at(131),
                Optional.of(at(135)),
                Optional.empty(),
                Fact.FailureDetails.NONE,
                List.of()));
    assertThat(history.step(DO).orElseThrow().status()).isEqualTo(StepStatus.SUCCEEDED);
  }

  @Test
  void shouldExplainWhenAStepIsRetried() {
    apply(0, new Fact.Started("flow", "name", JsonObject.EMPTY, JsonObject.EMPTY));
    apply(5, failed(1, 2, "trace"));

    History history = history();

    assertThat(history.attempts(DO)).hasSize(1);
    assertThat(history.step(DO).orElseThrow().status()).isEqualTo(StepStatus.PENDING);
    assertThat(NextAttempts.of(history.execution()).at(DO)).contains(at(65));
  }

  @Test
  void shouldReportWhenARequestedAttemptStarted() {
    apply(3, new Fact.Started("flow", "name", JsonObject.EMPTY, JsonObject.EMPTY));

    assertThat(history().attempts(DO)).containsExactly(StepAttempt.started(1, at(3)));
    assertThat(NextAttempts.of(history().execution()).at(DO)).isEmpty();
  }

  @Test
  void shouldEndTheAttemptThatIsCancelled() {
    apply(0, new Fact.Started("flow", "name", JsonObject.EMPTY, JsonObject.EMPTY));
    apply(9, new Fact.Cancelled("enough", false));

    assertThat(history().attempts(DO))
        .extracting(StepAttempt::status, attempt -> attempt.endedAt().orElseThrow())
        .containsExactly(tuple(StepStatus.CANCELLED, at(9)));
  }

  @Test
  void shouldKeepStackTracesOfTheNewestAttemptsOnly() {
    apply(0, new Fact.Started("flow", "name", JsonObject.EMPTY, JsonObject.EMPTY));
    for (int number = 1; number <= 1_005; number++) {
      apply(number * 100, failed(number, number * 100 - 1, "trace " + number));
      apply(number * 100 + 60, new Fact.TimerFired(DO, number + 1));
    }

    List<StepAttempt> attempts = history().attempts(DO);

    assertThat(attempts).hasSize(AttemptLog.MAX_ATTEMPTS);
    assertThat(attempts.getLast().number()).isEqualTo(1_006);
    assertThat(attempts.getFirst().failure()).isPresent();
    assertThat(attempts.stream().filter(one -> one.details().stackTrace().isPresent()))
        .extracting(StepAttempt::number)
        .hasSizeBetween(AttemptLog.MAX_STACK_TRACES - 1, AttemptLog.MAX_STACK_TRACES)
        .last()
        .isEqualTo(1_005);
  }

  @Test
  void shouldPrintTheTimesOfAStepWithEachLine() {
    History history = new History(ID);
    apply(0, new Fact.Started("flow", "name", JsonObject.EMPTY, JsonObject.EMPTY));
    apply(5, failed(1, 2, "trace"));
    apply(65, new Fact.TimerFired(DO, 2));
    apply(70, new Fact.TaskSucceeded(DO, 2, Json.of(7), timing(65, 70)));

    List<History.StepEntry> lines = new ArrayList<>();
    for (RecordedFact fact : facts) {
      lines.addAll(history.follow(fact, interpreter.advance(history.execution(), fact)));
    }

    assertThat(lines).extracting(History.StepEntry::startedAt).containsOnly(at(0));
    assertThat(lines)
        .extracting(line -> line.step().status(), History.StepEntry::endedAt)
        .containsExactly(
            tuple(StepStatus.RUNNING, Optional.empty()),
            tuple(StepStatus.PENDING, Optional.empty()),
            tuple(StepStatus.RUNNING, Optional.empty()),
            tuple(StepStatus.SUCCEEDED, Optional.of(at(70))));
  }

  private static StepAttempt attempt(
      int number, StepStatus status, int started, int ended, String trace) {
    return new StepAttempt(
        number,
        status,
        at(started),
        Optional.of(at(ended)),
        Optional.of(Failure.of("Busy", "attempt " + number)),
        new Fact.FailureDetails(Optional.of(trace), Optional.of("w1")),
        List.of());
  }

  private Fact failed(int attempt, int started, String trace) {
    return new Fact.TaskFailed(
        DO,
        attempt,
        Failure.of("Busy", "attempt " + attempt),
        timing(started, started + 1),
        new Fact.FailureDetails(Optional.of(trace), Optional.of("w1")));
  }

  private static Fact.Timing timing(int from, int to) {
    return new Fact.Timing(at(from), Duration.ofSeconds(to - from));
  }

  private static Instant at(int seconds) {
    return START.plusSeconds(seconds);
  }

  private void apply(int seconds, Fact fact) {
    facts.add(new RecordedFact(facts.size() + 1, at(seconds), fact));
  }

  private History history() {
    return History.of(interpreter, ID, facts);
  }
}
