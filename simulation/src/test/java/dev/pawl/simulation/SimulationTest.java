package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Many random histories. Longer runs and single ones: {@code -Dpawl.simulation.seed} and {@code
 * -Dpawl.simulation.count}.
 */
class SimulationTest {

  private static final long SEED = Long.getLong("pawl.simulation.seed", 0);
  private static final long COUNT = Long.getLong("pawl.simulation.count", 20_000);

  /** Smaller runs are not expected to take every transition. */
  private static final long MIN_HISTORIES_FOR_COVERAGE = 10_000;

  @Test
  void shouldHoldInEveryHistory() {
    Simulation simulation = new Simulation();

    Optional<Counterexample> found = simulation.run(SEED, COUNT);

    assertThat(found).as(() -> found.map(Object::toString).orElse("")).isEmpty();
    if (COUNT >= MIN_HISTORIES_FOR_COVERAGE) {
      assertThat(simulation.missingTransitions()).isEmpty();
      assertThat(simulation.predictedHistories()).isGreaterThan(COUNT / 3);
    }
  }

  @Test
  void shouldProduceTheSameHistoryForTheSameSeed() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(Scenario.of(seed)).isEqualTo(Scenario.of(seed));
    }
  }
}
