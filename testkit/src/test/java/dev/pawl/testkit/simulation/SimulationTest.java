package dev.pawl.testkit.simulation;

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

  /** Too few histories cannot be expected to take every move. */
  private static final long MANY = 10_000;

  @Test
  void shouldHoldInEveryHistory() {
    Simulation simulation = new Simulation();

    Optional<Counterexample> found = simulation.run(SEED, COUNT);

    assertThat(found).as(() -> found.map(Object::toString).orElse("")).isEmpty();
    if (COUNT >= MANY) {
      assertThat(simulation.movesNotTaken()).isEmpty();
      assertThat(simulation.foretold()).isGreaterThan(COUNT / 3);
    }
  }

  @Test
  void shouldMakeTheSameHistoryOfTheSameSeed() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(Scenario.of(seed)).isEqualTo(Scenario.of(seed));
    }
  }
}
