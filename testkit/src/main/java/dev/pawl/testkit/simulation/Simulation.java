package dev.pawl.testkit.simulation;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.History;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.Retrial;
import dev.pawl.engine.Status;
import dev.pawl.model.Flow;
import dev.pawl.testkit.simulation.World.Memory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Runs random histories and checks what must hold. A history is one scenario: a flow and its world,
 * run without crashes, with crashes, and sometimes with crashes that lose calls under way.
 */
public final class Simulation {

  /** How many histories pay for the run that loses calls. */
  private static final int FORGETFUL = 4;

  private final Core core;
  private final Coverage coverage = new Coverage();
  private long decided;

  public Simulation() {
    this(Core.SOUND);
  }

  Simulation(Core core) {
    this.core = core;
  }

  /** Runs the histories of that many seeds; stops at the first that shows a fault. */
  public Optional<Counterexample> run(long firstSeed, long count) {
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      Scenario scenario = Scenario.of(seed);
      if (failure(scenario).isPresent()) {
        Scenario small = new Shrinking(this).shrink(scenario);
        return Optional.of(failure(small).orElseThrow());
      }
    }
    return Optional.empty();
  }

  /** Legal moves of executions and steps that no history took so far. */
  public Set<String> movesNotTaken() {
    return coverage.missing();
  }

  /** In how many histories the end was known beforehand and compared. */
  public long foretold() {
    return decided;
  }

  /** What is wrong with a scenario, if something is. */
  Optional<Counterexample> failure(Scenario scenario) {
    Flow flow = scenario.flow();
    Trial plain = tried(scenario.undisturbed(), Memory.SURVIVES, flow);
    try {
      plain.rethrow();
      plain.lives().forEach(this::folds);
      Optional<Oracle.Verdict> verdict = Oracle.verdict(scenario);
      decided += verdict.isPresent() ? 1 : 0;
      verdict.ifPresent(end -> Oracle.compare(end, plain.lives().getFirst().execution));
      plain.lives().forEach(this::canBeTriedAgain);
    } catch (RuntimeException e) {
      return Optional.of(new Counterexample(scenario.undisturbed(), Trial.fault(e), plain.lives()));
    }
    if (scenario.crashes().isEmpty()) {
      return Optional.empty();
    }
    return crashed(scenario, flow, plain);
  }

  private Optional<Counterexample> crashed(Scenario scenario, Flow flow, Trial plain) {
    Optional<Counterexample> other =
        tried(scenario, Memory.SURVIVES, flow).otherThan(plain, scenario);
    return other.isPresent() || scenario.seed() % FORGETFUL != 0
        ? other
        : tried(scenario, Memory.DIES_WITH_THE_ENGINE, flow).otherThanForetold(scenario);
  }

  private Trial tried(Scenario scenario, Memory memory, Flow flow) {
    Keeping keeping = new InMemoryKeeping(core, scenario.crashes(), false);
    return Trial.of(new World(scenario, memory, flow, core, new Checks(coverage), keeping));
  }

  /** Facts fold to the same execution, at once or in two parts. */
  private void folds(Life life) {
    List<Recorded> facts = life.facts;
    Execution whole = core.recover(life.interpreter, life.id, facts);
    if (!whole.equals(life.execution)) {
      throw new Violation(
          "facts fold to the same execution again", Difference.between(life.execution, whole));
    }
    int middle = facts.size() / 2;
    Execution first = core.recover(life.interpreter, life.id, facts.subList(0, middle));
    Execution parts = core.fold(life.interpreter, first, facts.subList(middle, facts.size()));
    if (!parts.equals(whole)) {
      throw new Violation("a fold can be interrupted", Difference.between(whole, parts));
    }
  }

  /** A failed execution can be taken up by another, which then stands where it stood. */
  private void canBeTriedAgain(Life life) {
    Status status = life.execution.status();
    if (!core.equals(Core.SOUND) || !status.isTerminal() || status == Status.SUCCEEDED) {
      return;
    }
    Instant later = World.START.plusSeconds(1_000_000);
    List<Recorded> copied = Retrial.fromTheFailure(life.interpreter, life.id, life.facts, later);
    List<Recorded> kept = copied.stream().filter(fact -> fact.at().isBefore(later)).toList();
    ExecutionId id = new ExecutionId(new UUID(life.id.value().getMostSignificantBits(), 2));
    History now = History.of(life.interpreter, id, kept);
    History then = History.of(life.interpreter, life.id, life.facts.subList(0, kept.size()));
    if (!now.steps().equals(then.steps())) {
      throw new Violation(
          "a failed execution can be tried again", Difference.between(then.steps(), now.steps()));
    }
  }

  /** For longer runs: {@code Simulation [--seed N] [--count N]}. */
  public static void main(String[] arguments) {
    long seed = 0;
    long count = 20_000;
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--seed" -> seed = Long.parseLong(arguments[i + 1]);
        case "--count" -> count = Long.parseLong(arguments[i + 1]);
        default -> throw new IllegalArgumentException("not known: " + arguments[i]);
      }
    }
    Simulation simulation = new Simulation();
    Optional<Counterexample> found = simulation.run(seed, count);
    if (found.isPresent()) {
      System.out.println(found.get());
      System.exit(1);
    }
    System.out.println(
        "%d histories from seed %d: nothing wrong; %d ends were foretold; moves not taken: %s"
            .formatted(count, seed, simulation.foretold(), simulation.movesNotTaken()));
  }
}
