package dev.pawl.engine;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One attempt of a step, as the history shows it.
 *
 * @param number number of the attempt, from 1
 * @param status RUNNING, SUCCEEDED, FAILED, SKIPPED or CANCELLED
 * @param startedAt start of its work; the time of the request if that is unknown
 * @param failure its failure, if it failed
 * @param details stack trace and worker, if known
 * @param effects what its handler did outside
 */
public record StepAttempt(
    int number,
    StepStatus status,
    Instant startedAt,
    Optional<Instant> endedAt,
    Optional<Failure> failure,
    Fact.FailureDetails details,
    List<Fact.RecordedEffect> effects) {

  static StepAttempt begun(int number, Instant at) {
    return new StepAttempt(
        number,
        StepStatus.RUNNING,
        at,
        Optional.empty(),
        Optional.empty(),
        Fact.FailureDetails.NONE,
        List.of());
  }

  StepAttempt ended(
      StepStatus status,
      Instant startedAt,
      Instant endedAt,
      Optional<Failure> failure,
      Fact.FailureDetails details,
      List<Fact.RecordedEffect> effects) {
    return new StepAttempt(
        number, status, startedAt, Optional.of(endedAt), failure, details, effects);
  }

  StepAttempt withoutStackTrace() {
    return new StepAttempt(
        number,
        status,
        startedAt,
        endedAt,
        failure,
        new Fact.FailureDetails(Optional.empty(), details.worker()),
        effects);
  }
}
