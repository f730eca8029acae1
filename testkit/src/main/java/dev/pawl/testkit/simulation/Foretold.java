package dev.pawl.testkit.simulation;

import dev.pawl.engine.FrameId;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A case for real time, and what must come of it.
 *
 * @param verdict what the oracle says
 * @param simulated what it was in the simulated world, where nothing went wrong
 */
record Foretold(Scenario scenario, Oracle.Verdict verdict, Life simulated) {

  /** Flows that would take longer, without any trouble, are not for real time. */
  private static final Duration LONGEST = Duration.ofSeconds(8);

  private static final Set<String> FORKS = Set.of("Parallel", "Map", "Graph");

  /** Those whose end is known and comes soon. */
  static List<Foretold> from(long firstSeed, int count) {
    List<Foretold> cases = new ArrayList<>();
    for (long seed = firstSeed; cases.size() < count; seed++) {
      of(Hurry.of(Scenario.of(seed))).ifPresent(cases::add);
    }
    return cases;
  }

  private static Optional<Foretold> of(Scenario scenario) {
    // What the failure of a writer is called is up to the runtime.
    if (scenario.document().toString().contains("\"ResultWriter\":{\"Resource\":\"breaks")) {
      return Optional.empty();
    }
    return Oracle.verdict(scenario)
        .map(verdict -> new Foretold(scenario, verdict, simulated(scenario)))
        .filter(Foretold::isQuick);
  }

  private boolean isQuick() {
    return simulated.facts.getLast().at().isBefore(World.START.plus(LONGEST));
  }

  private static Life simulated(Scenario scenario) {
    World world =
        new World(
            scenario,
            World.Memory.SURVIVES,
            scenario.flow(),
            Core.SOUND,
            new Checks(new Coverage()),
            new InMemoryKeeping(Core.SOUND, List.of(), true));
    return world.run().getFirst();
  }

  void compare(Life actual) {
    Oracle.compare(verdict, actual.execution);
    List<String> expected = visits(simulated);
    List<String> visited = visits(actual);
    if (!visited.equals(expected)) {
      throw new Violation("visits are the same as ever", Difference.between(expected, visited));
    }
  }

  /** How far the siblings of a branch that fails have come by then is a matter of time. */
  private List<String> visits(Life life) {
    boolean together = simulated.lines.stream().noneMatch(Foretold::isFailedFork);
    return life.history.steps().stream()
        .filter(step -> !step.id().frame().equals(FrameId.COMPENSATION))
        .filter(step -> together || step.id().frame().equals(FrameId.ROOT))
        .map(step -> step.id() + " " + step.place().state() + " " + step.place().attempt())
        .sorted()
        .toList();
  }

  private static boolean isFailedFork(Step step) {
    boolean failed = step.status() == StepStatus.FAILED || step.place().attempt() > 1;
    return failed && FORKS.contains(step.place().type());
  }
}
