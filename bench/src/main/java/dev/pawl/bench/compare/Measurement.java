package dev.pawl.bench.compare;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What an engine did under a load.
 *
 * @param executionsPerSecond how many it finished
 * @param walBytes what PostgreSQL wrote to its log, for each execution
 * @param commits for each execution, those that only read included
 * @param engineCpuMillis for each execution
 * @param postgresCpuMillis for each execution
 * @param p50Millis from the start of an execution to its end
 * @param p99Millis the same
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
    // A window in which nothing ended still tells what it took.
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

  /** The median of each figure by itself. */
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
