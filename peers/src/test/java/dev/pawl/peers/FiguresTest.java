package dev.pawl.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void shouldBeTheDifferenceOfTwoReadings() {
    Meter.Reading before = new Meter.Reading(1_000_000_000L, 100, 10, 5, 7);
    Meter.Reading after = new Meter.Reading(3_000_000_000L, 1_100, 30, 45, 107);
    long[] nanos = LongStream.rangeClosed(1, 100).map(i -> i * 1_000_000).toArray();

    Figures figures = Figures.between(before, after, 4, nanos);

    assertThat(figures.toJson())
        .isEqualTo(
            "{\"executions\":4,\"seconds\":2.000,\"walBytes\":1000,\"commits\":20,"
                + "\"processCpuMillis\":40,\"postgresCpuMillis\":100,"
                + "\"p50Millis\":50.000,\"p99Millis\":99.000}");
  }

  @Test
  void shouldHaveNoPercentileOfNothing() {
    assertThat(Figures.percentile(new long[0], 0.5)).isZero();
    assertThat(Figures.percentile(new long[] {7}, 0.99)).isEqualTo(7);
  }
}
