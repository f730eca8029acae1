package dev.pawl.chaos.scenario;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Short forms of the scenarios with replaced nodes, many executions, missing modules and slow
 * handlers.
 */
class OperationScenariosTest extends ScenarioCase {

  @ParameterizedTest
  @ValueSource(strings = {"9", "20", "36", "38", "38-module", "calm"})
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void shouldKeepAllInvariants(String name) throws Exception {
    assertNoViolations(name);
  }
}
