package dev.pawl.chaos.scenario;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Short forms of the scenarios in which nodes, the database or the network fail. */
class FailureScenariosTest extends ScenarioCase {

  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "3", "4", "5", "6"})
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void shouldKeepAllInvariants(String name) throws Exception {
    assertNoViolations(name);
  }
}
