package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One execution in the simulated world: its in-memory state and what was observed of it. */
final class SimulatedExecution {

  final ExecutionId id;
  final Interpreter interpreter;
  final Optional<Parent> parent;

  /** All commands ever issued to the world. */
  final Set<CommandKey> asked = new HashSet<>();

  /** All facts observed from outside, independent of crashes. */
  final List<RecordedFact> facts = new ArrayList<>();

  final List<StepChange> lines = new ArrayList<>();
  final History history;
  final List<ExecutionInvariant> checks;

  Execution execution;

  /** The parent that waits for the end of this execution. */
  record Parent(ExecutionId id, Command.StartChild command) {

    /** Returns the fact that reports the end of the child. */
    Fact endFact(Execution child) {
      Outcome outcome =
          child
              .output()
              .<Outcome>map(Outcome.Succeeded::new)
              .orElseGet(() -> new Outcome.Failed(child.failure().orElseThrow()));
      return new Fact.ChildEnded(command.step(), command.index(), outcome);
    }
  }

  SimulatedExecution(
      ExecutionId id,
      Interpreter interpreter,
      Optional<Parent> parent,
      List<ExecutionInvariant> checks) {
    this.id = id;
    this.interpreter = interpreter;
    this.parent = parent;
    this.checks = checks;
    this.history = new History(id);
    this.execution = Execution.notStarted(id);
  }

  void observe(Execution before, RecordedFact recorded, AdvanceResult advanced) {
    facts.add(recorded);
    lines.addAll(advanced.steps());
    history.add(recorded, advanced);
    checks.forEach(check -> check.after(before, recorded, advanced));
  }
}
