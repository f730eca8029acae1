package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.store.InMemoryStore;
import dev.pawl.testkit.time.TurnedClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random flows on real nodes. Longer runs: {@code -Dpawl.simulation.seed} and {@code
 * -Dpawl.simulation.node.count}.
 */
class NodeSimulationTest {

  private static final long SEED = Long.getLong("pawl.simulation.seed", 0);
  private static final int COUNT = Integer.getInteger("pawl.simulation.node.count", 150);

  /** Smaller runs are not expected to cover all changes. */
  private static final int MIN_FLOWS_FOR_COVERAGE = 100;

  /** Short enough for other nodes to notice an expired lease. */
  private static final Duration LEASE = Duration.ofSeconds(5);

  @Test
  void shouldEndEveryFlowAsPredicted() throws Exception {
    TurnedClock clock = new TurnedClock();
    try (InMemoryStore store = new InMemoryStore(clock, LEASE)) {
      NodeSimulation simulation = new NodeSimulation(store, store::expire, clock);

      List<String> faults = simulation.run(SEED, COUNT);

      assertThat(faults).as("from seed %d on", SEED).isEmpty();
      if (COUNT >= MIN_FLOWS_FOR_COVERAGE) {
        assertThat(simulation.hasCoveredAllChanges()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOSES_A_MESSAGE", "PARKS_OVER_A_MESSAGE"})
  void shouldCatch(PlantedStoreDefect defect) throws Exception {
    TurnedClock clock = new TurnedClock();
    try (InMemoryStore sound = new InMemoryStore(clock, LEASE)) {
      NodeSimulation simulation =
          new NodeSimulation(
              new TamperedStore(sound, defect), sound::expire, clock, Duration.ofSeconds(5));

      List<String> faults = simulation.run(SEED, 50);

      assertThat(faults).anyMatch(fault -> fault.startsWith("does not end"));
    }
  }
}
