package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the check of circuit breakers detects every planted defect. */
class PlantedBreakerDefectsTest {

  @Test
  void shouldFindNothingWrongWithSoundBreakers() throws Exception {
    try (BreakerCheck check = new BreakerCheck(sound -> sound)) {
      assertThat(check.run()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(PlantedBreakerDefect.class)
  void shouldCatch(PlantedBreakerDefect defect) throws Exception {
    try (BreakerCheck check = new BreakerCheck(defect::plant)) {
      assertThat(check.run()).as("%s", defect).isPresent();
    }
  }
}
