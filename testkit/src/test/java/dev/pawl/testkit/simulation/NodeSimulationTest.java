package dev.pawl.testkit.simulation;

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

  /** In too few flows not everything can be expected to happen. */
  private static final int MANY = 100;

  /** Soon enough for others to notice. */
  private static final Duration LEASE = Duration.ofSeconds(5);

  @Test
  void shouldEndEveryFlowAsForetold() throws Exception {
    TurnedClock clock = new TurnedClock();
    try (InMemoryStore store = new InMemoryStore(clock, LEASE)) {
      NodeSimulation simulation = new NodeSimulation(store, store::expire, clock);

      List<String> faults = simulation.run(SEED, COUNT);

      assertThat(faults).as("from seed %d on", SEED).isEmpty();
      if (COUNT >= MANY) {
        assertThat(simulation.hasSeenAll()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOSES_A_LETTER", "PARKS_OVER_A_LETTER"})
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
