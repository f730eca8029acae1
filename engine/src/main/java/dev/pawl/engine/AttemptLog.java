package dev.pawl.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The attempts of one step, folded from its history entries. Beyond a limit the oldest attempts are
 * dropped, and only the newest keep their stack traces.
 */
final class AttemptLog {

  static final int MAX_ATTEMPTS = 1_000;
  static final int MAX_STACK_TRACES = 20;

  private final List<StepAttempt> attempts = new ArrayList<>(1);

  /**
   * Adds a history entry of the step.
   *
   * @param fact the fact that caused the entry
   */
  void add(StepChange line, Fact fact) {
    switch (line.status()) {
      case RUNNING -> put(StepAttempt.started(line.place().attempt(), line.at()));
      // The step waits for its next attempt; the entry has the failure of the last one.
      case PENDING -> {
        if (line.result().failure().isPresent()) {
          end(line, StepStatus.FAILED, fact);
        }
      }
      case SUCCEEDED, FAILED -> end(line, line.status(), fact);
      case SKIPPED, CANCELLED -> close(line, line.status());
      case ROLLED_BACK -> close(line, StepStatus.CANCELLED);
      case COMPENSATED -> {}
    }
  }

  private void end(StepChange line, StepStatus status, Fact fact) {
    int number = line.place().attempt();
    StepAttempt attempt =
        isOpen(number) ? attempts.removeLast() : StepAttempt.started(number, line.at());
    Instant startedAt = attempt.startedAt();
    Fact.FailureDetails details = Fact.FailureDetails.NONE;
    List<Fact.RecordedEffect> effects = List.of();
    switch (fact) {
      case Fact.TaskSucceeded done when line.isAbout(done.step(), done.attempt()) -> {
        startedAt = startedAt(attempt, done.timing());
        effects = done.effects();
      }
      case Fact.TaskFailed failed when line.isAbout(failed.step(), failed.attempt()) -> {
        startedAt = startedAt(attempt, failed.timing());
        details = failed.details();
        effects = failed.effects();
      }
      default -> {}
    }
    put(
        attempt.ended(
            status,
            startedAt.isAfter(line.at()) ? line.at() : startedAt,
            line.at(),
            line.result().failure(),
            details,
            effects));
  }

  /** Returns the measured start; time-outs and other unmeasured outcomes have no duration. */
  private static Instant startedAt(StepAttempt attempt, Fact.Timing timing) {
    return timing.took().isZero() ? attempt.startedAt() : timing.startedAt();
  }

  private void close(StepChange line, StepStatus status) {
    if (isOpen(line.place().attempt())) {
      StepAttempt open = attempts.removeLast();
      put(
          open.ended(
              status,
              open.startedAt(),
              line.at(),
              line.result().failure(),
              Fact.FailureDetails.NONE,
              List.of()));
    }
  }

  private boolean isOpen(int number) {
    return !attempts.isEmpty()
        && attempts.getLast().number() == number
        && attempts.getLast().endedAt().isEmpty();
  }

  private void put(StepAttempt attempt) {
    if (isOpen(attempt.number())) {
      return; // a repeated request; the attempt started with the first one
    }
    attempts.add(attempt);
    int last = attempts.size() - 1 - MAX_STACK_TRACES;
    if (last >= 0) {
      attempts.set(last, attempts.get(last).withoutStackTrace());
    }
    if (attempts.size() > MAX_ATTEMPTS) {
      attempts.removeFirst();
    }
  }

  List<StepAttempt> attempts() {
    return List.copyOf(attempts);
  }
}
