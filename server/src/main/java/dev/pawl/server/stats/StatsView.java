package dev.pawl.server.stats;

import dev.pawl.postgres.stats.ExecutionStats;
import dev.pawl.postgres.stats.StatsPeriod;
import dev.pawl.postgres.stats.WorkStats;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Statistics of the executions of a period. */
record StatsView(
    @Schema(description = "Length of the period: 1h, 24h or 7d.", example = "24h") String window,
    @Schema(description = "Begin of the first bucket.") Instant from,
    @Schema(description = "End of the last bucket, which is not over yet.") Instant to,
    @Schema(description = "Length of a bucket in seconds.", example = "600") long bucketSeconds,
    @Schema(
            description =
                "True if some bucket had more than 500 executions: its durations and shares"
                    + " are those of the first 500.")
        boolean estimated,
    @Schema(description = "The buckets, oldest first.") List<BucketView> buckets,
    @Schema(description = "All executions that started in the period.") TotalsView total,
    @Schema(description = "All executions that started in the period of the same length before it.")
        TotalsView before,
    @Schema(
            description =
                "All executions that started in the same period one week before: at the same time"
                    + " of the same days of the week.")
        TotalsView lastWeek,
    @Schema(description = "Up to 100 flows with most starts.") List<FlowStatsView> flows,
    @Schema(description = "Up to 100 versions of flows with most failures.")
        List<VersionStatsView> versions,
    @Schema(description = "Up to 200 publications in the period, newest first.")
        List<PublicationView> publications) {

  /** A bucket. */
  record BucketView(
      @Schema(description = "Begin of the bucket.") Instant at,
      @Schema(description = "Number of executions that started.", example = "42") long starts,
      @Schema(description = "Number of those that have failed or timed out so far.", example = "2")
          long failed,
      @Schema(
              description =
                  "Number of executions that ended and started in the period or the one before it.",
              example = "40")
          long ends,
      @Schema(
              description =
                  "Seconds that half of the executions started in it took; null if none ended.",
              example = "1.2")
          @Nullable Double p50,
      @Schema(description = "Seconds that 95 % of them took at most.", example = "6.1")
          @Nullable Double p95,
      @Schema(description = "Seconds that 99 % of them took at most.", example = "12.4")
          @Nullable Double p99) {}

  /** Numbers of some executions. */
  record TotalsView(
      @Schema(description = "Number of executions that started.", example = "9521") long starts,
      @Schema(
              description = "Number of those that have failed or timed out so far.",
              example = "312")
          long failed,
      @Schema(
              description = "Seconds that half of the ended ones took; null if none ended.",
              example = "1.2")
          @Nullable Double p50,
      @Schema(description = "Seconds that 95 % of them took at most.", example = "6.1")
          @Nullable Double p95,
      @Schema(description = "Seconds that 99 % of them took at most.", example = "12.4")
          @Nullable Double p99) {

    static TotalsView of(ExecutionStats.Totals totals) {
      return new TotalsView(
          totals.starts(),
          totals.failed(),
          totals.durations().map(ExecutionStats.Durations::p50).orElse(null),
          totals.durations().map(ExecutionStats.Durations::p95).orElse(null),
          totals.durations().map(ExecutionStats.Durations::p99).orElse(null));
    }
  }

  /** The numbers of a flow. */
  record FlowStatsView(
      @Schema(description = "Code of the flow.", example = "order-checkout") String flow,
      @Schema(description = "Name of the flow.", example = "Order checkout") String name,
      @Schema(description = "Its executions of the period.") TotalsView total,
      @Schema(description = "Its executions of the period before.") TotalsView before) {}

  /** The numbers of a version of a flow. */
  record VersionStatsView(
      @Schema(description = "Code of the flow.", example = "order-checkout") String flow,
      @Schema(description = "Name of the flow.", example = "Order checkout") String name,
      @Schema(description = "Number of the version.", example = "7") int version,
      @Schema(description = "Number of executions that started.", example = "4216") long starts,
      @Schema(
              description = "Number of those that have failed or timed out so far.",
              example = "312")
          long failed) {}

  /** A publication of a version. */
  record PublicationView(
      @Schema(description = "Code of the flow.", example = "order-checkout") String flow,
      @Schema(description = "Name of the flow.", example = "Order checkout") String name,
      @Schema(description = "Number of the version.", example = "7") int version,
      @Schema(description = "Time of the publication.") Instant at,
      @Schema(description = "Name of the key or person; null if it is not known.", example = "ci")
          @Nullable String by,
      @Schema(description = "Note on the version; null if there is none.", example = "new provider")
          @Nullable String note) {}

  static StatsView of(
      StatsWindow window,
      StatsPeriod period,
      ExecutionStats stats,
      ExecutionStats.Totals lastWeek,
      List<WorkStats.Publication> publications,
      Map<String, String> names) {
    return new StatsView(
        window.label(),
        period.from(),
        period.until(),
        period.step().toSeconds(),
        stats.isEstimated(),
        stats.buckets().stream().map(StatsView::bucket).toList(),
        TotalsView.of(stats.total()),
        TotalsView.of(stats.before()),
        TotalsView.of(lastWeek),
        stats.flows().stream()
            .map(
                one ->
                    new FlowStatsView(
                        one.flow(),
                        names.getOrDefault(one.flow(), one.flow()),
                        TotalsView.of(one.total()),
                        TotalsView.of(one.before())))
            .toList(),
        stats.failures().stream()
            .map(
                one ->
                    new VersionStatsView(
                        one.flow(),
                        names.getOrDefault(one.flow(), one.flow()),
                        one.version(),
                        one.total().starts(),
                        one.total().failed()))
            .toList(),
        publications.stream()
            .map(
                one ->
                    new PublicationView(
                        one.flow(),
                        names.getOrDefault(one.flow(), one.flow()),
                        one.version(),
                        one.at(),
                        one.by().orElse(null),
                        one.note().orElse(null)))
            .toList());
  }

  private static BucketView bucket(ExecutionStats.Bucket bucket) {
    Optional<ExecutionStats.Durations> durations = bucket.durations();
    return new BucketView(
        bucket.at(),
        bucket.starts(),
        bucket.failed(),
        bucket.ends(),
        durations.map(ExecutionStats.Durations::p50).orElse(null),
        durations.map(ExecutionStats.Durations::p95).orElse(null),
        durations.map(ExecutionStats.Durations::p99).orElse(null));
  }
}
