package dev.pawl.testkit;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Fluent assertions on a {@link FlowRun}. A failure reports what was expected, the status, output
 * or error of the execution, its steps, and the resources for which the test has no handler.
 *
 * <p>{@link #assertThat} can be imported beside the method of the same name of an assertion
 * library.
 */
public final class FlowAssert {

  private final FlowRun run;

  private FlowAssert(FlowRun run) {
    this.run = run;
  }

  public static FlowAssert assertThat(FlowRun run) {
    return new FlowAssert(run);
  }

  /** Asserts that the execution succeeded. */
  public FlowAssert succeeded() {
    return hasStatus(Status.SUCCEEDED);
  }

  /** Asserts that the execution failed. */
  public FlowAssert failed() {
    return hasStatus(Status.FAILED);
  }

  /** Asserts that the execution failed with an error of that name. */
  public FlowAssert failedWith(String error) {
    return failed().error(error);
  }

  /** Asserts that the execution exceeded its own timeout. */
  public FlowAssert timedOut() {
    return hasStatus(Status.TIMED_OUT);
  }

  /** Asserts that the execution was cancelled. */
  public FlowAssert cancelled() {
    return hasStatus(Status.CANCELLED);
  }

  /** Asserts that the execution is paused. */
  public FlowAssert paused() {
    return hasStatus(Status.PAUSED);
  }

  /**
   * Asserts that the execution has not ended: it waits for time, a person, an event or a handler.
   */
  public FlowAssert waiting() {
    return check(!run.execution().status().isTerminal(), "expected the execution to wait");
  }

  /** Asserts that the execution has not ended and that a step of that state is waiting. */
  public FlowAssert waitingAt(String state) {
    waiting();
    step(state).running();
    return this;
  }

  private FlowAssert hasStatus(Status status) {
    return check(
        run.execution().status() == status, "expected the execution to be %s", status.name());
  }

  /** Asserts that the execution has this error name. */
  public FlowAssert error(String name) {
    return check(run.error().equals(name), "expected the error %s", name);
  }

  /** Asserts that the cause of the execution's error contains that text. */
  public FlowAssert cause(String text) {
    return check(run.cause().contains(text), "expected a cause that contains '%s'", text);
  }

  /**
   * Asserts that the output of the execution equals this value.
   *
   * @param json as JSON text; the order of members and the form of numbers do not matter
   */
  public FlowAssert output(String json) {
    Json expected = JsonText.parse(json);
    return check(
        run.execution().output().equals(Optional.of(expected)), "expected the output %s", expected);
  }

  /** Asserts that the output of the execution passes the assertions of the caller. */
  public FlowAssert outputSatisfies(Consumer<Json> requirements) {
    succeeded();
    requirements.accept(run.output());
    return this;
  }

  /**
   * Asserts that the execution entered exactly these states, in this order. A state that was
   * entered again is named again; the states of child executions are not counted.
   */
  public FlowAssert visited(String... states) {
    return check(
        visits().equals(List.of(states)), "expected visits to %s", Arrays.toString(states));
  }

  /**
   * Asserts that the execution entered these states in this order, possibly with others between
   * them.
   */
  public FlowAssert visitedInOrder(String... states) {
    int found = 0;
    for (String visit : visits()) {
      if (found < states.length && visit.equals(states[found])) {
        found++;
      }
    }
    return check(
        found == states.length, "expected visits to %s, in this order", Arrays.toString(states));
  }

  /** Asserts that the execution never entered any of these states. */
  public FlowAssert neverVisited(String... states) {
    for (String state : states) {
      check(!visits().contains(state), "expected no visit to %s", state);
    }
    return this;
  }

  private List<String> visits() {
    return run.history().seen().stream().map(seen -> seen.first().place().state()).toList();
  }

  /** Returns assertions on the last visit to a state. */
  public StepAssert step(String state) {
    Optional<StepChange> last =
        run.steps().stream()
            .filter(step -> step.place().state().equals(state))
            .reduce((earlier, later) -> later);
    check(last.isPresent(), "expected a visit to %s", state);
    return new StepAssert(this, run, last.orElseThrow());
  }

  /**
   * Asserts that the handler of a resource was called that many times, by this execution and its
   * children.
   */
  public FlowAssert called(String resource, int times) {
    int calls = run.calls(resource).size();
    return check(calls == times, "expected %d calls of %s, not %d", times, resource, calls);
  }

  /**
   * Asserts that the handler of a resource was called with exactly these inputs, in this order.
   *
   * @param inputs as JSON text, one for each call
   */
  public FlowAssert calledWith(String resource, String... inputs) {
    List<Json> expected = Arrays.stream(inputs).map(JsonText::parse).toList();
    List<Json> actual = run.calls(resource).stream().map(called -> called.call().input()).toList();
    return check(
        actual.equals(expected),
        "expected calls of %s with %s, not %s",
        resource,
        expected,
        actual);
  }

  FlowAssert check(boolean holds, String expectation, Object... values) {
    if (!holds) {
      throw new AssertionError(expectation.formatted(values) + "\n" + report());
    }
    return this;
  }

  private String report() {
    StringBuilder text = new StringBuilder("but it is ").append(run.execution().status());
    run.execution().output().ifPresent(output -> text.append(" with output ").append(output));
    run.execution().failure().map(Failure::toJson).ifPresent(e -> text.append(" with ").append(e));
    text.append("\nsteps:");
    run.history().steps().forEach(step -> text.append("\n  ").append(line(step)));
    if (!run.missingHandlers().isEmpty()) {
      text.append("\nno handler for: ").append(String.join(", ", run.missingHandlers()));
    }
    return text.toString();
  }

  private String line(StepChange step) {
    int attempts = run.history().attempts(step.id()).size();
    String failure = step.result().failure().map(f -> " " + f.toJson()).orElse("");
    return step.place().state()
        + " "
        + step.status()
        + (attempts > 1 ? " after " + attempts + " attempts" : "")
        + failure;
  }
}
