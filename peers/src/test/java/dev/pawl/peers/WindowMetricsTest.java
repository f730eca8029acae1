package dev.pawl.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WindowMetricsTest {

  @Test
  void shouldSubtractTwoReadings() {
    ResourceMeter.Reading before = new ResourceMeter.Reading(1_000_000_000L, 100, 10, 5, 7);
    ResourceMeter.Reading after = new ResourceMeter.Reading(3_000_000_000L, 1_100, 30, 45, 107);
    long[] nanos = LongStream.rangeClosed(1, 100).map(i -> i * 1_000_000).toArray();

    WindowMetrics metrics = WindowMetrics.between(before, after, 4, nanos);

    assertThat(metrics.toJson())
        .isEqualTo(
            "{\"executions\":4,\"seconds\":2.000,\"walBytes\":1000,\"commits\":20,"
                + "\"processCpuMillis\":40,\"postgresCpuMillis\":100,"
                + "\"p50Millis\":50.000,\"p99Millis\":99.000}");
  }

  @Test
  void shouldHaveNoPercentileOfNothing() {
    assertThat(WindowMetrics.percentile(new long[0], 0.5)).isZero();
    assertThat(WindowMetrics.percentile(new long[] {7}, 0.99)).isEqualTo(7);
  }
}
