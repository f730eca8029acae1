package dev.pawl.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.store.InMemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Random histories on a store in memory. Longer runs: {@code -Dpawl.simulation.seed} and {@code
 * -Dpawl.simulation.store.count}.
 */
class StoreSimulationTest {

  private static final long SEED = Long.getLong("pawl.simulation.seed", 0);
  private static final long COUNT = Long.getLong("pawl.simulation.store.count", 2_000);

  /** In too few histories not everything can be expected to happen. */
  private static final long MANY = 1_000;

  @Test
  void shouldHoldInEveryHistory() throws Exception {
    try (InMemoryStore store = new InMemoryStore(InstantSource.system())) {
      StoreSimulation simulation =
          new StoreSimulation(Core.SOUND, store, store::expire, Duration.ZERO);

      Optional<Counterexample> found = simulation.run(SEED, COUNT);

      assertThat(found).as(() -> found.map(Object::toString).orElse("")).isEmpty();
      if (COUNT >= MANY) {
        assertThat(simulation.neverSeen()).as(simulation.seen()).isEmpty();
      }
    }
  }
}
