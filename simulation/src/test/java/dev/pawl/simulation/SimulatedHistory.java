package dev.pawl.simulation;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.RecordedFact;
import dev.pawl.model.Flow;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;

/** The history of one seed without crashes. */
public record SimulatedHistory(
    ExecutionId id, JsonObject flow, Flow model, List<RecordedFact> facts) {

  /** Runs a seed; empty if the simulator found a violation. */
  public static Optional<SimulatedHistory> of(long seed) {
    Scenario scenario = Scenario.of(seed).undisturbed();
    Flow flow = scenario.flow();
    SimulatedWorld world =
        new SimulatedWorld(
            scenario,
            SimulatedWorld.Memory.SURVIVES,
            flow,
            EngineUnderTest.SOUND,
            new ExecutionChecks(new TransitionCoverage()),
            new InMemoryFactStorage(EngineUnderTest.SOUND, scenario.crashes(), false));
    try {
      SimulatedExecution root = world.run().getFirst();
      return Optional.of(
          new SimulatedHistory(root.id, scenario.document(), flow, List.copyOf(root.facts)));
    } catch (Violation e) {
      return Optional.empty();
    }
  }
}
