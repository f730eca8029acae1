package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.store.InMemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Random histories on an in-memory store. Longer runs: {@code -Dpawl.simulation.seed} and {@code
 * -Dpawl.simulation.store.count}.
 */
class StoreSimulationTest {

  private static final long SEED = Long.getLong("pawl.simulation.seed", 0);
  private static final long COUNT = Long.getLong("pawl.simulation.store.count", 2_000);

  /** Smaller runs are not expected to cover all events. */
  private static final long MIN_HISTORIES_FOR_COVERAGE = 1_000;

  @Test
  void shouldHoldInEveryHistory() throws Exception {
    try (InMemoryStore store = new InMemoryStore(InstantSource.system())) {
      StoreSimulation simulation =
          new StoreSimulation(EngineUnderTest.SOUND, store, store::expire, Duration.ZERO);

      Optional<Counterexample> found = simulation.run(SEED, COUNT);

      assertThat(found).as(() -> found.map(Object::toString).orElse("")).isEmpty();
      if (COUNT >= MIN_HISTORIES_FOR_COVERAGE) {
        assertThat(simulation.neverSeen()).as(simulation.statistics()).isEmpty();
      }
    }
  }
}
