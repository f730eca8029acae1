package dev.pawl.testkit.simulation;

import dev.pawl.engine.ExecutionId;
import java.util.List;

/** All checks of one execution, and what they have seen over all executions. */
final class Checks {

  private final Coverage coverage;

  Checks(Coverage coverage) {
    this.coverage = coverage;
  }

  List<Check> of(ExecutionId id, Scenario scenario) {
    return List.of(
        new ExecutionCheck(coverage),
        new CommandCheck(),
        new StepCheck(id, coverage),
        new OnceCheck(),
        new ForkCheck(scenario.document()),
        new VariableCheck(),
        new SagaCheck(scenario.document()),
        new EventCheck(scenario.document()));
  }
}
