package dev.pawl.simulation;

import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scenario for real time and its predicted result.
 *
 * @param verdict the prediction of the oracle
 * @param simulated the execution in the simulated world without faults
 */
record PredictedRun(Scenario scenario, Oracle.Verdict verdict, SimulatedExecution simulated) {

  /** Flows that take longer without faults are not run in real time. */
  private static final Duration MAX_SIMULATED_DURATION = Duration.ofSeconds(8);

  /** Returns the scenarios whose end is decided and near. */
  static List<PredictedRun> from(long firstSeed, int count) {
    List<PredictedRun> cases = new ArrayList<>();
    for (long seed = firstSeed; cases.size() < count; seed++) {
      of(RealTimeFlows.WITHOUT_EVENTS.of(Scenario.of(seed))).ifPresent(cases::add);
    }
    return cases;
  }

  private static Optional<PredictedRun> of(Scenario scenario) {
    if (hasFailingWriter(scenario.document())) {
      return Optional.empty();
    }
    return Oracle.verdict(scenario)
        .map(verdict -> new PredictedRun(scenario, verdict, simulated(scenario)))
        .filter(PredictedRun::isQuick);
  }

  /** Returns true if a writer fails, whose error name depends on the runtime. */
  static boolean hasFailingWriter(JsonObject document) {
    return document.toString().contains("\"ResultWriter\":{\"Resource\":\"breaks");
  }

  private boolean isQuick() {
    return simulated
        .facts
        .getLast()
        .at()
        .isBefore(SimulatedWorld.START.plus(MAX_SIMULATED_DURATION));
  }

  private static SimulatedExecution simulated(Scenario scenario) {
    SimulatedWorld world =
        new SimulatedWorld(
            scenario,
            SimulatedWorld.Memory.SURVIVES,
            scenario.flow(),
            EngineUnderTest.SOUND,
            new ExecutionChecks(new TransitionCoverage()),
            new InMemoryFactStorage(EngineUnderTest.SOUND, List.of(), true));
    return world.run().getFirst();
  }

  void compare(SimulatedExecution actual) {
    Oracle.compare(verdict, actual.execution);
    List<String> expected = visits(simulated);
    List<String> visited = visits(actual);
    if (!visited.equals(expected)) {
      throw new Violation(
          "visits are the same as in the simulated world",
          TextDifference.between(expected, visited));
    }
  }

  /** Returns the visited states, without those whose visit depends on when a sibling fails. */
  private List<String> visits(SimulatedExecution life) {
    boolean together = simulated.lines.stream().noneMatch(PredictedRun::isFailedFork);
    return life.history.steps().stream()
        .filter(step -> !step.id().frame().equals(FrameId.COMPENSATION))
        .filter(step -> together || step.id().frame().equals(FrameId.ROOT))
        .map(step -> step.id() + " " + step.place().state() + " " + step.place().attempt())
        .sorted()
        .toList();
  }

  private static boolean isFailedFork(StepChange step) {
    boolean failed = step.status() == StepStatus.FAILED || step.place().attempt() > 1;
    return failed && step.place().kind().isFork();
  }
}
