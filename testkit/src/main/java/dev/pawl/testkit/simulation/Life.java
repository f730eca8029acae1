package dev.pawl.testkit.simulation;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One execution in the simulated world: what is in memory of it, and what was seen of it. */
final class Life {

  final ExecutionId id;
  final Interpreter interpreter;
  final Optional<Parent> parent;

  /** What the world has been asked for, ever. */
  final Set<CommandKey> asked = new HashSet<>();

  /** For the checks: all that was seen from outside, crashes or not. */
  final List<Recorded> facts = new ArrayList<>();

  final List<Step> lines = new ArrayList<>();
  final History history;
  final List<Check> checks;

  Execution execution;

  /** Who waits for the end of a child. */
  record Parent(ExecutionId id, Command.StartChild command) {

    /** What it learns of the end. */
    Fact told(Execution child) {
      Outcome outcome =
          child
              .output()
              .<Outcome>map(Outcome.Succeeded::new)
              .orElseGet(() -> new Outcome.Failed(child.failure().orElseThrow()));
      return new Fact.ChildEnded(command.step(), command.index(), outcome);
    }
  }

  Life(ExecutionId id, Interpreter interpreter, Optional<Parent> parent, List<Check> checks) {
    this.id = id;
    this.interpreter = interpreter;
    this.parent = parent;
    this.checks = checks;
    this.history = new History(id);
    this.execution = Execution.unborn(id);
  }

  void observe(Execution before, Recorded recorded, Advanced advanced) {
    facts.add(recorded);
    lines.addAll(advanced.steps());
    history.add(recorded, advanced);
    checks.forEach(check -> check.after(before, recorded, advanced));
  }
}
