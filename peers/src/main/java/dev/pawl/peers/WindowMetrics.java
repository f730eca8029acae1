package dev.pawl.peers;

import java.util.Locale;

/** The metrics of one measurement window of a load. */
public record WindowMetrics(
    long executions,
    double seconds,
    long walBytes,
    long commits,
    long processCpuMillis,
    long postgresCpuMillis,
    double p50Millis,
    double p99Millis) {

  static WindowMetrics between(
      ResourceMeter.Reading before,
      ResourceMeter.Reading after,
      long executions,
      long[] sortedNanos) {
    return new WindowMetrics(
        executions,
        (after.nanos() - before.nanos()) / 1e9,
        after.walBytes() - before.walBytes(),
        after.commits() - before.commits(),
        after.processCpuMillis() - before.processCpuMillis(),
        after.postgresCpuMillis() - before.postgresCpuMillis(),
        percentile(sortedNanos, 0.50) / 1e6,
        percentile(sortedNanos, 0.99) / 1e6);
  }

  static long percentile(long[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1];
  }

  /** Formats the metrics as one line of JSON. */
  public String toJson() {
    return String.format(
        Locale.ROOT,
        "{\"executions\":%d,\"seconds\":%.3f,\"walBytes\":%d,\"commits\":%d,"
            + "\"processCpuMillis\":%d,\"postgresCpuMillis\":%d,"
            + "\"p50Millis\":%.3f,\"p99Millis\":%.3f}",
        executions,
        seconds,
        walBytes,
        commits,
        processCpuMillis,
        postgresCpuMillis,
        p50Millis,
        p99Millis);
  }
}
