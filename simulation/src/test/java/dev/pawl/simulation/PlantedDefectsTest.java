package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.store.InMemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the simulator detects every planted defect. */
class PlantedDefectsTest {

  private static final int HISTORIES = 2_000;

  @ParameterizedTest
  @EnumSource(PlantedDefect.class)
  void shouldCatch(PlantedDefect defect) {
    Simulation simulation = new Simulation(defect);

    Optional<Counterexample> caught = Optional.empty();
    long seed = 0;
    while (caught.isEmpty() && seed < HISTORIES) {
      caught = simulation.failure(Scenario.of(seed++));
    }

    assertThat(caught).as("%s within %d histories", defect, HISTORIES).isPresent();
  }

  @ParameterizedTest
  @EnumSource(PlantedStoreDefect.class)
  void shouldCatch(PlantedStoreDefect defect) throws Exception {
    try (InMemoryStore sound = new InMemoryStore(InstantSource.system())) {
      StoreSimulation simulation =
          new StoreSimulation(
              EngineUnderTest.SOUND,
              new TamperedStore(sound, defect),
              sound::expire,
              Duration.ZERO);

      Optional<Counterexample> caught = simulation.run(0, HISTORIES);

      assertThat(caught).as("%s within %d histories", defect, HISTORIES).isPresent();
    }
  }

  @Test
  void shouldMinimizeACaseAndPrintHowToRunItAgain() {
    Simulation simulation = new Simulation(PlantedDefect.DOES_NOT_CALL_BACK);

    Counterexample found = simulation.run(0, HISTORIES).orElseThrow();

    assertThat(found.scenario().document().size()).isLessThan(500);
    assertThat(found.scenario().crashes()).isEmpty();
    assertThat(found.toString())
        .contains("seed " + found.seed(), found.invariant(), "\"StartAt\"", "\"started\"")
        .contains("-Dpawl.simulation.seed=" + found.seed());
  }
}
