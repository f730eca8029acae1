package dev.pawl.simulation;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.ExecutionRerun;
import dev.pawl.engine.History;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.model.Flow;
import dev.pawl.simulation.SimulatedWorld.Memory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Runs random histories and checks the invariants. A history is one scenario run without crashes,
 * with crashes, and sometimes with crashes that lose running calls.
 */
public final class Simulation {

  /** One in this many histories also runs with lost calls. */
  private static final int HISTORIES_PER_LOST_CALL_RUN = 4;

  private final EngineUnderTest core;
  private final TransitionCoverage coverage = new TransitionCoverage();
  private long decided;

  public Simulation() {
    this(EngineUnderTest.SOUND);
  }

  Simulation(EngineUnderTest core) {
    this.core = core;
  }

  /** Runs the histories of {@code count} seeds and stops at the first failure. */
  public Optional<Counterexample> run(long firstSeed, long count) {
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      Scenario scenario = Scenario.of(seed);
      if (failure(scenario).isPresent()) {
        Scenario small = new ScenarioMinimizer(this).shrink(scenario);
        return Optional.of(failure(small).orElseThrow());
      }
    }
    return Optional.empty();
  }

  /** Returns the legal transitions of executions and steps that no history has taken. */
  public Set<String> missingTransitions() {
    return coverage.missing();
  }

  /** Returns the number of histories whose end was predicted and compared. */
  public long predictedHistories() {
    return decided;
  }

  /** Returns the counterexample of a scenario, if it fails. */
  Optional<Counterexample> failure(Scenario scenario) {
    Flow flow = scenario.flow();
    SimulationRun plain = tried(scenario.undisturbed(), Memory.SURVIVES, flow);
    try {
      plain.rethrow();
      plain.lives().forEach(this::checkFold);
      Optional<Oracle.Verdict> verdict = Oracle.verdict(scenario);
      decided += verdict.isPresent() ? 1 : 0;
      verdict.ifPresent(end -> Oracle.compare(end, plain.lives().getFirst().execution));
      plain.lives().forEach(this::checkRerun);
    } catch (RuntimeException e) {
      return Optional.of(
          new Counterexample(scenario.undisturbed(), SimulationRun.fault(e), plain.lives()));
    }
    if (scenario.crashes().isEmpty()) {
      return Optional.empty();
    }
    return crashed(scenario, flow, plain);
  }

  private Optional<Counterexample> crashed(Scenario scenario, Flow flow, SimulationRun plain) {
    Optional<Counterexample> other =
        tried(scenario, Memory.SURVIVES, flow).differenceFrom(plain, scenario);
    return other.isPresent() || scenario.seed() % HISTORIES_PER_LOST_CALL_RUN != 0
        ? other
        : tried(scenario, Memory.DIES_WITH_THE_ENGINE, flow).differenceFromPrediction(scenario);
  }

  private SimulationRun tried(Scenario scenario, Memory memory, Flow flow) {
    FactStorage keeping = new InMemoryFactStorage(core, scenario.crashes(), false);
    return SimulationRun.of(
        new SimulatedWorld(scenario, memory, flow, core, new ExecutionChecks(coverage), keeping));
  }

  /** Checks that the facts fold to the same execution, in one or in two parts. */
  private void checkFold(SimulatedExecution life) {
    List<RecordedFact> facts = life.facts;
    Execution whole = core.recover(life.interpreter, life.id, facts);
    if (!whole.equals(life.execution)) {
      throw new Violation(
          "facts fold to the same execution again", TextDifference.between(life.execution, whole));
    }
    int middle = facts.size() / 2;
    Execution first = core.recover(life.interpreter, life.id, facts.subList(0, middle));
    Execution parts = core.fold(life.interpreter, first, facts.subList(middle, facts.size()));
    if (!parts.equals(whole)) {
      throw new Violation("a fold can be interrupted", TextDifference.between(whole, parts));
    }
  }

  /** Checks that a rerun of a failed execution continues where it stopped. */
  private void checkRerun(SimulatedExecution life) {
    Status status = life.execution.status();
    if (!core.equals(EngineUnderTest.SOUND) || !status.isTerminal() || status == Status.SUCCEEDED) {
      return;
    }
    Instant later = SimulatedWorld.START.plusSeconds(1_000_000);
    List<RecordedFact> copied =
        ExecutionRerun.fromTheFailure(life.interpreter, life.id, life.facts, later);
    List<RecordedFact> kept = copied.stream().filter(fact -> fact.at().isBefore(later)).toList();
    ExecutionId id = new ExecutionId(new UUID(life.id.value().getMostSignificantBits(), 2));
    History now = History.of(life.interpreter, id, kept);
    History then = History.of(life.interpreter, life.id, life.facts.subList(0, kept.size()));
    if (!now.steps().equals(then.steps())) {
      throw new Violation(
          "a failed execution can be tried again",
          TextDifference.between(then.steps(), now.steps()));
    }
  }

  /** Runs more histories: {@code Simulation [--seed N] [--count N]}. */
  public static void main(String[] arguments) {
    long seed = 0;
    long count = 20_000;
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--seed" -> seed = Long.parseLong(arguments[i + 1]);
        case "--count" -> count = Long.parseLong(arguments[i + 1]);
        default -> throw new IllegalArgumentException("unknown: " + arguments[i]);
      }
    }
    Simulation simulation = new Simulation();
    Optional<Counterexample> found = simulation.run(seed, count);
    if (found.isPresent()) {
      System.out.println(found.get());
      System.exit(1);
    }
    System.out.println(
        "%d histories from seed %d: nothing wrong; %d ends were predicted; transitions not taken: %s"
            .formatted(
                count, seed, simulation.predictedHistories(), simulation.missingTransitions()));
  }
}
