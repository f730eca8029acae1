package dev.pawl.bench.compare;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of an engine under a load.
 *
 * @param executionsPerSecond finished executions per second
 * @param walBytes WAL bytes per execution
 * @param commits transactions per execution, including read-only ones
 * @param engineCpuMillis CPU of the engine's process per execution
 * @param postgresCpuMillis CPU of PostgreSQL per execution
 * @param p50Millis median time from start to end of an execution
 * @param p99Millis 99th percentile of the time from start to end
 */
record Measurement(
    double executionsPerSecond,
    double walBytes,
    double commits,
    double engineCpuMillis,
    double postgresCpuMillis,
    double p50Millis,
    double p99Millis) {

  static Measurement of(Json answer) {
    double executions = number(answer, "executions");
    // A window in which no execution ended still has costs.
    double divisor = Math.max(1, executions);
    return new Measurement(
        executions / number(answer, "seconds"),
        number(answer, "walBytes") / divisor,
        number(answer, "commits") / divisor,
        number(answer, "processCpuMillis") / divisor,
        number(answer, "postgresCpuMillis") / divisor,
        number(answer, "p50Millis"),
        number(answer, "p99Millis"));
  }

  /** Returns the median of each metric. */
  static Measurement median(List<Measurement> rounds) {
    return new Measurement(
        median(rounds, Measurement::executionsPerSecond),
        median(rounds, Measurement::walBytes),
        median(rounds, Measurement::commits),
        median(rounds, Measurement::engineCpuMillis),
        median(rounds, Measurement::postgresCpuMillis),
        median(rounds, Measurement::p50Millis),
        median(rounds, Measurement::p99Millis));
  }

  double cpuMillis() {
    return engineCpuMillis + postgresCpuMillis;
  }

  private static double median(List<Measurement> rounds, ToDoubleFunction<Measurement> figure) {
    double[] sorted = rounds.stream().mapToDouble(figure).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double number(Json answer, String name) {
    return answer
        .get(name)
        .map(JsonNumber.class::cast)
        .orElseThrow(() -> new IllegalArgumentException("no " + name + " in " + answer))
        .doubleValue();
  }
}
