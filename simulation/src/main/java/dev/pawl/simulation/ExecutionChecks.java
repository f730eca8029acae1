package dev.pawl.simulation;

import dev.pawl.engine.ExecutionId;
import java.util.List;

/** All checks of one execution, and the coverage over all executions. */
final class ExecutionChecks {

  private final TransitionCoverage coverage;

  ExecutionChecks(TransitionCoverage coverage) {
    this.coverage = coverage;
  }

  List<ExecutionInvariant> of(ExecutionId id, Scenario scenario) {
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
