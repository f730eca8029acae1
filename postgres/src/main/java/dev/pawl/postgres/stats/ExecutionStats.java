package dev.pawl.postgres.stats;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What became of the executions of a period.
 *
 * @param buckets the buckets of the period, oldest first
 * @param total all executions that started in the period
 * @param before all executions that started in the period of the same length before
 * @param flows the flows with most starts
 * @param failures the flows and versions with most failures
 * @param isEstimated true if some bucket had more executions than are read, so that durations and
 *     shares are those of the first ones of the bucket
 */
public record ExecutionStats(
    List<Bucket> buckets,
    Totals total,
    Totals before,
    List<FlowTotals> flows,
    List<VersionTotals> failures,
    boolean isEstimated) {

  /** Percentiles of durations in seconds. */
  public record Durations(double p50, double p95, double p99) {}

  /**
   * A bucket.
   *
   * @param starts number of executions that started in it
   * @param failed number of those that failed or timed out so far
   * @param ends number of executions that ended in it and started in the period or the one before
   * @param durations of those that started in it and have ended; empty if there are none
   */
  public record Bucket(
      Instant at, long starts, long failed, long ends, Optional<Durations> durations) {}

  /**
   * Numbers of some executions.
   *
   * @param failed number of those that failed or timed out so far
   */
  public record Totals(long starts, long failed, Optional<Durations> durations) {

    static final Totals NONE = new Totals(0, 0, Optional.empty());
  }

  /** The numbers of a flow, also of the period before. */
  public record FlowTotals(String flow, Totals total, Totals before) {}

  /** The numbers of a version of a flow. */
  public record VersionTotals(String flow, int version, Totals total) {}
}
