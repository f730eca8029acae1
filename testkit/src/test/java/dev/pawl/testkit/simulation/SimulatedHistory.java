package dev.pawl.testkit.simulation;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Recorded;
import dev.pawl.model.Flow;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;

/** What happened to the flow of one seed, without crashes. */
public record SimulatedHistory(ExecutionId id, JsonObject flow, Flow model, List<Recorded> facts) {

  /** Empty if the simulator found a fault in it. */
  public static Optional<SimulatedHistory> of(long seed) {
    Scenario scenario = Scenario.of(seed).undisturbed();
    Flow flow = scenario.flow();
    World world =
        new World(
            scenario,
            World.Memory.SURVIVES,
            flow,
            Core.SOUND,
            new Checks(new Coverage()),
            new InMemoryKeeping(Core.SOUND, scenario.crashes(), false));
    try {
      Life root = world.run().getFirst();
      return Optional.of(
          new SimulatedHistory(root.id, scenario.document(), flow, List.copyOf(root.facts)));
    } catch (Violation e) {
      return Optional.empty();
    }
  }
}
