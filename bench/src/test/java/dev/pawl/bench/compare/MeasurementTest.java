package dev.pawl.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTest {

  @Test
  void shouldComputeRatesAndCostPerExecution() {
    Measurement measured =
        Measurement.of(
            JsonText.parse(
                """
                {"executions": 50, "seconds": 2.5, "walBytes": 5000, "commits": 350,
                 "processCpuMillis": 100, "postgresCpuMillis": 25, "p50Millis": 1.5, "p99Millis": 9}
                """));

    assertThat(measured).isEqualTo(new Measurement(20, 100, 7, 2, 0.5, 1.5, 9));
    assertThat(measured.cpuMillis()).isEqualTo(2.5);
  }

  @Test
  void shouldReturnTheMedianOfEachMetric() {
    Measurement median = Measurement.median(List.of(of(30, 1), of(10, 2), of(20, 9)));

    assertThat(median).isEqualTo(of(20, 2));
    assertThat(Measurement.median(List.of(of(1, 4), of(2, 6)))).isEqualTo(of(1.5, 5));
  }

  private static Measurement of(double rate, double walBytes) {
    return new Measurement(rate, walBytes, 0, 0, 0, 0, 0);
  }
}
