package dev.pawl.testkit;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records the lines of the history of all executions of a test, in the order of writing. */
final class RecordedSteps {

  private record Line(ExecutionId execution, StepChange step) {}

  private final List<Line> lines = new ArrayList<>();

  void add(ExecutionId execution, StepChange step) {
    lines.add(new Line(execution, step));
  }

  void clear() {
    lines.clear();
  }

  /** Returns the lines of one execution, in the order in which they were written. */
  List<StepChange> of(ExecutionId execution) {
    return lines.stream()
        .filter(line -> line.execution().equals(execution))
        .map(Line::step)
        .toList();
  }

  /** Returns the status of each step, such as {@code Pay SUCCEEDED}, in the order of entry. */
  List<String> trace(ExecutionId execution) {
    return current(execution).stream()
        .map(step -> step.place().state() + " " + step.status())
        .toList();
  }

  /** Returns the last line about each step, in the order of entry. */
  private List<StepChange> current(ExecutionId execution) {
    Map<StepId, StepChange> last = new LinkedHashMap<>();
    of(execution).forEach(line -> last.put(line.id(), line));
    return List.copyOf(last.values());
  }

  /**
   * Returns the step that a state is waiting at.
   *
   * @throws AssertionError if the state is not waiting
   */
  StepChange waiting(ExecutionId execution, String state) {
    return current(execution).stream()
        .filter(line -> line.place().state().equals(state))
        .filter(line -> line.status() == StepStatus.RUNNING || line.status() == StepStatus.PENDING)
        .reduce((earlier, later) -> later)
        .orElseThrow(
            () -> new AssertionError("no step waits at " + state + ": " + trace(execution)));
  }

  /**
   * Returns the last entry into a state.
   *
   * @throws AssertionError if the state was never entered
   */
  Fact.Entry entry(ExecutionId execution, String state) {
    return of(execution).reversed().stream()
        .filter(line -> line.place().state().equals(state))
        .findFirst()
        .map(
            line ->
                new Fact.Entry(
                    line.id().visit(), state, line.place().input(), line.place().variables()))
        .orElseThrow(() -> new AssertionError("no step was at " + state + ": " + trace(execution)));
  }
}
