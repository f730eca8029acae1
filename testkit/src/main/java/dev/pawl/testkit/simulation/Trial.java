package dev.pawl.testkit.simulation;

import java.util.List;
import java.util.Optional;

/** One run of a scenario, to its end or to the first fault. */
record Trial(List<Life> lives, Optional<Violation> fault) {

  static Trial of(World world) {
    try {
      return new Trial(world.run(), Optional.empty());
    } catch (RuntimeException e) {
      return new Trial(world.lives(), Optional.of(fault(e)));
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

  /** What is wrong if this must be the same as another run of the scenario. */
  Optional<Counterexample> otherThan(Trial plain, Scenario scenario) {
    try {
      rethrow();
      same(plain.lives, lives);
      return Optional.empty();
    } catch (Violation e) {
      return Optional.of(new Counterexample(scenario, e, lives));
    }
  }

  /** What is wrong if it must end as foretold. */
  Optional<Counterexample> otherThanForetold(Scenario scenario) {
    try {
      rethrow();
      Oracle.verdict(scenario).ifPresent(end -> Oracle.compare(end, lives.getFirst().execution));
      return Optional.empty();
    } catch (Violation e) {
      return Optional.of(new Counterexample(scenario, e, lives));
    }
  }

  private static void same(List<Life> plain, List<Life> crashed) {
    if (plain.size() != crashed.size()) {
      throw new Violation(
          "crashes change nothing", crashed.size() + " executions instead of " + plain.size());
    }
    for (int i = 0; i < plain.size(); i++) {
      Life one = plain.get(i);
      Life other = crashed.get(i);
      same(one.facts, other.facts);
      same(one.lines, other.lines);
      same(one.execution, other.execution);
    }
  }

  private static void same(Object one, Object other) {
    if (!one.equals(other)) {
      throw new Violation("crashes change nothing", Difference.between(one, other));
    }
  }
}
