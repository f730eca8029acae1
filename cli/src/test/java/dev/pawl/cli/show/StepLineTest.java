package dev.pawl.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Failure;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepLineTest {

  @ParameterizedTest
  @CsvSource({
    "PT0.007S, 7ms",
    "PT2.95S, 2.9s",
    "PT61S, 1m1s",
    "PT2M, 2m",
    "PT1H5M, 1h5m",
    "PT3H, 3h",
    "P3D, 3d",
    "P1DT2H30M, 1d2h"
  })
  void shouldPrintDurationsInTheTwoLargestUnits(Duration took, String expected) {
    assertThat(StepLine.duration(took)).isEqualTo(expected);
  }

  @Test
  void shouldPrintFailuresOnOneLine() {
    assertThat(StepLine.failure(Failure.of("E", "a\nb"))).isEqualTo("E: a\\nb");
    assertThat(StepLine.failure(new Failure(Optional.empty(), Optional.empty())))
        .isEqualTo("an error without a name");
  }

  @Test
  void shouldCutLongTextsBetweenCharacters() {
    assertThat(Printable.shortened("abcdef", 6)).isEqualTo("abcdef");
    assertThat(Printable.shortened("abcdefg", 6)).isEqualTo("abcde…");
    assertThat(Printable.shortened("abcd😀efg", 6)).isEqualTo("abcd…");
  }
}
