package dev.pawl.simulation;

import java.util.List;
import java.util.Optional;

/** One run of a scenario, up to its end or its first violation. */
record SimulationRun(List<SimulatedExecution> lives, Optional<Violation> fault) {

  static SimulationRun of(SimulatedWorld world) {
    try {
      return new SimulationRun(world.run(), Optional.empty());
    } catch (RuntimeException e) {
      return new SimulationRun(world.executions(), Optional.of(fault(e)));
    }
  }

  static Violation fault(RuntimeException e) {
    if (e instanceof Violation violation) {
      return violation;
    }
    String place = e.getStackTrace().length > 0 ? " at " + e.getStackTrace()[0] : "";
    return new Violation("nothing throws", e + place);
  }

  void rethrow() {
    if (fault.isPresent()) {
      throw fault.get();
    }
  }

  /** Returns the difference from another run of the same scenario, if any. */
  Optional<Counterexample> differenceFrom(SimulationRun plain, Scenario scenario) {
    try {
      rethrow();
      same(plain.lives, lives);
      return Optional.empty();
    } catch (Violation e) {
      return Optional.of(new Counterexample(scenario, e, lives));
    }
  }

  /** Returns the difference from the oracle's prediction, if any. */
  Optional<Counterexample> differenceFromPrediction(Scenario scenario) {
    try {
      rethrow();
      Oracle.verdict(scenario).ifPresent(end -> Oracle.compare(end, lives.getFirst().execution));
      return Optional.empty();
    } catch (Violation e) {
      return Optional.of(new Counterexample(scenario, e, lives));
    }
  }

  private static void same(List<SimulatedExecution> plain, List<SimulatedExecution> crashed) {
    if (plain.size() != crashed.size()) {
      throw new Violation(
          "crashes change nothing", crashed.size() + " executions instead of " + plain.size());
    }
    for (int i = 0; i < plain.size(); i++) {
      SimulatedExecution one = plain.get(i);
      SimulatedExecution other = crashed.get(i);
      same(one.facts, other.facts);
      same(one.lines, other.lines);
      same(one.execution, other.execution);
    }
  }

  private static void same(Object one, Object other) {
    if (!one.equals(other)) {
      throw new Violation("crashes change nothing", TextDifference.between(one, other));
    }
  }
}
