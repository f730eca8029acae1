package dev.pawl.testkit;

import dev.pawl.engine.Failure;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepStatus;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.util.Optional;

/** Fluent assertions on one step of a {@link FlowRun}; {@link #and} returns to the execution. */
public final class StepAssert {

  private final FlowAssert execution;
  private final FlowRun run;
  private final StepChange step;

  StepAssert(FlowAssert execution, FlowRun run, StepChange step) {
    this.execution = execution;
    this.run = run;
    this.step = step;
  }

  /** Asserts that the step succeeded. */
  public StepAssert succeeded() {
    return hasStatus(StepStatus.SUCCEEDED);
  }

  /** Asserts that the step failed with an error of that name. */
  public StepAssert failedWith(String error) {
    hasStatus(StepStatus.FAILED);
    return check(
        step.result().failure().flatMap(Failure::error).equals(Optional.of(error)),
        "the error " + error);
  }

  /** Asserts that the step was skipped. */
  public StepAssert skipped() {
    return hasStatus(StepStatus.SKIPPED);
  }

  /** Asserts that the step was cancelled. */
  public StepAssert cancelled() {
    return hasStatus(StepStatus.CANCELLED);
  }

  /** Asserts that the step was undone by its compensation. */
  public StepAssert compensated() {
    return hasStatus(StepStatus.COMPENSATED);
  }

  /**
   * Asserts that the step was rolled back by a rewind or by a person who sent the execution back.
   */
  public StepAssert rolledBack() {
    return hasStatus(StepStatus.ROLLED_BACK);
  }

  /** Asserts that the step has not ended: it is running, waiting, or about to be retried. */
  public StepAssert running() {
    return check(
        step.status() == StepStatus.RUNNING || step.status() == StepStatus.PENDING,
        "to be RUNNING or PENDING");
  }

  /** Asserts that the step took that many attempts, the last one included. */
  public StepAssert attempts(int count) {
    return check(run.history().attempts(step.id()).size() == count, count + " attempts");
  }

  /**
   * Asserts that the step was entered with this input.
   *
   * @param json as JSON text
   */
  public StepAssert input(String json) {
    Json expected = JsonText.parse(json);
    return check(
        step.place().input().equals(expected),
        "the input " + expected + ", not " + step.place().input());
  }

  /**
   * Asserts that the step ended with this output, as the next state gets it.
   *
   * @param json as JSON text
   */
  public StepAssert output(String json) {
    Json expected = JsonText.parse(json);
    Optional<Json> actual = step.result().output();
    return check(
        actual.equals(Optional.of(expected)),
        "the output " + expected + ", not " + actual.map(Json::toString).orElse("none"));
  }

  /** Returns to the assertions on the execution. */
  public FlowAssert and() {
    return execution;
  }

  private StepAssert hasStatus(StepStatus status) {
    return check(step.status() == status, "to be " + status);
  }

  private StepAssert check(boolean holds, String expectation) {
    execution.check(holds, "expected of step %s: %s", step.place().state(), expectation);
    return this;
  }
}
